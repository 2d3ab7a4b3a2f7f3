import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { digitsOf, digitText, leastOf } from '../../element/cells';
import * as games from '../../game/game';
import { bareSelect, check, radios } from '../../shell/controls';
import { session } from '../../shell/session';
import { settings } from '../../shell/settings';
import { Component } from '../../shell/view';
import { t } from '../../words';

/** What is needed less often than the pad: how entry works, marks, starting again. Sends `arc-entry`. */
@customElement('arc-marks')
export class Marks extends Component {
  static override styles = css`
    :host {
      display: grid;
      gap: 8px;
      padding-top: 12px;
      border-top: 1px solid var(--line);
    }
    .segments {
      grid-auto-columns: 1fr;
    }
    .fill {
      display: flex;
      gap: 6px;
    }
    .fill button {
      flex: 1;
    }
    .restart {
      justify-self: start;
      padding-inline: 8px;
      color: var(--quiet);
    }
  `;

  @property({ attribute: false }) game!: games.Game;
  /** The digit that is filled in; 0 for all. */
  @state() private fillDigit = 0;

  override render() {
    const texts = t().play;
    const { game } = this;
    const { shape } = game.puzzle;
    const { size } = shape;
    const digit = this.fillDigit <= size ? this.fillDigit : 0;
    return html`${radios(
        texts.entry,
        (['cell', 'digit'] as const).map((entry) => [entry, texts.entries[entry]]),
        settings.value.entry,
        (entry) => this.send('arc-entry', entry),
      )}
      ${check(texts.autoMarks, game.auto, (auto) => session.update((one) => ({ ...one, auto })))}
      <div class="fill">
        <button @click=${() => session.update((one, now) => games.fillMarks(one, now, digit || undefined))}>
          ${texts.fillOnce}
        </button>
        ${bareSelect(
          texts.fillWhich,
          [[0, texts.allDigits], ...digitsOf(size).map((one) => [one, digitText(one, false, leastOf(shape))] as const)],
          digit,
          (one) => (this.fillDigit = one),
        )}
      </div>
      <button class="plain restart" ?disabled=${game.past.length === 0} @click=${() => session.update(games.restart)}>
        ${texts.restart}
      </button>`;
  }
}
