import { bisectRight } from 'd3-array';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import { all, iconButton, select } from '../../shell/controls';
import { grouped } from '../../shell/job';
import { panel, row } from '../../shell/styles';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { sentence } from './sentence';
import type { Kind } from './transport';
import type { Timeline } from './timeline';

/** The number of rows on a page. */
const PAGE = 50;

/** All events of a search as a table, in pages. Follows the search, and sends `arc-go` with the number of an event. */
@customElement('arc-search-events')
export class SearchEvents extends Component {
  static override styles = css`
    .tools {
      ${row('4px 8px')};
      align-items: end;
      margin-block-end: 8px;
    }
    .range {
      align-self: center;
    }
    .table {
      position: relative;
      max-height: 20rem;
      overflow: auto;
      ${panel};
    }
    table {
      width: 100%;
      font-size: 0.875rem;
    }
    thead th {
      position: sticky;
      inset-block-start: 0;
      background: var(--sunken);
    }
    tbody tr[aria-current] {
      background: var(--accent-soft);
      box-shadow: inset 4px 0 var(--accent);
    }
    a {
      display: inline-flex;
      align-items: center;
      justify-content: end;
      min-width: 40px;
      min-height: 40px;
    }
  `;

  @property({ attribute: false }) timeline!: Timeline;
  @property({ type: Number }) count = 0;
  /** The number of loaded events. A change renders the table again. */
  @property({ type: Number }) length = 0;
  @property({ attribute: false }) link!: (event: number) => string;
  @state() private kind: Kind | 'all' = 'all';
  /** The page to show; undefined while the table follows the search. */
  @state() private page?: number;
  @query('.table') private table!: HTMLElement;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('count')) this.page = undefined;
  }

  protected override updated(): void {
    const current = this.renderRoot.querySelector<HTMLElement>('[aria-current]');
    if (this.page === undefined) this.table.scrollTop = current ? current.offsetTop - this.table.clientHeight / 2 : 0;
  }

  private go(event: Event, number: number): void {
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('arc-go', { detail: number, bubbles: true, composed: true }));
  }

  override render() {
    const texts = t().search;
    const { events } = this.timeline;
    const kinds = new Set(events.map(({ event }) => event));
    const numbers = events.flatMap(({ event }, at) => (this.kind === 'all' || event === this.kind ? [at + 1] : []));
    const current = bisectRight(numbers, this.count) - 1;
    const last = Math.max(0, Math.ceil(numbers.length / PAGE) - 1);
    const page = Math.min(last, this.page ?? Math.floor(Math.max(0, current) / PAGE));
    const shown = numbers.slice(page * PAGE, (page + 1) * PAGE);
    const range = [shown[0] ?? 0, shown.at(-1) ?? 0, this.length].map(grouped) as [string, string, string];
    return html`<div class="tools">
        ${select(
          texts.kind,
          [['all', texts.allKinds], ...all(texts.kinds).filter(([kind]) => kinds.has(kind))] as const,
          this.kind,
          (kind) => ([this.kind, this.page] = [kind, undefined]),
        )}
        ${iconButton('back', texts.pageBefore, () => (this.page = page - 1), { off: page === 0 })}
        ${iconButton('step', texts.pageNext, () => (this.page = page + 1), { off: page === last })}
        <span class="range small quiet">${texts.range(...range)}</span>
      </div>
      <div class="table" role="group" tabindex="0" aria-label=${texts.events}>
        <table>
          <thead>
            <tr>
              <th scope="col">${texts.number}</th>
              <th scope="col">${texts.kind}</th>
              <th scope="col">${texts.what}</th>
            </tr>
          </thead>
          <tbody>
            ${shown.map((number) => this.row(number, number === numbers[current]))}
          </tbody>
        </table>
      </div>`;
  }

  private row(number: number, isCurrent: boolean): TemplateResult {
    const event = this.timeline.events[number - 1];
    return html`<tr aria-current=${isCurrent ? 'step' : nothing}>
      <td>
        <a href=${this.link(number)} @click=${(click: Event) => this.go(click, number)}>${grouped(number)}</a>
      </td>
      <td>${t().search.kinds[event.event]}</td>
      <td>${sentence(event)}</td>
    </tr>`;
  }
}
