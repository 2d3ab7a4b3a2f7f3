import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

import { fileName, saveFile } from '../../exchange/files';
import { boardDocument, boardSvg } from '../../exchange/picture';
import { newGame } from '../../game/game';
import { iconButton } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { go } from '../../shell/route';
import { session } from '../../shell/session';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { linesOf, type Made, ratingText, techniqueNames } from './made';
import './print-view';
import type { PrintSets } from './print-view';
import { bareList, column, line, tiles } from '../../shell/styles';

/**
 * The list of puzzles.
 * @fires arc-clear - the list should be cleared.
 */
@customElement('arc-make-results')
export class MakeResults extends Component {
  static override styles = css`
    :host {
      min-width: 0;
    }
    .empty {
      display: grid;
      place-items: center;
      min-height: 12rem;
      border: 1px dashed var(--outline);
      border-radius: var(--radius);
      color: var(--quiet);
    }
    .tools {
      justify-content: space-between;
      margin-bottom: 12px;
    }
    ol {
      ${tiles('13.5rem', '16px')};
      ${bareList};
    }
    li {
      ${column('10px')};
      padding: 12px;
    }
    .head {
      ${line('8px')};
      justify-content: space-between;
      min-height: 40px;
    }
    .picture svg {
      display: block;
      width: 100%;
    }
    .facts {
      flex: 1;
      ${column('2px')};
      font-size: 0.875rem;
    }
    .facts strong {
      font-size: 0.9375rem;
    }
    .acts {
      display: grid;
      grid-template-columns: 1fr 40px 40px;
      gap: 6px;
    }
    .acts button {
      padding: 0 8px;
    }
  `;

  @property({ attribute: false }) made: readonly Made[] = [];
  @property({ type: Number }) earlier = 0;
  @property({ type: Boolean }) busy = false;
  @state() private chosen: readonly Made[] = [];
  @state() private printing = false;

  constructor() {
    super(techniqueNames);
  }

  /** Shows the pages of the latest puzzles. */
  print(): void {
    this.chosen = [];
    this.printing = true;
  }

  private play({ puzzle }: Made): void {
    session.start(puzzle);
    go('play');
  }

  private async share({ puzzle }: Made): Promise<void> {
    const { openExport } = await import('../../exchange/dialogs');
    openExport(newGame(puzzle, 'made', Date.now()), () => boardDocument({ ...puzzle, digits: puzzle.givens }));
  }

  private toggle(made: Made, on: boolean): void {
    this.chosen = on ? [...this.chosen, made] : this.chosen.filter((one) => one !== made);
  }

  /** The sets of puzzles to choose from for print. The first one is the usual choice. */
  private get forPrint(): PrintSets {
    const { made, earlier } = this;
    const chosen = made.filter((one) => this.chosen.includes(one));
    return [
      ...(chosen.length > 0 ? [['selected', chosen] as const] : []),
      ...(earlier > 0 && earlier < made.length ? [['latest', made.slice(earlier)] as const] : []),
      ['all', made],
    ];
  }

  override render() {
    const texts = t().make;
    const { made } = this;
    if (this.printing) {
      return html`<arc-print-view .sets=${this.forPrint} @close=${() => (this.printing = false)}></arc-print-view>`;
    }
    if (made.length === 0)
      return html`<div class="empty"><p>${this.busy ? t().exchange.working : texts.empty}</p></div>`;
    return html`<div class="row tools">
        <h2>${texts.made(made.length)}</h2>
        <div class="row">
          <button @click=${() => (this.printing = true)}>
            ${icon('print')}${texts.printAll(this.forPrint[0][1].length)}
          </button>
          <button @click=${() => saveFile(fileName('arcdoku', 'jsonl'), linesOf(made), 'application/jsonl')}>
            ${icon('download')}${t().common.save}
          </button>
          <button class="plain" ?disabled=${this.busy} @click=${this.clear}>${icon('trash')}${texts.clear}</button>
        </div>
      </div>
      <ol>
        ${made.map((one, index) => this.item(one, index + 1))}
      </ol>`;
  }

  private clear(): void {
    this.chosen = [];
    this.send('arc-clear');
  }

  private item(made: Made, number: number): TemplateResult {
    const texts = t().make;
    const { puzzle, clues, hardest } = made;
    const rating = ratingText(made, t());
    const name = texts.row(number);
    const act = (icon: IconName, title: string, run: () => void) =>
      iconButton(icon, `${title}: ${name}`, run, { title });
    return html`<li class="card">
      <div class="head">
        <strong>${name}</strong>
        <input
          type="checkbox"
          aria-label=${texts.select(number)}
          title=${texts.select(number)}
          .checked=${this.chosen.includes(made)}
          @change=${(event: Event) => this.toggle(made, (event.target as HTMLInputElement).checked)}
        />
      </div>
      <div class="picture">${unsafeHTML(boardSvg({ ...puzzle, digits: puzzle.givens }, name))}</div>
      <div class="facts">
        ${rating === '' ? nothing : html`<strong>${rating}</strong>`}
        <span class="quiet">${clues > 0 ? t().common.clues(clues) : nothing}</span>
        ${hardest ? html`<span class="quiet">${texts.hardestStep(techniqueNames.value.get(hardest) ?? hardest)}</span>` : nothing}
      </div>
      <div class="acts">
        <button class="primary" @click=${() => this.play(made)}>${icon('play')}${t().common.play}</button>
        ${act('edit', texts.edit, () => go('rules', { p: puzzle.text }))}
        ${act('share', t().common.share, () => void this.share(made))}
      </div>
    </li>`;
  }
}
