import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { advise } from '../../game/coach';
import { dayOf, isDay, seedOfDay, solvedDays } from '../../game/daily';
import { isLevel, LEVELS, type Level } from '../../game/levels';
import { puzzleOfLine } from '../../game/puzzle';
import '../../shell/dialog';
import { icon } from '../../shell/icons';
import { grouped, jobRow, jobStyles } from '../../shell/job';
import { routeTo } from '../../shell/route';
import { session, solvedGames } from '../../shell/session';
import { settings } from '../../shell/settings';
import { toast } from '../../shell/messages';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { adviceText, dayLevel } from '../progress/advice';
import { freshPuzzle } from './library';
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
  /** What to start immediately: `daily`, a day, or `level`. */
  @property({ attribute: false }) wanted = new URLSearchParams();
  @state() private busy?: AbortController;
  /** Number of puzzles tried. */
  @state() private drawn = 0;

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('wanted')) return;
    const [day, level] = [this.wanted.get('daily'), this.wanted.get('level')];
    if (day !== null && isDay(day)) void this.daily(day);
    else if (isLevel(level)) void this.begin(level);
  }

  /** Opens the puzzle of a day, or makes it. */
  private async daily(day: string): Promise<void> {
    const level = dayLevel(day);
    const known = session.library
      .all()
      .rows.find(({ game: { puzzle } }) => puzzle.day === day && puzzle.level === level);
    if (!known) return this.begin(level, day);
    if (session.open(known.game.id)) this.close();
  }

  /** Makes a puzzle of a level, or the one of a day, and starts it. */
  private async begin(level: Level, day?: string): Promise<void> {
    const control = (this.busy = new AbortController());
    this.drawn = 0;
    const seed = day && seedOfDay(day);
    const fresh = await freshPuzzle(level, control.signal, (drawn) => (this.drawn = drawn), undefined, seed);
    if (this.busy !== control) return;
    this.busy = undefined;
    if (fresh.kind === 'failed') toast(fresh.text, { kind: 'error' });
    const puzzle = 'line' in fresh ? puzzleOfLine(fresh.line) : undefined;
    if (!puzzle) return;
    const { name } = t().play.levels[level];
    session.start({ ...puzzle, level, ...(day ? { day, name: `${t().progress.daily} ${day}` } : { name }) });
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

  private choice(name: string, about: string, act: () => void): TemplateResult {
    return html`<button ?disabled=${this.busy !== undefined} @click=${act}>
      <strong>${name}</strong>
      <span class="small quiet">${about}</span>
    </button>`;
  }

  /** The daily puzzle, and the level that the coach chooses. */
  private suggested(): TemplateResult {
    const texts = t().progress;
    const day = dayOf(new Date());
    const advice = advise(solvedGames.value, settings.value.goal * 60);
    const done = solvedDays(solvedGames.value, false).has(day) ? ` · ${texts.solved}` : '';
    const { levels } = t().common;
    return html`<div class="levels">
      ${this.choice(texts.daily, `${levels[dayLevel(day)]}${done}`, () => this.daily(day))}
      ${this.choice(texts.next(levels[advice.level]), adviceText(advice), () => this.begin(advice.level))}
    </div>`;
  }

  override render() {
    const texts = t().play;
    return html`<arc-dialog heading=${texts.newGame} .open=${this.open} @close=${this.close}>
      <div class="stack">
        ${this.open ? this.suggested() : nothing}
        <div class="levels">
          ${LEVELS.map((level) => this.choice(texts.levels[level].name, texts.levels[level].hint, () => this.begin(level)))}
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
