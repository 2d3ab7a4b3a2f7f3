import { css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { all, check, select } from '../../shell/controls';
import '../../shell/dialog';
import { keysStyles, keysTable } from '../../shell/keys-table';
import { change, settings, type Settings } from '../../shell/settings';
import { tiles } from '../../shell/styles';
import { Component } from '../../shell/view';
import { t } from '../../words';

type Switch = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

const SIZES = { normal: '100 %', large: '112 %', larger: '125 %' };

const turn = (name: Exclude<Switch, 'helpAssumesOne'>): TemplateResult =>
  check(t().play.switches[name], settings.value[name], (on) => change({ [name]: on }));

/** The settings of the game in groups, and the table of keys. Sends `close`. */
@customElement('arc-options')
export class Options extends Component {
  static override styles = [
    keysStyles,
    css`
      .choices {
        ${tiles('min(16rem, 100%)', '4px 16px')};
      }
      summary,
      legend {
        min-height: 40px;
        padding: 8px 0;
        font-weight: 650;
      }
      fieldset {
        padding-bottom: 12px;
        border-bottom: 1px solid var(--line);
      }
    `,
  ];

  @property({ type: Boolean }) open = false;

  override render() {
    const texts = t().play;
    const { coordinates, conflicts, fontSize, palette } = settings.value;
    const group = (name: keyof typeof texts.optionGroups, ...fields: TemplateResult[]) =>
      html`<fieldset>
        <legend>${texts.optionGroups[name]}</legend>
        <div class="choices">${fields}</div>
      </fieldset>`;
    return html`<arc-dialog heading=${texts.options} .open=${this.open} @close=${() => this.send('close')}>
      ${group(
        'marking',
        turn('showEqual'),
        turn('showPeers'),
        select(texts.conflicts, all(texts.conflictModes), conflicts, (mode) => change({ conflicts: mode })),
      )}
      ${group('entering', turn('removeMarks'), turn('showLeft'), turn('leftHand'), turn('sound'), turn('vibration'))}
      ${group(
        'showing',
        turn('showTimer'),
        turn('showLabels'),
        turn('letters'),
        select(texts.coordinates, all(texts.cellNames), coordinates, (chosen) => change({ coordinates: chosen })),
        select(texts.fontSize, all(SIZES), fontSize, (size) => change({ fontSize: size })),
        select(texts.palette, all(texts.palettes), palette, (chosen) => change({ palette: chosen })),
      )}
      <details>
        <summary>${texts.keyboard}</summary>
        ${keysTable(texts.keys)}
      </details>
    </arc-dialog>`;
  }
}
