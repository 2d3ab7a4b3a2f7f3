import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

import { columnsOf, rowsOf } from '../../element/cells';
import { boardSvg } from '../../exchange/picture';
import { storedRow } from '../../shell/stored-row';
import { t } from '../../words';
import { written } from './draft';
import type { RulesView } from './index';
import type { DraftRow } from './kept';

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
  return storedRow({
    picture: unsafeHTML(boardSvg({ shape, rules, digits: givens })),
    name,
    about: rules.length > 0 ? html`<span class="small">${rules.join(', ')}</span>` : nothing,
    touched,
    isSure: view.sure === id,
    remove: texts.deleteDraft(name),
    open: () => view.open(draft),
    erase: () => view.erase(id),
  });
}
