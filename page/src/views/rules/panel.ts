import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

import { cluePad } from '../../draw/clue-pad';
import { columnsOf, isPlain, leastOf, rowsOf } from '../../element/cells';
import type { Shape } from '../../element/types';
import { faultText } from '../../exchange/fault-texts';
import { boardSvg } from '../../exchange/picture';
import { LARGEST, WIDEST } from '../../game/puzzle';
import { all, check, listed, radios, select, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { storedRow } from '../../shell/stored-row';
import { t } from '../../words';
import * as drafts from './draft';
import type { RulesView } from './index';
import type { DraftRow } from './kept';
import { palette } from './palette';
import type { LineFault } from './verdict';

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
        if (one > 0) view.begin(drafts.withSize(draft, one));
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

export function textPanel(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { draft, verdict } = view;
  const text = drafts.textOf(draft);
  const faults = verdict?.faults ?? [];
  return html`<section class="card stack">
    <label class="stack">
      <strong>${texts.text}</strong>
      <textarea
        class="code"
        rows=${Math.max(3, Math.min(10, text.split('\n').length + 1))}
        wrap="off"
        spellcheck="false"
        autocapitalize="off"
        aria-invalid=${faults.length > 0}
        aria-describedby="faults"
        .value=${text}
        @input=${(event: Event) => view.change(drafts.withText(draft, valueOf(event)))}
      ></textarea>
    </label>
    <p class="small quiet">${texts.textHow}</p>
    <div id="faults" role="status">${faultList(view, faults)}</div>
  </section>`;
}

/** The faults, or a confirmation that there are none. */
function faultList(view: RulesView, faults: readonly LineFault[]): TemplateResult | typeof nothing {
  const texts = t().rules;
  const { verdict, draft } = view;
  const { size } = draft.shape;
  const counts = draft.shape.regions ? drafts.regionCounts(draft) : [];
  const regions = counts.flatMap((count, at) =>
    drafts.isRegionSize(draft.shape, count) ? [] : [texts.regionWrong(at + 1, count, size)],
  );
  const list = (all: readonly (string | TemplateResult)[]) =>
    html`<ul class="faults">
      ${all.map((one) => html`<li>${one}</li>`)}
    </ul>`;
  if (regions.length > 0) return list(regions);
  if (faults.length > 0) {
    return list(
      faults.map(
        (fault) =>
          html`<span>${faultText(fault, t().exchange)}</span>
            <button class="plain" @click=${() => goToFault(view, fault)}>${texts.goToFault}</button>`,
      ),
    );
  }
  if (!verdict) return nothing;
  if (verdict.other) return list([faultText(verdict.other, t().exchange)]);
  if (verdict.conflict) return html`<p class="warn">${texts.conflict(t().exchange.phrase(verdict.conflict.found))}</p>`;
  return html`<p class="good">${icon('check')}${texts.fine}</p>`;
}

/** Selects the word at the position of a fault. */
function goToFault({ text }: RulesView, { line, column }: LineFault): void {
  const lines = text.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const rest = (lines[line - 1] ?? '').slice(column - 1);
  text.focus();
  text.setSelectionRange(start, start + Math.max(1, /^\S*/.exec(rest)?.[0].length ?? 1));
}

export function keptPanel(view: RulesView): TemplateResult | typeof nothing {
  const { earlier } = view;
  if (earlier.length === 0) return nothing;
  return html`<details class="card earlier">
    <summary>${t().rules.earlier(earlier.length)}</summary>
    <ul>
      ${earlier.map((one) => keptRow(view, one))}
    </ul>
  </details>`;
}

function keptRow(view: RulesView, { id, draft, touched }: DraftRow): TemplateResult {
  const texts = t().rules;
  const { shape, givens } = draft;
  const rules = drafts.written(draft);
  const name = draft.name ?? t().play.unnamed(rowsOf(shape), columnsOf(shape));
  return storedRow({
    picture: unsafeHTML(boardSvg({ shape, rules, digits: givens })),
    name,
    about: rules.length > 0 ? html`<span class="small">${rules.join(', ')}</span>` : nothing,
    touched,
    remove: texts.deleteDraft(name),
    open: () => view.open(draft),
    erase: () => view.erase(id),
  });
}
