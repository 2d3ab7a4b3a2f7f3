import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { puzzleOfLine } from '../../game/puzzle';
import '../../shell/dialog';
import { icon } from '../../shell/icons';
import { grouped, jobRow, jobStyles } from '../../shell/job';
import { routeTo } from '../../shell/route';
import { session } from '../../shell/session';
import { toast } from '../../shell/messages';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { freshPuzzle } from './library';
import { LEVELS, type Level } from './starters';
import { bareList, line, tiles } from '../../shell/styles';

/** The dialog that starts a game of a level, or links to other sources. Sends `close`. */
@customElement('arc-new-game')
export class NewGame extends Component {
  static override styles = [
    jobStyles,
    css`
      .levels {
        ${tiles('9.5rem', '8px', 'fit')};
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
        ${bareList};
      }
      li a {
        ${line('12px')};
        min-height: 44px;
        color: var(--text);
      }
    `,
  ];

  @property({ type: Boolean }) open = false;
  @state() private busy?: AbortController;
  /** Number of puzzles tried. */
  @state() private drawn = 0;

  private async begin(level: Level): Promise<void> {
    const control = (this.busy = new AbortController());
    this.drawn = 0;
    const fresh = await freshPuzzle(level, control.signal, (drawn) => (this.drawn = drawn));
    if (this.busy !== control) return;
    this.busy = undefined;
    const puzzle = fresh.kind === 'cancelled' ? undefined : puzzleOfLine(fresh.line);
    if (!puzzle) return;
    session.start({ ...puzzle, name: t().play.levels[level].name });
    if (fresh.kind === 'kept') toast(t().play.kept[fresh.why]);
    this.close();
  }

  private readonly cancel = (): void => {
    this.busy?.abort();
    this.busy = undefined;
  };

  private close(): void {
    this.cancel();
    this.send('close');
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
            ? jobRow({
                label: texts.making,
                progressText: this.drawn > 0 ? t().jobs.drawn(grouped(this.drawn)) : undefined,
                cancel: this.cancel,
              })
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
