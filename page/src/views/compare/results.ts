import { max, min } from 'd3-array';
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import type { RunRow } from '../../engine';
import { saveFile } from '../../exchange/files';
import { Component } from '../../shell/view';
import { t } from '../../words';
import {
  runsCsv,
  summaryCsv,
  short,
  time,
  clockStep,
  COLUMNS,
  sorted,
  summaries,
  value,
  type Column,
  type Summary,
} from './stats';
import { panel, row } from '../../shell/styles';

/** The table of a comparison, with one row per strategy. Can be sorted by any column. */
@customElement('arc-compare-results')
export class CompareResults extends Component {
  static override styles = css`
    table {
      width: 100%;
      font-size: 0.9375rem;
    }
    .scroll {
      ${panel};
    }
    th,
    td {
      padding: 8px 10px;
      white-space: nowrap;
      text-align: end;
    }
    thead th {
      padding: 0;
      vertical-align: bottom;
      background: var(--sunken);
    }
    thead button {
      justify-content: end;
      width: 100%;
      min-height: 44px;
      padding: 4px 10px;
      gap: 4px;
      border: 0;
      border-radius: 0;
      background: none;
      font-size: 0.8125rem;
      font-weight: 600;
      line-height: 1.25;
      text-align: end;
      white-space: normal;
    }
    th:first-child,
    thead th:first-child button {
      text-align: start;
      justify-content: start;
    }
    tbody th {
      position: sticky;
      inset-inline-start: 0;
      background: var(--surface);
      font-weight: 600;
    }
    tbody tr:last-child > * {
      border-block-end: 0;
    }
    .best {
      font-weight: 750;
    }
    .arrow {
      width: 0.75em;
    }
    .foot {
      ${row('8px')};
      margin-block-start: 10px;
    }
    .foot p {
      flex: 1 1 20rem;
    }
  `;

  @property({ attribute: false }) names: readonly string[] = [];
  @property({ attribute: false }) runs: readonly RunRow[] = [];
  @state() private by: Column = 'nodesMean';
  @state() private descending = false;

  private sortBy(column: Column): void {
    // Only in this column, larger values are better.
    this.descending = this.by === column ? !this.descending : column === 'solved';
    this.by = column;
  }

  override render() {
    const texts = t().compare;
    const rows = sorted(summaries(this.names, this.runs), this.by, this.descending);
    const step = clockStep(this.runs);
    const best = new Map(COLUMNS.map((column) => [column, bestOf(rows, column)]));
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${texts.results}>
        <table>
          <thead>
            <tr>
              ${COLUMNS.map((column) => this.head(column))}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${COLUMNS.map((column) =>
                    column === 'name'
                      ? html`<th scope="row">${row.name}</th>`
                      : html`<td class=${value(row, column) === best.get(column) ? 'best' : nothing}>
                          ${cellText(row, column, step)}
                        </td>`,
                  )}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <div class="foot">
        <p class="small quiet">${texts.lower}</p>
        <button @click=${() => saveFile('arcdoku-strategies.csv', summaryCsv(rows), 'text/csv')}>
          ${texts.tableCsv}
        </button>
        <button @click=${() => saveFile('arcdoku-runs.csv', runsCsv(this.names, this.runs), 'text/csv')}>
          ${texts.runsCsv}
        </button>
      </div>`;
  }

  private head(column: Column): TemplateResult {
    const own = this.by === column;
    const order = this.descending ? 'descending' : 'ascending';
    return html`<th scope="col" aria-sort=${own ? order : 'none'}>
      <button @click=${() => this.sortBy(column)}>
        ${t().compare.column[column]}<span class="arrow" aria-hidden="true"
          >${own ? (this.descending ? '↓' : '↑') : ''}</span
        >
      </button>
    </th>`;
  }
}

function bestOf(rows: readonly Summary[], column: Column): number | undefined {
  const numbers = rows.map((row) => Number(value(row, column))).filter((one) => !Number.isNaN(one));
  if (new Set(numbers).size < 2) return undefined;
  return column === 'solved' ? max(numbers) : min(numbers);
}

function cellText(row: Summary, column: Column, step: number): string {
  const known = Number(value(row, column));
  const text = column.startsWith('time') || column === 'total' ? time(known, step) : short(known);
  const lower =
    (column === 'nodesMedian' && row.nodes.atLeast) ||
    (column === 'timeMedian' && row.time.atLeast) ||
    (row.gaveUp > 0 && ['nodesMean', 'timeMean', 'backtracks', 'total'].includes(column));
  return lower ? `≥ ${text}` : text;
}
