import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { all, check, listed, select, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { Component } from '../../shell/view';
import { t } from '../../words';
import type { Made } from './made';
import './print-sheets';
import type { ArcSheets } from './print-sheets';
import { pagesOf, PER_PAGE, printStyle, type Layout } from './sheets';

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

  @property({ attribute: false }) puzzles: readonly Made[] = [];
  @state() private layout: Layout = last ?? {
    perPage: 4,
    paper: 'a4',
    title: t().make.titleDefault,
    ratings: true,
    solutions: true,
  };
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
    const at = document.adoptedStyleSheets.indexOf(this.sheet);
    if (at >= 0) document.adoptedStyleSheets.splice(at, 1);
  }

  protected override willUpdate(): void {
    this.follow();
  }

  private follow(): void {
    last = this.layout;
    this.sheet.replaceSync(printStyle(this.layout.paper));
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
        ${select(
          texts.perPage,
          listed(PER_PAGE, (one) => String(one)),
          layout.perPage,
          (perPage) => this.change({ perPage }),
        )}
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
        ${check(texts.showSolutions, layout.solutions, (solutions) => this.change({ solutions }))}
      </div>
      <div class="preview"><arc-sheets preview .puzzles=${this.puzzles} .layout=${layout}></arc-sheets></div>`;
  }
}
