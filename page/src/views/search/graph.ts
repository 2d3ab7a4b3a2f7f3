import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { engine, type AskOf } from '../../engine';
import { problem } from '../../shell/controls';
import { panel } from '../../shell/styles';
import { Component, Loaded } from '../../shell/view';
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

  @property({ attribute: false }) ask!: AskOf<'implications'>;
  /** What was learned, in words. */
  @property() learned = '';
  private readonly drawing = new Loaded(
    this,
    () => JSON.stringify(this.ask),
    () => engine.ask('implications', this.ask),
  );

  override render() {
    const texts = t().search;
    const { value, error = value && !value.svg ? texts.noGraph : undefined } = this.drawing;
    if (error !== undefined) return problem(error);
    if (!value?.svg) return html`<p class="small quiet">${texts.drawing}</p>`;
    const address = `data:image/svg+xml,${encodeURIComponent(value.svg.replaceAll('&lt;&gt;', '≠'))}`;
    return html`<div class="graph" role="group" tabindex="0" aria-label=${texts.graph}>
      <img src=${address} alt=${texts.graphOf(Number(this.ask.conflict), this.learned)} />
    </div>`;
  }
}
