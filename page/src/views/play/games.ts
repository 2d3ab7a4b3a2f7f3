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
import { language, t } from '../../words';
import { goOn, unnamed } from './library';
import { bareList, line } from '../../shell/styles';

/** The stored games: to go on with or to delete. Sends `close`. */
@customElement('arc-games')
export class Games extends Component {
  static override styles = css`
    ul {
      display: grid;
      gap: 8px;
      ${bareList};
    }
    li {
      ${line('4px')};
    }
    .game {
      flex: 1;
      justify-content: flex-start;
      gap: 14px;
      min-width: 0;
      min-height: 72px;
      text-align: start;
    }
    .game[aria-current] {
      border-color: var(--accent);
      background: var(--accent-soft);
    }
    .sketch {
      width: 56px;
      height: 56px;
      flex: none;
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
    .about {
      display: grid;
      min-width: 0;
    }
    .about > * {
      overflow: hidden;
      text-overflow: ellipsis;
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
    // One dialog, open or not: only one that is closed gives the focus back.
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
    const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(game.touched);
    return html`<li>
      <button
        class="game"
        aria-current=${session.value?.id === game.id ? 'true' : nothing}
        @click=${() => this.go(game.id)}
      >
        ${sketch(game)}
        <span class="about">
          <strong>${name}</strong>
          <span class="small">${done} · ${timeText(elapsed(clock, Date.now()))}</span>
          <span class="small quiet">${date}</span>
        </span>
      </button>
      <button
        class=${this.sure === game.id ? 'error' : 'plain icon-only'}
        aria-label=${this.sure === game.id ? texts.deleteSure : texts.deleteGame(name)}
        @click=${() => this.erase(game.id)}
      >
        ${icon('trash')}${this.sure === game.id ? html`<span>${texts.deleteSure}</span>` : nothing}
      </button>
    </li>`;
  }
}

/** A small picture of a game: which cells are filled. Style `.given`, `.entered` and `.line`. */
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
