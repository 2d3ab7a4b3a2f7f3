import { html, nothing, type TemplateResult } from 'lit';

import { digitText, isPlain, leastOf } from '../../element/cells';
import { parseRule } from '../../element/rules';
import { shapeText } from '../../game/puzzle';
import { all, check, listed, radios, select, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { t } from '../../words';
import * as drafts from './draft';
import type { RulesView } from './index';

/** The fields for size, boxes, tools, and rules of the whole grid. */
export function rulesPanel(view: RulesView): TemplateResult {
  return html`<section class="card panel">${gridPart(view)} ${toolPart(view)} ${togglePart(view)}</section>`;
}

function gridPart(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { draft } = view;
  const { size } = draft.shape;
  const boxes = drafts.boxesOf(draft);
  const choices = [
    ...drafts.boxChoices(size).map(([rows, columns]) => [`${rows}x${columns}`, texts.boxesOf(rows, columns)] as const),
    ['jigsaw', texts.jigsaw] as const,
    ['latin', texts.latin] as const,
  ];
  if (!isPlain(draft.shape)) {
    return html`<p>${t().common.size}: <code>${shapeText(draft.shape)}</code></p>`;
  }
  return html`<div class="pair">
    ${select(
      t().common.size,
      listed(drafts.SIZES, (one) => `${one} × ${one}`),
      size,
      (one) => view.change(drafts.withSize(draft, one)),
    )}
    ${select(texts.boxes, choices, boxes, (one) => view.change(drafts.withBoxes(draft, one)))}
  </div>`;
}

function toolPart(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { draft, tool } = view;
  const tools = all(texts.tools).filter(([one]) => one !== 'regions' || draft.shape.regions);
  const draws = tool === 'cage' || tool === 'thermo' || tool === 'set';
  return html`<div class="group">
    ${radios(texts.tool, tools, tool, (one) => view.choose(one), { look: 'tools' })}
    <p class="small quiet">${texts.how[tool]}</p>
    ${tool === 'clues' ? digitsPart(view) : nothing} ${tool === 'regions' ? regionsPart(view) : nothing}
    ${
      draws
        ? html`<div class="row">
            <button @click=${() => view.add()}>${icon('plus')}${t().common.add}</button>
            ${tool === 'cage' ? sumPart(view) : nothing}
          </div>`
        : nothing
    }
  </div>`;
}

function digitsPart(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { shape } = view.draft;
  const digits = Array.from({ length: shape.size }, (_, at) => at + 1);
  const valueOf = (digit: number) => digitText(digit, false, leastOf(shape));
  return html`<div class="keys">
    ${digits.map(
      (digit) =>
        html`<button aria-label=${texts.digit(valueOf(digit))} @click=${() => view.enter(digit)}>
          ${valueOf(digit)}
        </button>`,
    )}
    <button class="wide" @click=${() => view.enter(undefined)}>${icon('erase')}${texts.clear}</button>
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

/** The field for the sum of the last drawn cage. */
function sumPart(view: RulesView): TemplateResult | typeof nothing {
  const texts = t().rules;
  const { draft, cage } = view;
  const line = cage === undefined ? undefined : draft.lines[cage];
  const rule = line === undefined ? undefined : parseRule(line, draft.shape);
  if (cage === undefined || rule?.kind !== 'cage') return nothing;
  const { least, most } = drafts.sums(draft.shape, rule.cells.length);
  return html`<label class="sum">
    <span>${texts.sum}</span>
    <input
      type="number"
      min=${least}
      max=${most}
      .value=${String(rule.sum ?? '')}
      @input=${(event: Event) => view.change(drafts.withSum(draft, cage, valueOf(event)))}
    />
    <span class="small quiet">${texts.sumRange(least, most)}</span>
  </label>`;
}

function togglePart(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { draft } = view;
  return html`<div class="group">
    <strong>${texts.everywhere}</strong>
    <div class="toggles">
      ${drafts.TOGGLES.map((name) =>
        check(texts.toggles[name], drafts.has(draft, name), () => view.change(drafts.toggled(draft, name)), {
          off: !drafts.fits(name, draft.shape),
          title: texts.togglesHow[name],
        }),
      )}
    </div>
  </div>`;
}
