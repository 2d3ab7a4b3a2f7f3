import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import type { RunRow } from '../../engine';
import { pngOf, saveFile } from '../../exchange/files';
import { failureText, toast } from '../../shell/messages';
import { legendStyles } from '../../shell/legend-styles';
import { Component, Sizes } from '../../shell/view';
import { language, t } from '../../words';
import { colorOf, dashOf, draw, type ChartName } from './charts';
import { documentOf } from './export';
import { percent, short, time, byClues, clockStep, summaries, within } from './stats';
import { column, panel, row } from '../../shell/styles';

/** Times in the table of shares, in milliseconds. */
const TIMES = [0.1, 1, 10, 100, 1000];

/** A chart with a description, its numbers as a table, and downloads. */
@customElement('arc-compare-chart')
export class CompareChart extends Component {
  static override styles = [
    legendStyles,
    css`
      :host {
        min-width: 0;
      }
      figure {
        ${column('8px')};
        height: 100%;
        padding: 16px;
        ${panel};
      }
      header {
        ${row('4px 12px')};
        justify-content: space-between;
      }
      .save {
        display: flex;
        gap: 4px;
      }
      .save button {
        min-height: 32px;
        padding: 2px 10px;
        font-size: 0.8125rem;
      }
      .drawing {
        flex: 1;
        min-height: 120px;
        overflow: hidden;
      }
      .drawing svg {
        display: block;
        max-width: 100%;
        height: auto;
        overflow: visible;
        color: var(--quiet);
        font-family: var(--font);
        font-size: 12px;
        background: var(--surface);
      }
      /* The styles that the chart library puts into each drawing. */
      .drawing svg :is(text, tspan) {
        white-space: pre;
      }
      .drawing svg [aria-label$='-axis tick label'] {
        fill: var(--text);
      }
      .legend {
        --sign-width: 26px;
        --sign-height: 8px;
        color: var(--text);
      }
      td,
      thead th:not(:first-child) {
        text-align: end;
      }
      table {
        font-size: 0.875rem;
        width: 100%;
      }
      tbody th {
        font-weight: 400;
      }
    `,
  ];

  @property() name: ChartName = 'nodes';
  @property({ attribute: false }) names: readonly string[] = [];
  @property({ attribute: false }) runs: readonly RunRow[] = [];
  @state() private width = 0;
  private waiting = false;
  @query('.drawing') private place!: HTMLElement;

  constructor() {
    super();
    new Sizes(
      this,
      () => this.place,
      ({ width }) => (this.width = Math.floor(width)),
    );
  }

  protected override updated(): void {
    if (this.width < 50 || this.waiting) return;
    this.waiting = true;
    // Each chart is a separate task, so the page stays responsive.
    setTimeout(() => this.draw());
  }

  private draw(): void {
    this.waiting = false;
    const { names, runs, width } = this;
    const data = { names, runs, width, language: language(), axis: t().compare.axis };
    this.place.replaceChildren(draw(this.name, data));
  }

  private document(): string {
    const drawn = this.place.querySelector('svg');
    const legend = [...this.renderRoot.querySelectorAll('.series')].map((line, index) => ({
      name: this.names[index],
      color: getComputedStyle(line).stroke,
      dash: dashOf(index),
    }));
    return drawn ? documentOf(drawn, t().compare.chart[this.name], legend) : '';
  }

  private async savePng(): Promise<void> {
    try {
      saveFile(`arcdoku-${this.name}.png`, await pngOf(this.document(), 2 * this.width));
    } catch (error) {
      toast(failureText(error), { kind: 'error' });
    }
  }

  override render() {
    const texts = t().compare;
    const title = texts.chart[this.name];
    const hasLines = this.name === 'clues' || this.name === 'solved';
    return html`<figure aria-label=${title}>
      <header>
        <h3>${title}</h3>
        <div class="save" role="group" aria-label=${`${texts.download}: ${title}`}>
          <button @click=${() => saveFile(`arcdoku-${this.name}.svg`, this.document(), 'image/svg+xml')}>
            ${texts.svg}
          </button>
          <button @click=${this.savePng}>${texts.png}</button>
        </div>
      </header>
      ${hasLines ? this.legend() : nothing}
      <div class="drawing"></div>
      <figcaption class="small quiet">${this.sentence()}</figcaption>
      <details>
        <summary>${texts.asTable}</summary>
        <div class="scroll" tabindex="0" role="region" aria-label=${title}>${this.table()}</div>
      </details>
    </figure>`;
  }

  private legend(): TemplateResult {
    return html`<ul class="legend">
      ${this.names.map(
        (name, index) =>
          html`<li>
            <svg viewBox="0 0 26 8" aria-hidden="true">
              ${svg`<path class="series" d="M0 4H26" stroke=${colorOf(index)} stroke-width="2.5" stroke-dasharray=${dashOf(index)} />`}</svg
            >${name}
          </li>`,
      )}
    </ul>`;
  }

  private sentence(): string {
    const texts = t().compare.about;
    const all = summaries(this.names, this.runs).filter(({ runs }) => runs > 0);
    if (all.length === 0) return '';
    if (this.name === 'clues') {
      const clues = byClues(this.runs).map((row) => row.clues);
      return texts.clues(String(Math.min(...clues)), String(Math.max(...clues)));
    }
    if (this.name === 'solved') {
      const shares = (limit: number) => this.names.map((_, index) => within(this.runs, index, limit));
      // The longest time at which a single strategy leads.
      const leads = (all: number[]) => all.filter((share) => share === Math.max(...all)).length === 1;
      const limit = TIMES.findLast((one) => leads(shares(one))) ?? 1000;
      const best = shares(limit);
      const first = best.indexOf(Math.max(...best));
      return texts.solved(this.names[first], percent(best[first]), time(limit));
    }
    const { name } = this;
    const order = all.toSorted((a, b) => a[name].median - b[name].median);
    const [best, worst] = [order[0], order[order.length - 1]].map((row) => {
      const text = this.valueText(row[name].median);
      return [row.name, row[name].atLeast ? `≥ ${text}` : text] as const;
    });
    return texts[name](...best, ...worst);
  }

  private valueText(value: number): string {
    return this.name === 'time' ? time(value, clockStep(this.runs)) : short(value);
  }

  private table(): TemplateResult {
    if (this.name === 'clues') return this.clues();
    return this.name === 'solved' ? this.shares() : this.quartiles(this.name);
  }

  private rows(heads: readonly string[], rows: readonly (readonly string[])[]): TemplateResult {
    return html`<table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...rest]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${rest.map((entry) => html`<td>${entry}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  private quartiles(name: 'nodes' | 'time'): TemplateResult {
    const texts = t().compare.quartiles;
    const columns = ['min', 'q1', 'median', 'q3', 'max'] as const;
    return this.rows(
      [t().common.strategy, ...columns.map((column) => texts[column])],
      summaries(this.names, this.runs).map((row) => [
        row.name,
        ...columns.map((column) => this.valueText(row[name][column])),
      ]),
    );
  }

  private clues(): TemplateResult {
    const rows = byClues(this.runs);
    const counts = [...new Set(rows.map(({ clues }) => clues))].sort((a, b) => a - b);
    return this.rows(
      [t().compare.axis.clues, ...this.names],
      counts.map((clues) => [
        String(clues),
        ...this.names.map((_, index) => {
          const row = rows.find((one) => one.clues === clues && one.strategy === index);
          return row ? short(row.nodes) : '–';
        }),
      ]),
    );
  }

  private shares(): TemplateResult {
    return this.rows(
      [t().common.strategy, ...TIMES.map((limit) => t().compare.within(time(limit)))],
      this.names.map((name, index) => [name, ...TIMES.map((limit) => percent(within(this.runs, index, limit)))]),
    );
  }
}
