import { html, nothing, type TemplateResult } from 'lit';

import { cluePad } from '../../draw/clue-pad';
import { columnsOf, isPlain, leastOf, rowsOf } from '../../element/cells';
import type { Shape } from '../../element/types';
import { LARGEST, WIDEST } from '../../game/puzzle';
import { all, check, listed, radios, select, valueOf } from '../../shell/controls';
import { t } from '../../words';
import * as drafts from './draft';
import type { RulesView } from './index';
import { palette } from './palette';

export function rulesPanel(view: RulesView): TemplateResult {
  return html`<section class="card panel">${gridPart(view)} ${toolPart(view)}</section>`;
}

function gridPart(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { draft } = view;
  const { shape } = draft;
  const { size } = shape;
  const [rows, columns] = [rowsOf(shape), columnsOf(shape)];
  const choices = [
    ...drafts.boxChoices(shape).map(([high, wide]) => [`${high}x${wide}`, texts.boxesOf(high, wide)] as const),
    ['jigsaw', texts.jigsaw] as const,
    ['latin', texts.latin] as const,
  ];
  const isSquare = rows === columns && drafts.SIZES.includes(rows);
  const sizes = listed(drafts.SIZES, (one) => `${one} × ${one}`);
  const other = [[0, `${rows} × ${columns}`]] as const;
  const count = (label: string, value: number, [least, most]: readonly [number, number], key: keyof Shape) =>
    html`<label class="field">
      ${label}
      <input
        type="number"
        min=${least}
        max=${most}
        .value=${String(value)}
        @change=${(event: Event) => view.change(drafts.withShape(draft, { [key]: Number(valueOf(event)) }))}
      />
    </label>`;
  return html`<div class="pair">
      ${select(t().common.size, isSquare ? sizes : [...other, ...sizes], isSquare ? rows : 0, (one) => {
        if (one > 0) view.change(drafts.withSize(draft, one));
      })}
      ${select(texts.boxes, choices, drafts.boxesOf(draft), (one) => view.change(drafts.withBoxes(draft, one)))}
    </div>
    <details ?open=${!isPlain(shape)}>
      <summary>${texts.otherGrids}</summary>
      <div class="grid">
        ${count(texts.rows, rows, [1, WIDEST], 'rows')} ${count(texts.columns, columns, [1, WIDEST], 'columns')}
        ${count(texts.digits, size, [1, LARGEST], 'size')} ${count(texts.least, leastOf(shape), [0, 1], 'least')}
        ${count(texts.extra, shape.extra ?? 0, [0, 2 * rows * columns], 'extra')}
      </div>
      ${check(texts.bare, shape.bare ?? false, (bare) => view.change(drafts.withShape(draft, { bare })))}
    </details>`;
}

function toolPart(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { draft, tool } = view;
  const tools = all(texts.tools).filter(([one]) => one !== 'regions' || draft.shape.regions);
  return html`<div class="group">
    ${radios(texts.tool, tools, tool, (one) => view.choose(one), { look: 'tools' })}
    ${tool === 'draw' ? palette(view) : html`<p class="small quiet">${texts.how[tool]}</p>`}
    ${tool === 'clues' ? cluePad(draft.shape, (digit) => view.enter(digit)) : nothing}
    ${tool === 'regions' ? regionsPart(view) : nothing}
  </div>`;
}

function regionsPart(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { size } = view.draft.shape;
  const counts = drafts.regionCounts(view.draft);
  const options = counts.map((count, at) => {
    const label = texts.region(at + 1, count, size);
    const look = drafts.isRegionSize(view.draft.shape, count) ? '' : 'off';
    return [at, html`<span>${at + 1}</span><small>${count}</small>`, { look, label, title: label }] as const;
  });
  return radios(texts.tools.regions, options, view.region, (at) => (view.region = at), { look: 'keys' });
}
