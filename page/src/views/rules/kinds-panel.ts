import { html, nothing, type TemplateResult } from 'lit';

import { meaning } from '../../draw/rule-texts';
import { mannerOf, type Kind } from '../../element/rules';
import { check, iconButton, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { t } from '../../words';
import * as drafts from './draft';
import type { RulesView } from './index';

/** The searchable kinds of rules, the words of the drawn rule, and the list of all rules. */
export function kindsPanel(view: RulesView): TemplateResult {
  const texts = t().rules;
  const wanted = view.wanted.trim().toLowerCase();
  const found = drafts.CHOICES.filter(({ name }) => `${name} ${meaning(name)}`.toLowerCase().includes(wanted));
  const families = [...new Set(found.map(({ family }) => family))];
  return html`<section class="card panel kinds">
    <label class="field">
      ${texts.find}
      <input type="search" .value=${view.wanted} @input=${(event: Event) => (view.wanted = valueOf(event))} />
    </label>
    <label class="field">
      ${texts.kind}
      <select @change=${(event: Event) => view.chooseKind(valueOf(event))}>
        ${found.includes(view.kind) ? nothing : option(view.kind, view.kind)}
        ${families.map(
          (family) =>
            html`<optgroup label=${texts.families[family] ?? family}>
              ${found.filter((one) => one.family === family).map((one) => option(one, view.kind))}
            </optgroup>`,
        )}
      </select>
    </label>
    <p class="small quiet" role="status">${found.length === 0 ? texts.noKind : texts.kinds(found.length)}</p>
    <p>${meaning(view.kind.name)}</p>
    ${wordsPart(view)} ${addPart(view)} ${linesPart(view)}
  </section>`;
}

function option({ name }: Kind, chosen: Kind): TemplateResult {
  return html`<option value=${name} ?selected=${name === chosen.name}>${name}</option>`;
}

function wordsPart(view: RulesView): TemplateResult | typeof nothing {
  const [head] = view.kind.example.split(': ');
  if (head === view.kind.name && view.words === '') return nothing;
  return html`<label class="field">
    ${t().rules.words}
    <input
      type="text"
      class="code"
      spellcheck="false"
      autocapitalize="off"
      .value=${view.words}
      @input=${(event: Event) => view.changeWords(valueOf(event))}
    />
  </label>`;
}

function addPart(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { what } = mannerOf(view.kind);
  const how =
    drafts.isWhole(view.kind) || what === 'everywhere'
      ? texts.howNone
      : what === 'outside'
        ? texts.howOutside
        : what === 'corner'
          ? texts.howCorner
          : '';
  return html`${how ? html`<p class="small quiet">${how}</p>` : nothing}
    <div class="row">
      <button @click=${() => view.add()}>${icon('plus')}${t().common.add}</button>
    </div>
    ${view.last !== undefined ? check(texts.further, view.further, (further) => (view.further = further)) : nothing}`;
}

function linesPart(view: RulesView): TemplateResult | typeof nothing {
  const texts = t().rules;
  const lines = view.draft.lines.map((text, line) => ({ text, line })).filter(({ text }) => text.trim() !== '');
  if (lines.length === 0) return nothing;
  return html`<strong id="list">${texts.list}</strong>
    <ul class="lines" aria-labelledby="list">
      ${lines.map(
        ({ text, line }) =>
          html`<li>
            <input
              type="text"
              class="code"
              spellcheck="false"
              autocapitalize="off"
              aria-label=${texts.lineOf(text)}
              .value=${text}
              @change=${(event: Event) => view.change(drafts.withLine(view.draft, line, valueOf(event)))}
            />
            ${iconButton('trash', texts.remove(text), () => view.change(drafts.withLine(view.draft, line)), { look: '' })}
          </li>`,
      )}
    </ul>`;
}
