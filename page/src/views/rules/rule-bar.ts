import { html, nothing, type TemplateResult } from 'lit';

import { spoken } from '../../draw/names';
import { kindPicture } from '../../draw/kind-picture';
import { kindName } from '../../draw/rule-texts';
import { cellsOf, kindNamed, parseRule } from '../../element/rules';
import { check, iconButton, valueOf } from '../../shell/controls';
import { t } from '../../words';
import type { RulesView } from './index';
import { gestureOf, sums, takesWords, UNSET } from './tools';

/** Below the board: the rule that is drawn or edited, with its value and what can be done with it. */
export function ruleBar(view: RulesView): TemplateResult | typeof nothing {
  const texts = t().rules;
  const { drawing, tool } = view;
  const { kind, line, cells } = drawing;
  if (tool !== 'draw' && (tool !== 'edit' || line === undefined)) return nothing;
  const [isSwitch, isBegun] = [gestureOf(kind) === 'switch', cells.length > 0];
  const name = kindName(kind.name);
  const { add } = t().common;
  return html`<div class="row bar" role="group" aria-label=${texts.bar}>
    ${kindPicture(kind)}
    ${isSwitch ? check(name, line !== undefined, () => drawing.toggle()) : html`<strong>${name}</strong>`}
    ${takesWords(kind) ? words(view) : nothing}
    <span class="row">
      ${isSwitch ? nothing : iconButton('plus', add, () => view.add(), { look: isBegun ? 'primary' : '', text: add })}
      ${isBegun ? html`<button @click=${() => drawing.reset()}>${t().common.cancel}</button>` : nothing}
      ${
        line === undefined || isSwitch
          ? nothing
          : html`${iconButton('edit', texts.redraw, () => view.redraw(), { look: '', pressed: drawing.next === 'cells' })}
            ${iconButton('trash', texts.removeThis, () => drawing.remove(line), { look: '' })}`
      }
    </span>
  </div>`;
}

function words(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { drawing, draft } = view;
  const rule = drawing.line === undefined ? undefined : parseRule(draft.lines[drawing.line] ?? '', draft.shape);
  const range = rule?.kind === 'cage' ? sums(draft.shape, rule.cells.length) : undefined;
  return html`<label class="row value">
    <span class="small quiet">${texts.words}</span>
    <input
      type="text"
      class="code"
      aria-label=${texts.words}
      inputmode=${/^\d*$/.test(drawing.words) ? 'numeric' : nothing}
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      placeholder=${UNSET}
      .value=${drawing.words === UNSET ? '' : drawing.words}
      @input=${(event: Event) => drawing.changeWords(valueOf(event))}
    />
    ${range ? html`<span class="small quiet">${texts.sumRange(range.least, range.most)}</span>` : nothing}
  </label>`;
}

export function ruleList(view: RulesView): TemplateResult | typeof nothing {
  const texts = t().rules;
  const { draft, drawing } = view;
  const rows = draft.lines.flatMap((text, line) => (text.trim() === '' ? [] : [{ text, line }]));
  if (rows.length === 0) return nothing;
  return html`<details class="card" open>
    <summary><strong>${texts.list(rows.length)}</strong></summary>
    <ul class="lines">
      ${rows.map(({ text, line }) => {
        const kind = kindNamed(text.trim().split(/[\s:]/)[0]);
        const count = cellsOf(parseRule(text, draft.shape)).length;
        const [head] = text.includes('[') ? [text] : text.split(':');
        const name = kind ? `${kindName(kind.name)} ${head.trim().slice(kind.name.length)}` : text;
        return html`<li>
          <button aria-pressed=${drawing.line === line} title=${spoken(text)} @click=${() => view.editLine(line)}>
            ${kind ? kindPicture(kind) : nothing}<span>${name}</span>
            ${count > 0 ? html`<small class="quiet">${spoken(text.slice(text.indexOf(':') + 1).trim())}</small>` : nothing}
          </button>
          ${iconButton('trash', texts.remove(text), () => drawing.remove(line), { look: '' })}
        </li>`;
      })}
    </ul>
  </details>`;
}
