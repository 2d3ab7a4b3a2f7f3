import { css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import '../../shell/dialog';
import { keysStyles, keysTable } from '../../shell/keys-table';
import { change, settings } from '../../shell/settings';
import { Component } from '../../shell/view';
import { t } from '../../words';

const SWITCHES = ['showEqual', 'showPeers', 'showConflicts', 'showTimer', 'showLabels', 'letters'] as const;

type Switch = (typeof SWITCHES)[number];

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
      <div class="choices">${SWITCHES.map((name) => this.switch(name))}</div>
      <label class="field">
        ${texts.coordinates}
        <select @change=${(event: Event) => change({ coordinates: (event.target as HTMLSelectElement).value as 'rc' })}>
          <option value="rc" ?selected=${settings.value.coordinates === 'rc'}>r3c4</option>
          <option value="chess" ?selected=${settings.value.coordinates === 'chess'}>C4</option>
        </select>
      </label>
      <h3>${texts.keyboard}</h3>
      ${keysTable(texts.keys)}
    </arc-dialog>`;
  }

  private switch(name: Switch): TemplateResult {
    return html`<label class="choice">
      <input
        type="checkbox"
        .checked=${settings.value[name]}
        @change=${(event: Event) => change({ [name]: (event.target as HTMLInputElement).checked })}
      />
      ${t().play.switches[name]}
    </label>`;
  }
}
