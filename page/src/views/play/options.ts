import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { check, select } from '../../shell/controls';
import '../../shell/dialog';
import { keysStyles, keysTable } from '../../shell/keys-table';
import { change, settings } from '../../shell/settings';
import { Component } from '../../shell/view';
import { t } from '../../words';

const SWITCHES = ['showEqual', 'showPeers', 'showConflicts', 'showTimer', 'showLabels', 'letters'] as const;

/** What of the game can be switched on and off, and the keys. Sends `close`. */
@customElement('arc-play-options')
export class PlayOptions extends Component {
  static override styles = [
    keysStyles,
    css`
      .choices {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
        margin-bottom: 8px;
      }
      h3 {
        margin: 16px 0 4px;
      }
    `,
  ];

  @property({ type: Boolean }) open = false;

  override render() {
    const texts = t().play;
    return html`<arc-dialog heading=${texts.options} .open=${this.open} @close=${() => this.send('close')}>
      <div class="choices">
        ${SWITCHES.map((name) => check(texts.switches[name], settings.value[name], (on) => change({ [name]: on })))}
      </div>
      ${select(
        texts.coordinates,
        [
          ['rc', 'r3c4'],
          ['chess', 'C4'],
        ],
        settings.value.coordinates,
        (coordinates) => change({ coordinates }),
      )}
      <h3>${texts.keyboard}</h3>
      ${keysTable(texts.keys)}
    </arc-dialog>`;
  }
}
