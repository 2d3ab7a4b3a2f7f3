import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { advise, adviceText } from '../../game/coach';
import { dayOf, isDay, levelOfDay, seedOfDay, solvedDays } from '../../game/daily';
import { isLevel, LEVELS, type Level } from '../../game/levels';
import '../../shell/dialog';
import { icon } from '../../shell/icons';
import { jobStyles } from '../../shell/job';
import { routeTo } from '../../shell/route';
import { session, solvedGames } from '../../shell/session';
import { settings } from '../../shell/settings';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { FreshGame } from './fresh';
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
  private readonly fresh = new FreshGame(this);

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('wanted')) return;
    const [day, level] = [this.wanted.get('daily'), this.wanted.get('level')];
    if (day !== null && isDay(day)) void this.daily(day);
    else if (isLevel(level)) void this.begin(level);
  }

  private async begin(level: Level): Promise<void> {
    if (await this.fresh.begin({ level })) this.close();
  }

  /** Opens the game of a day, or makes its puzzle. */
  private async daily(day: string): Promise<void> {
    const level = levelOfDay(day, settings.value.dailyLevel);
    const rows = session.library.all().rows;
    const known = rows.find(({ game: { puzzle } }) => puzzle.day === day && puzzle.level === level);
    const isOpen = known ? session.open(known.game.id) : this.fresh.begin({ level, seed: seedOfDay(day) }, { day });
    if (await isOpen) this.close();
  }

  private close(): void {
    this.fresh.cancel();
    this.send('close');
  }

  private choice(name: string, about: string, act: () => void): TemplateResult {
    return html`<button ?disabled=${this.fresh.working} @click=${act}>
      <strong>${name}</strong>
      <span class="small quiet">${about}</span>
    </button>`;
  }

  private suggested(): TemplateResult {
    const { progress: texts, common } = t();
    const { goal, dailyLevel } = settings.value;
    const day = dayOf(new Date());
    const advice = advise(solvedGames.value, goal * 60);
    const done = solvedDays(solvedGames.value, false).has(day) ? ` · ${texts.solved}` : '';
    const { levels } = common;
    return html`<div class="levels">
      ${this.choice(texts.daily, `${levels[levelOfDay(day, dailyLevel)]}${done}`, () => this.daily(day))}
      ${this.choice(texts.next(levels[advice.level]), adviceText(advice, goal * 60, t()), () => this.begin(advice.level))}
    </div>`;
  }

  override render() {
    const texts = t().play;
    return html`<arc-dialog heading=${texts.newTitle} .open=${this.open} @close=${this.close}>
      <div class="stack">
        ${this.open ? this.suggested() : nothing}
        <div class="levels">
          ${LEVELS.map((level, at) => this.choice(t().common.levels[level], texts.levelHints[at], () => this.begin(level)))}
        </div>
        ${this.fresh.row()}
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
