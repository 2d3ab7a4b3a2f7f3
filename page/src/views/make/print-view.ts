import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { all, check, listed, select, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { Component } from '../../shell/view';
import { t } from '../../words';
import type { Made } from './made';
import './print-sheets';
import type { ArcSheets } from './print-sheets';
import { pagesOf, PER_PAGE, printStyle, USUAL, type Layout } from './sheets';

/** The puzzles that can be printed, by the name of the choice. */
export type PrintSets = readonly (readonly ['selected' | 'latest' | 'all', readonly Made[]])[];

/** The last layout of the pages, kept while the page is open. */
let last: Layout | undefined;

/** Print options and a preview. While they are shown, printing the page prints only the sheets. */
@customElement('arc-print-view')
export class PrintView extends Component {
  static override styles = css`
    .options {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      gap: 12px 20px;
      margin: 12px 0 16px;
    }
    .options input[type='text'] {
      width: 12rem;
    }
    .head {
      justify-content: space-between;
    }
    .preview {
      container-type: inline-size;
      padding: 16px;
      border-radius: var(--radius);
      background: var(--sunken);
    }
  `;

  @property({ attribute: false }) sets: PrintSets = [];
  @state() private chosen?: PrintSets[number][0];
  @state() private layout: Layout = last ?? { ...USUAL, title: t().make.titleDefault };
  private readonly sheet = new CSSStyleSheet();
  private printed?: ArcSheets;

  override connectedCallback(): void {
    super.connectedCallback();
    document.adoptedStyleSheets.push(this.sheet);
    this.printed = document.createElement('arc-sheets') as ArcSheets;
    this.printed.setAttribute('aria-hidden', 'true');
    this.follow();
    document.body.append(this.printed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.printed?.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
  }

  protected override willUpdate(): void {
    this.follow();
  }

  private get puzzles(): readonly Made[] {
    const set = this.sets.find(([name]) => name === this.chosen) ?? this.sets[0];
    return set?.[1] ?? [];
  }

  private follow(): void {
    last = this.layout;
    this.sheet.replaceSync(printStyle(this.layout));
    if (this.printed) Object.assign(this.printed, { puzzles: this.puzzles, layout: this.layout });
  }

  private change(changed: Partial<Layout>): void {
    this.layout = { ...this.layout, ...changed };
  }

  override render() {
    const texts = t().make;
    const { layout } = this;
    return html`<div class="row head">
        <button class="plain" @click=${() => this.send('close')}>${icon('left')}${texts.back}</button>
        <div class="row">
          <span class="quiet small">${texts.pages(pagesOf(this.puzzles, layout).length)}</span>
          <button class="primary" @click=${() => print()}>${icon('print')}${t().common.print}</button>
        </div>
      </div>
      <div class="options">
        ${
          this.sets.length > 1
            ? select(
                texts.which,
                this.sets.map(([name, { length }]) => [name, texts.sets[name](length)]),
                this.chosen ?? this.sets[0][0],
                (chosen) => (this.chosen = chosen),
              )
            : nothing
        }
        ${select(
          texts.perPage,
          listed(PER_PAGE, (one) => String(one)),
          layout.perPage,
          (perPage) => this.change({ perPage }),
        )}
        ${select(texts.solutions, all(texts.solutionPages), layout.solutions, (solutions) => this.change({ solutions }))}
        ${select(texts.paper, all(texts.papers), layout.paper, (paper) => this.change({ paper }))}
        <label class="field">
          ${texts.title}
          <input
            type="text"
            maxlength="60"
            .value=${layout.title}
            @input=${(event: Event) => this.change({ title: valueOf(event) })}
          />
        </label>
        ${check(texts.showRatings, layout.ratings, (ratings) => this.change({ ratings }))}
        ${check(texts.large, layout.large, (large) => this.change({ large }))}
        ${check(texts.codes, layout.codes, (codes) => this.change({ codes }))}
      </div>
      <div class="preview"><arc-sheets preview .puzzles=${this.puzzles} .layout=${layout}></arc-sheets></div>`;
  }
}
