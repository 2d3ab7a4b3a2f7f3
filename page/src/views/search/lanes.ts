import { css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import { radios } from '../../shell/controls';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { ellipsis } from '../../shell/styles';

/**
 * One or two searches, in its slot. If two do not fit next to each other, only one is shown; a swipe or a button
 * above shows the other. The buttons show the progress of both.
 */
@customElement('arc-search-lanes')
export class SearchLanes extends Component {
  static override styles = css`
    :host {
      min-width: 0;
    }
    .lanes {
      display: grid;
      grid-auto-flow: column;
      grid-auto-columns: 100%;
      gap: 16px;
      overflow-x: auto;
      overscroll-behavior-x: contain;
      scroll-snap-type: x mandatory;
      scroll-behavior: smooth;
      scrollbar-width: none;
    }
    ::slotted(*) {
      min-width: 0;
      scroll-snap-align: start;
      scroll-snap-stop: always;
    }
    .segments {
      grid-auto-columns: minmax(0, 1fr);
      margin-bottom: 8px;
    }
    .segments button {
      flex-direction: column;
      gap: 0;
      line-height: 1.25;
    }
    .segments span {
      max-width: 100%;
      ${ellipsis};
    }
    .segments .small {
      color: var(--quiet);
      font-size: 0.75rem;
      font-weight: 400;
      font-variant-numeric: tabular-nums;
    }
    @media (min-width: 46rem) {
      .segments {
        display: none;
      }
      .lanes {
        grid-auto-columns: minmax(0, 1fr);
        gap: 24px;
        overflow: visible;
      }
    }
  `;

  /** Name and numbers of each search. */
  @property({ attribute: false }) labels: readonly { readonly name: string; readonly numbers: string }[] = [];
  @state() private shown = 0;
  @query('.lanes') private lanes?: HTMLElement;

  private show(index: number): void {
    const { lanes } = this;
    if (lanes) lanes.scrollLeft = index * lanes.clientWidth;
    this.shown = index;
  }

  private onScroll(): void {
    const { lanes } = this;
    if (lanes) this.shown = Math.round(lanes.scrollLeft / Math.max(1, lanes.clientWidth));
  }

  override render() {
    const { labels, shown } = this;
    return html`${
        labels.length > 1
          ? radios(
              t().search.lanes,
              labels.map(({ name, numbers }, index) => [
                index,
                html`<span>${name}</span><span class="small">${numbers}</span>`,
              ]),
              shown,
              (index) => this.show(index),
            )
          : nothing
      }
      <div class="lanes" @scrollend=${this.onScroll}><slot></slot></div>`;
  }
}
