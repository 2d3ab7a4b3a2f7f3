import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { timeText } from '../../game/clock';
import { dayOf, solvedDays, streak } from '../../game/daily';
import { bestOf, finishedOf } from '../../game/finished';
import { standing, type Game } from '../../game/game';
import { linkParams } from '../../game/link';
import { facts } from '../../shell/controls';
import '../../shell/dialog';
import { icon } from '../../shell/icons';
import { jobStyles } from '../../shell/job';
import { addressOf, routeTo } from '../../shell/route';
import { session, solvedGames } from '../../shell/session';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { FreshGame } from './fresh';
import { likeThis, titleOf } from './library';

/** The result of a solved game, and what can follow. Sends `close` and `arc-path`. */
@customElement('arc-result')
export class Result extends Component {
  static override styles = [
    jobStyles,
    css`
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 8px 24px;
      }
      dl div {
        display: contents;
      }
      dd {
        font-weight: 600;
      }
    `,
  ];

  @property({ type: Boolean }) open = false;
  /** The outcome of sharing without a dialog of the system. */
  @state() private shared = '';
  private readonly fresh = new FreshGame(this);

  constructor() {
    super(session);
  }

  private close(): void {
    this.fresh.cancel();
    this.shared = '';
    this.send('close');
  }

  private async next({ puzzle }: Game): Promise<void> {
    if (await this.fresh.begin(likeThis(puzzle))) this.close();
  }

  /** Shares the result by the dialog of the system if there is one, or else copies it. */
  private async share(game: Game): Promise<void> {
    const { hints, seconds } = finishedOf(game, game.touched);
    const text = t().play.shared(titleOf(game.puzzle), timeText(seconds * 1000), hints);
    const url = addressOf('play', linkParams(game, false, 0));
    const { copied, copyFailed } = t().exchange;
    try {
      // Not all browsers have it.
      if (typeof navigator.share === 'function') await navigator.share({ text, url });
      else {
        await navigator.clipboard.writeText(`${text}\n${url}`);
        this.shared = copied;
      }
    } catch (error) {
      // Closing the dialog of the system is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.shared = copyFailed;
    }
  }

  override render() {
    const game = session.value;
    const isShown = this.open && game !== undefined && standing(game) === 'solved';
    return html`<arc-dialog
      heading=${isShown ? t().play.solved(timeText(game.clock.spent)) : ''}
      .open=${isShown}
      @close=${this.close}
    >
      ${isShown ? this.content(game) : nothing}
    </arc-dialog>`;
  }

  private content(game: Game): TemplateResult {
    const texts = t().play;
    const result = finishedOf(game, game.touched);
    const best = bestOf(session.library.all().rows, result);
    const level = result.level && t().common.levels[result.level];
    const { now, longest } = streak(solvedDays(solvedGames.value, true), dayOf(new Date()));
    const days = html`${t().progress.streak(now, longest)} ·
      <a href=${routeTo('progress')} @click=${this.close}>${t().views.progress}</a>`;
    return html`<div class="stack">
        <dl>
          ${facts([
            [t().common.puzzle, titleOf(game.puzzle)],
            [t().common.level, level],
            [t().progress.daily, result.day && days],
            [texts.time, timeText(result.seconds * 1000)],
            [texts.hintsUsed, result.hints],
            [texts.wrongEntries, result.mistakes],
            [texts.best, best === undefined ? undefined : timeText(Math.min(best, result.seconds) * 1000)],
          ])}
        </dl>
        <p class="quiet" role="status">${this.shared}</p>
        ${this.fresh.row()}
      </div>
      <button slot="actions" @click=${this.close}>${icon('grid')}${texts.seeBoard}</button>
      <button slot="actions" @click=${() => this.send('arc-path')}>${icon('list')}${texts.seePath}</button>
      <button slot="actions" @click=${() => this.share(game)}>${icon('share')}${t().common.share}</button>
      <button slot="actions" class="primary" ?disabled=${this.fresh.working} @click=${() => this.next(game)}>
        ${icon('right')}${texts.nextPuzzle}
      </button>`;
  }
}
