import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { corner, extentOf, gridLines, SIDE } from '../../element/geometry';
import { layoutFor, type Game } from '../../game/game';
import { elapsed, timeText } from '../../game/clock';
import type { GameRow } from '../../game/library';
import '../../shell/dialog';
import { icon } from '../../shell/icons';
import { session } from '../../shell/session';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { goOn, unnamed } from './library';
import { storedRow, storedRowStyles } from '../../shell/stored-row';
import { bareList } from '../../shell/styles';

/** The dialog with the stored games, to resume or to delete. Sends `close`. */
@customElement('arc-games')
export class Games extends Component {
  static override styles = css`
    ul {
      display: grid;
      gap: 8px;
      ${bareList};
    }
    ${storedRowStyles}
    .stored[aria-current] {
      border-color: var(--accent);
      background: var(--accent-soft);
    }
    .sketch {
      background: var(--surface);
    }
    .sketch .line {
      fill: none;
      stroke: var(--outline);
      stroke-width: 0.12;
    }
    .sketch .given {
      fill: var(--text);
    }
    .sketch .entered {
      fill: var(--accent);
    }
  `;

  @property({ type: Boolean }) open = false;
  @state() private sure?: string;

  constructor() {
    super(session);
  }

  private go(id: string): void {
    if (session.open(id)) this.close();
  }

  private erase(id: string): void {
    if (this.sure !== id) {
      this.sure = id;
      return;
    }
    this.sure = undefined;
    session.remove(id);
    goOn();
    session.run();
    this.requestUpdate();
  }

  private close(): void {
    this.sure = undefined;
    this.send('close');
  }

  override render() {
    const texts = t().play;
    // The dialog is always rendered, because closing it returns the focus.
    return html`<arc-dialog heading=${texts.games} .open=${this.open} @close=${this.close}>
      ${this.open ? this.list() : nothing}
    </arc-dialog>`;
  }

  private list(): TemplateResult {
    const texts = t().play;
    session.save();
    const { rows, unreadable } = session.library.all();
    return html`<div class="stack">
      ${rows.length === 0 ? html`<p class="quiet">${texts.noGames}</p>` : nothing}
      <ul>
        ${rows.map((row) => this.row(row))}
      </ul>
      ${this.cleanUp(rows.filter(({ game, solved }) => solved && game.id !== session.value?.id))}
      ${unreadable > 0 ? html`<p class="small quiet">${texts.unreadable(unreadable)}</p>` : nothing}
    </div>`;
  }

  private cleanUp(solved: readonly GameRow[]): TemplateResult | typeof nothing {
    const texts = t().play;
    if (solved.length === 0) return nothing;
    const sure = this.sure === 'solved';
    return html`<button
      class=${sure ? 'error' : ''}
      @click=${() => {
        this.sure = sure ? undefined : 'solved';
        if (sure) for (const { game } of solved) session.remove(game.id);
      }}
    >
      ${icon('trash')}${sure ? texts.deleteSure : texts.deleteSolved(solved.length)}
    </button>`;
  }

  private row({ game, progress, solved }: GameRow): TemplateResult {
    const texts = t().play;
    const name = game.puzzle.name ?? unnamed(game.puzzle);
    const clock = session.value?.id === game.id ? session.value.clock : game.clock;
    const done = solved ? texts.solvedShort : `${Math.floor(progress * 100)} %`;
    return storedRow({
      picture: sketch(game),
      name,
      about: html`<span class="small">${done} · ${timeText(elapsed(clock, Date.now()))}</span>`,
      touched: game.touched,
      isCurrent: session.value?.id === game.id,
      isSure: this.sure === game.id,
      remove: texts.deleteGame(name),
      open: () => this.go(game.id),
      erase: () => this.erase(game.id),
    });
  }
}

/** A small picture of the filled cells of a game. Needs styles for `.given`, `.entered` and `.line`. */
function sketch({ puzzle, state }: Game): TemplateResult {
  const { shape, voids } = layoutFor(puzzle);
  const { thick, frame } = gridLines(shape, voids);
  const [wide, high] = extentOf(shape).map((length) => length / SIDE);
  const filled = (given: boolean) =>
    state
      .map((cell, index) => {
        if (cell.digit === undefined || (cell.given === true) !== given) return '';
        const [x, y] = corner(shape, index);
        return `M${x / SIDE + 0.22} ${y / SIDE + 0.22}h.56v.56h-.56z`;
      })
      .join('');
  return html`<svg class="sketch" viewBox="-0.1 -0.1 ${wide + 0.2} ${high + 0.2}" aria-hidden="true">
    ${svg`<path class="given" d=${filled(true)} /><path class="entered" d=${filled(false)} />
      <path class="line" transform="scale(${1 / SIDE})" stroke-width="6" d=${thick} />
      <path class="line" transform="scale(${1 / SIDE})" stroke-width="6" d=${frame} />`}
  </svg>`;
}
