import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

import { columnsOf, rowsOf } from '../../element/cells';
import { boardSvg } from '../../exchange/picture';
import { icon } from '../../shell/icons';
import { language, t } from '../../words';
import { written } from './draft';
import type { RulesView } from './index';
import type { DraftRow } from './kept';

/** The other drafts: to go on with or to delete. */
export function keptPanel(view: RulesView): TemplateResult | typeof nothing {
  const { earlier } = view;
  if (earlier.length === 0) return nothing;
  return html`<details class="card earlier">
    <summary>${t().rules.earlier(earlier.length)}</summary>
    <ul>
      ${earlier.map((one) => row(view, one))}
    </ul>
  </details>`;
}

function row(view: RulesView, { id, draft, touched }: DraftRow): TemplateResult {
  const texts = t().rules;
  const { shape, givens } = draft;
  const rules = written(draft);
  const name = draft.name ?? t().play.unnamed(rowsOf(shape), columnsOf(shape));
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(touched);
  const sure = view.sure === id;
  return html`<li>
    <button class="kept" @click=${() => view.open(draft)}>
      ${unsafeHTML(boardSvg({ shape, rules, digits: givens }))}
      <span class="told">
        <strong>${name}</strong>
        ${rules.length > 0 ? html`<span class="small">${rules.join(', ')}</span>` : nothing}
        ${touched > 0 ? html`<span class="small quiet">${date}</span>` : nothing}
      </span>
    </button>
    <button
      class=${sure ? 'error' : 'plain icon-only'}
      aria-label=${sure ? t().play.deleteSure : texts.deleteDraft(name)}
      @click=${() => view.erase(id)}
    >
      ${icon('trash')}${sure ? html`<span>${t().play.deleteSure}</span>` : nothing}
    </button>
  </li>`;
}
