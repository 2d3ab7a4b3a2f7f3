import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

import { legendStyles } from '../../shell/legend-styles';
import { t } from '../../words';
import { treeSymbols } from './tree-styles';

export const treeLegendStyles = [treeSymbols, legendStyles];

const SYMBOLS: Readonly<Record<string, SVGTemplateResult>> = {
  open: svg`<circle class="branch open" cx="8" cy="8" r="6" />`,
  forced: svg`<circle class="branch open forced" cx="8" cy="8" r="6" />`,
  failed: svg`<circle class="dead" cx="8" cy="8" r="6" /><path class="dead cross" d="M5.4 5.4l5.2 5.2m0 -5.2l-5.2 5.2" />`,
  folded: svg`<path class="folded" d="M8 2L14.5 13.5H1.5Z" />`,
  solved: svg`<circle class="branch solved" cx="8" cy="8" r="6.5" /><circle class="inner" cx="8" cy="8" r="3.8" />`,
};

/** What the marks of the tree mean. */
export function legend(): TemplateResult {
  return html`<ul class="legend">
    ${Object.entries(t().search.legend).map(
      ([key, name]) => html`<li><svg viewBox="0 0 16 16" aria-hidden="true">${SYMBOLS[key]}</svg>${name}</li>`,
    )}
  </ul>`;
}
