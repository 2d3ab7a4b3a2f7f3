import { html, nothing, type TemplateResult } from 'lit';

import { faultText } from '../../exchange/fault-texts';
import { icon } from '../../shell/icons';
import { t } from '../../words';
import * as drafts from './draft';
import type { RulesView } from './index';
import type { LineFault } from './verdict';

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
        @input=${(event: Event) => view.change(drafts.withText(draft, (event.target as HTMLTextAreaElement).value))}
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
