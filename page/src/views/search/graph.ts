import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { until } from 'lit/directives/until.js';

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
  private address!: Promise<string>;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('ask')) this.address = this.load();
  }

  private async load(): Promise<string> {
    const { svg } = await engine.ask('implications', this.ask);
    return svg === undefined ? '' : `data:image/svg+xml,${encodeURIComponent(svg.replaceAll('&lt;&gt;', '≠'))}`;
  }

  override render() {
    const shown = this.address.then(
      (address) => (address === '' ? problem(t().search.noGraph) : this.picture(address)),
      (error) => problem(failureText(error)),
    );
    return html`${until(shown, html`<p class="small quiet">${t().search.drawing}</p>`)}`;
  }

  private picture(address: string): TemplateResult {
    const name = t().search.graphOf(Number(this.ask.conflict), this.learned);
    return html`<div class="graph" role="group" tabindex="0" aria-label=${t().search.graph}>
      <img src=${address} alt=${name} />
    </div>`;
  }
}
