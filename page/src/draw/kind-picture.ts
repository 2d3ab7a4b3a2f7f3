import { html, svg, type TemplateResult } from 'lit';

import { columnsOf } from '../element/cells';
import { drawingOf } from '../element/draw-listed';
import { gridLines, SIDE } from '../element/geometry';
import { layoutWith } from '../element/houses';
import { drawItems } from '../element/draw-cells';
import { cellsOf, parseRule, type Kind } from '../element/rules';

const GRID = { size: 4, boxRows: 2, boxColumns: 2 };

const pictures = new Map<Kind, TemplateResult>();

/** A small picture of a kind of rule: the drawing of its example. It needs `ruleStyles`. */
export function kindPicture(kind: Kind): TemplateResult {
  let picture = pictures.get(kind);
  if (!picture) pictures.set(kind, (picture = drawnKind(kind)));
  return picture;
}

function drawnKind({ example, style }: Kind): TemplateResult {
  // Rules in brackets are drawn, extra cells as the cells of the grid, and rules of the whole grid as its cells.
  const inner = [...example.matchAll(/\[([^\]]*)\]/g)].map(([, rule]) => rule);
  const inGrid = example.replace(
    /\bv(\d+)/g,
    (_, v: string) => `r${((Number(v) - 1) >> 2) + 1}c${((Number(v) - 1) & 3) + 1}`,
  );
  const isWhole = style === 'everywhere' || style === 'house';
  const rules = isWhole ? ['where a: r1-4c1-4'] : inner.length > 0 ? inner : [inGrid];
  const layout = layoutWith(GRID, rules);
  const { below, above, marks, lead, tail } = drawingOf(layout);
  const cells = rules.flatMap((rule) => cellsOf(parseRule(rule, GRID)));
  const reach = cells.flatMap((cell) => [Math.floor(cell / 4) + 1, (cell % columnsOf(GRID)) + 1]);
  const side = (reach.length > 0 ? Math.max(2, ...reach) : 4) * SIDE + lead + tail + 6;
  const { thin, thick, frame } = gridLines(layout.shape, layout.voids);
  return html`<svg class="kind" viewBox="${-lead - 3} ${-lead - 3} ${side} ${side}" aria-hidden="true">
    ${drawItems(below)}${svg`<path class="thin" d=${thin} /><path class="thick" d="${thick}${frame}" />`}
    ${drawItems(above)}${drawItems(marks)}
  </svg>`;
}
