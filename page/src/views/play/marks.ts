import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { digitText, leastOf } from '../../element/cells';
import * as games from '../../game/game';
import { radioKey } from '../../shell/radios';
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
    return html`<div class="segments" role="radiogroup" aria-label=${texts.entry} @keydown=${radioKey}>
        ${(['cell', 'digit'] as const).map(
          (entry) =>
            html`<button
              role="radio"
              aria-checked=${settings.value.entry === entry}
              tabindex=${settings.value.entry === entry ? 0 : -1}
              @click=${() => this.send('arc-entry', entry)}
            >
              ${texts.entries[entry]}
            </button>`,
        )}
      </div>
      <label class="choice">
        <input
          type="checkbox"
          .checked=${game.auto}
          @change=${(event: Event) => {
            const auto = (event.target as HTMLInputElement).checked;
            session.update((one) => ({ ...one, auto }));
          }}
        />
        ${texts.autoMarks}
      </label>
      <div class="fill">
        <button @click=${() => session.update((one, now) => games.fillMarks(one, now, digit || undefined))}>
          ${texts.fillOnce}
        </button>
        <select
          aria-label=${texts.fillWhich}
          @change=${(event: Event) => (this.fillDigit = Number((event.target as HTMLSelectElement).value))}
        >
          <option value="0">${texts.allDigits}</option>
          ${Array.from(
            { length: size },
            (_, index) =>
              html`<option value=${index + 1} ?selected=${digit === index + 1}>
                ${digitText(index + 1, false, leastOf(shape))}
              </option>`,
          )}
        </select>
      </div>
      <button class="plain restart" ?disabled=${game.past.length === 0} @click=${() => session.update(games.restart)}>
        ${texts.restart}
      </button>`;
  }
}
