import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { puzzleOfLine } from '../../game/puzzle';
import '../../shell/dialog';
import { icon } from '../../shell/icons';
import { routeTo } from '../../shell/route';
import { session } from '../../shell/session';
import { Watch } from '../../shell/store';
import { shared } from '../../shell/styles';
import { t, words } from '../../words';
import { freshPuzzle } from './fresh';
import { LEVELS, type Level } from './starters';

/** Begins a game: by level, or from somewhere else. Sends `close`. */
@customElement('arc-new-game')
export class NewGame extends LitElement {
  static override styles = [
    shared,
    css`
      .levels {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr));
        gap: 8px;
      }
      .levels button {
        flex-direction: column;
        align-items: flex-start;
        gap: 0;
        min-height: 64px;
        text-align: start;
      }
      .levels strong {
        font-weight: 600;
      }
      .stack {
        gap: 20px;
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li a {
        display: flex;
        align-items: center;
        gap: 12px;
        min-height: 44px;
        color: var(--text);
      }
    `,
  ];

  @property({ type: Boolean }) open = false;
  @state() private busy?: { level: Level; control: AbortController };

  constructor() {
    super();
    new Watch(this, words);
  }

  private async begin(level: Level): Promise<void> {
    const control = new AbortController();
    this.busy = { level, control };
    const line = await freshPuzzle(level, control.signal);
    if (this.busy?.control !== control) return;
    this.busy = undefined;
    const puzzle = line === undefined ? undefined : puzzleOfLine(line);
    if (!puzzle) return;
    session.start({ ...puzzle, name: t().play.levels[level].name });
    this.close();
  }

  private cancel(): void {
    this.busy?.control.abort();
    this.busy = undefined;
  }

  private close(): void {
    this.cancel();
    this.dispatchEvent(new Event('close'));
  }

  override render() {
    const texts = t().play;
    return html`<arc-dialog heading=${texts.newGame} .open=${this.open} @close=${this.close}>
      <div class="stack">
        <div class="levels">
          ${LEVELS.map(
            (level) =>
              html`<button ?disabled=${this.busy !== undefined} @click=${() => this.begin(level)}>
                <strong>${texts.levels[level].name}</strong>
                <span class="small quiet">${texts.levels[level].hint}</span>
              </button>`,
          )}
        </div>
        ${
          this.busy
            ? html`<div class="row" role="status">
                <span>${texts.making}</span>
                <button @click=${this.cancel}>${texts.cancel}</button>
              </div>`
            : nothing
        }
        <div>
          <h3>${texts.otherWays}</h3>
          <ul @click=${this.close}>
            <li><a href=${routeTo('make')}>${icon('plus')}${texts.toMake}</a></li>
            <li><a href=${routeTo('check')}>${icon('keyboard')}${texts.toCheck}</a></li>
            <li><a href=${routeTo('rules')}>${icon('shapes')}${texts.toRules}</a></li>
          </ul>
        </div>
      </div>
    </arc-dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'arc-new-game': NewGame;
  }
}
