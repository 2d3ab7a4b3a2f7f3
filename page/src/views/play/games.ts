import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

import { boardSvg } from '../../exchange/picture';
import { elapsed, timeText } from '../../game/clock';
import type { GameRow } from '../../game/library';
import '../../shell/dialog';
import { icon } from '../../shell/icons';
import { confirmed } from '../../shell/messages';
import { session } from '../../shell/session';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { goOn, titleOf } from './library';
import { storedRow, storedRowStyles } from '../../shell/stored-row';
import { bareList, column } from '../../shell/styles';

/** The dialog with the stored games, to resume or to delete. Sends `close`. */
@customElement('arc-games')
export class Games extends Component {
  static override styles = css`
    ul {
      ${column('8px')};
      ${bareList};
    }
    ${storedRowStyles}
    .stored[aria-current] {
      border-color: var(--accent);
      background: var(--accent-soft);
    }
  `;

  @property({ type: Boolean }) open = false;

  constructor() {
    super(session);
  }

  private go(id: string): void {
    if (session.open(id)) this.send('close');
  }

  private erase(id: string): void {
    session.remove(id);
    goOn();
    session.run();
    this.requestUpdate();
  }

  override render() {
    const texts = t().play;
    // The dialog is always rendered, because closing it returns the focus.
    return html`<arc-dialog heading=${texts.games} .open=${this.open} @close=${() => this.send('close')}>
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
    const label = texts.deleteSolved(solved.length);
    const erase = async () => {
      if (!(await confirmed(`${label}?`, texts.deleteSure))) return;
      for (const { game } of solved) session.remove(game.id);
      this.requestUpdate();
    };
    return html`<button @click=${erase}>${icon('trash')}${label}</button>`;
  }

  private row({ game, progress, solved }: GameRow): TemplateResult {
    const texts = t().play;
    const name = titleOf(game.puzzle);
    const clock = session.value?.id === game.id ? session.value.clock : game.clock;
    const done = solved ? texts.solvedShort : `${Math.floor(progress * 100)} %`;
    return storedRow({
      picture: unsafeHTML(boardSvg({ ...game.puzzle, digits: game.state.map(({ digit = 0 }) => digit) })),
      name,
      about: html`<span class="small">${done} · ${timeText(elapsed(clock, Date.now()))}</span>`,
      touched: game.touched,
      isCurrent: session.value?.id === game.id,
      remove: texts.deleteGame(name),
      open: () => this.go(game.id),
      erase: () => this.erase(game.id),
    });
  }
}
