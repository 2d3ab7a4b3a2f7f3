import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

import { ruleTexts } from '../../draw/rule-texts';
import { boardSvg } from '../../exchange/picture';
import { qrOf, qrPicture } from '../../exchange/qr';
import { layoutFor } from '../../game/game';
import { routeTo } from '../../shell/route';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { ratingText, type Made } from './made';
import { MARGIN, pagesOf, SIZES, type Layout, type Page, type Placed } from './sheets';
import { column } from '../../shell/styles';

// Registered, so relative lengths in its value refer to the place where it is set.
CSS.registerProperty({ name: '--mm', syntax: '<length>', inherits: true, initialValue: '1px' });

/** Millimeters of a module of a QR code that phones can read, and of the smallest and the largest code. */
const [MODULE, LEAST_CODE, MOST_CODE] = [0.36, 18, 34];

/** The printed pages: in millimeters on paper, and fitted to the width as a preview on the screen. */
@customElement('arc-sheets')
export class ArcSheets extends Component {
  static override styles = css`
    :host {
      --mm: 1mm;
      color: #000;
      font-family: var(--font);
    }
    .page {
      ${column('calc(var(--mm) * 4)')};
      width: calc(var(--mm) * var(--width));
      height: calc(var(--mm) * var(--height));
      padding: calc(var(--mm) * ${MARGIN});
      background: #fff;
      overflow: hidden;
      break-after: page;
      break-inside: avoid;
    }
    .page:last-child {
      break-after: auto;
    }
    h2 {
      font-size: calc(var(--mm) * 5);
      letter-spacing: normal;
      line-height: 1.2;
    }
    .boards {
      flex: 1;
      min-height: 0;
      display: grid;
      grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
      grid-template-rows: repeat(var(--rows), minmax(0, 1fr));
      gap: calc(var(--mm) * 6) calc(var(--mm) * 9);
    }
    figure {
      container-type: size;
      min-height: 0;
    }
    /* The maximum width of the board below the caption. */
    .in {
      --above: calc(8 + var(--more, 0) + max(var(--code, 5) - 5, 0));
      ${column('calc(var(--mm) * 2)')};
      width: min(100cqw, calc(100cqh - var(--mm) * var(--above)));
      margin: 0 auto;
    }
    .has-rules {
      --more: 5;
    }
    .large {
      --more: 4;
    }
    .large .has-rules {
      --more: 12;
    }
    .solutions .boards {
      gap: calc(var(--mm) * 4) calc(var(--mm) * 6);
    }
    figcaption {
      display: flex;
      justify-content: space-between;
      align-items: end;
      gap: calc(var(--mm) * 3);
      font-size: calc(var(--mm) * 3.4);
      line-height: 1.25;
    }
    figcaption strong {
      white-space: nowrap;
      font-size: calc(var(--mm) * 4);
    }
    .rules {
      font-size: calc(var(--mm) * 3);
      line-height: 1.25;
    }
    svg {
      display: block;
      width: 100%;
    }
    .qr {
      width: calc(var(--mm) * var(--code));
      flex: none;
    }
    .large figcaption,
    .large .rules {
      font-size: calc(var(--mm) * 4.8);
    }
    .large figcaption strong {
      font-size: calc(var(--mm) * 6);
    }
    footer {
      text-align: center;
      font-size: calc(var(--mm) * 3.4);
      line-height: 1;
    }
    :host([preview]) {
      --mm: calc(min(100cqw, 620px) / 210);
    }
    :host([preview]) .page {
      margin: 0 auto 16px;
      outline: 1px solid var(--line);
      box-shadow: 0 2px 12px var(--shadow);
    }
  `;

  @property({ attribute: false }) puzzles: readonly Made[] = [];
  @property({ attribute: false }) layout!: Layout;

  protected override willUpdate(): void {
    const [width, height] = SIZES[this.layout.paper];
    this.style.setProperty('--width', String(width));
    this.style.setProperty('--height', String(height));
  }

  protected override updated(): void {
    for (const element of this.renderRoot.querySelectorAll<HTMLElement>('.page, .in')) {
      element.removeAttribute('style');
      const values = Object.entries(element.dataset);
      for (const [name, value] of values) element.style.setProperty(`--${name}`, value ?? '');
    }
  }

  override render() {
    return pagesOf(this.puzzles, this.layout).map((page, index) => this.page(page, index + 1));
  }

  private page({ kind, columns, rows, boards }: Page, number: number) {
    const texts = t().make;
    return html`<section
      class="page ${kind} ${this.layout.large ? 'large' : ''}"
      data-columns=${columns}
      data-rows=${rows}
      aria-label=${texts.page(number)}
    >
      ${kind === 'solutions' ? html`<h2>${texts.solutions}</h2>` : nothing}
      <div class="boards">${boards.map((board) => this.board(board))}</div>
      <footer>${number}</footer>
    </section>`;
  }

  private board({ number, made, isSolution }: Placed) {
    const { layout } = this;
    const { puzzle, solution } = made;
    const named = puzzle.name ? `${number} · ${puzzle.name}` : `${layout.title} ${number}`.trim();
    const title = isSolution ? String(number) : named;
    const digits = isSolution && solution ? solution : puzzle.givens;
    const rating = layout.ratings && !isSolution ? ratingText(made, t()) : '';
    const rules = isSolution ? [] : ruleTexts(layoutFor(puzzle), true);
    const [large, codes] = [layout.large && !isSolution, layout.codes && !isSolution];
    const link = codes ? qrOf(new URL(routeTo('play', { p: puzzle.text }), location.href).href) : undefined;
    const side = Math.max(LEAST_CODE, (link?.size ?? 0) * MODULE);
    const code = side > MOST_CODE ? undefined : link;
    return html`<figure>
      <div class="in ${rules.length > 0 ? 'has-rules' : ''}" data-code=${code ? side.toFixed(1) : nothing}>
        <figcaption>
          <strong>${title}</strong><span>${rating}</span>
          ${code ? qrPicture(code, t().exchange.qrLabel) : nothing}
        </figcaption>
        ${rules.length > 0 ? html`<div class="rules">${rules.join(' ')}</div>` : nothing}
        ${unsafeHTML(boardSvg({ ...puzzle, digits, large, givens: isSolution ? puzzle.givens : undefined }, title))}
      </div>
    </figure>`;
  }
}
