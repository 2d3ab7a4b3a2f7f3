import { css, html, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { engine, type AskOf } from '../../engine';
import { failureText } from '../../shell/messages';
import { problem } from '../../shell/controls';
import { panel } from '../../shell/styles';
import { Component } from '../../shell/view';
import { t } from '../../words';

/** The implication graph of a conflict, drawn by the library. */
@customElement('arc-search-graph')
export class SearchGraph extends Component {
  static override styles = css`
    .graph {
      overflow: auto;
      max-height: 30rem;
      ${panel};
    }
    img {
      display: block;
      max-width: none;
    }
  `;

  @property({ attribute: false, hasChanged: (one, other) => JSON.stringify(one) !== JSON.stringify(other) })
  ask!: AskOf<'implications'>;
  /** What was learned, in words. */
  @property() learned = '';
  @state() private address = '';
  @state() private problem = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('ask')) void this.load();
  }

  private async load(): Promise<void> {
    const { ask } = this;
    this.problem = '';
    try {
      const { svg } = await engine.ask('implications', ask);
      if (ask !== this.ask) return;
      this.address = svg === undefined ? '' : `data:image/svg+xml,${encodeURIComponent(svg)}`;
      if (svg === undefined) this.problem = t().search.noGraph;
    } catch (error) {
      if (ask === this.ask) this.problem = failureText(error);
    }
  }

  override render() {
    if (this.problem !== '') return problem(this.problem);
    if (this.address === '') return html`<p class="small quiet">${t().search.drawing}</p>`;
    const name = t().search.graphOf(Number(this.ask.conflict), this.learned);
    return html`<div class="graph" role="group" tabindex="0" aria-label=${t().search.graph}>
      <img src=${this.address} alt=${name} />
    </div>`;
  }
}
