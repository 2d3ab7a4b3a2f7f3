import { html, nothing, type TemplateResult } from 'lit';

import { kindName, meaning } from '../../draw/rule-texts';
import { kindNamed, type Kind } from '../../element/rules';
import { valueOf } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { t } from '../../words';
import { written, type Draft } from './draft';
import type { RulesView } from './index';

/** How a check before publishing ended. Notes do not prevent anything. */
type Mark = 'good' | 'bad' | 'note' | 'open';

/** A check before publishing, and the element where a problem is solved. */
export interface PublishCheck {
  readonly mark: Mark;
  readonly text: string;
  readonly place: string;
}

/** The kinds of rules whose name is not in the author's text. */
export function undescribed(draft: Draft): Kind[] {
  const text = (draft.about ?? '').toLowerCase();
  const names = new Set(written(draft).map((line) => line.trim().split(/[\s:]/)[0]));
  return [...names].flatMap((name) => {
    const words = [kindName(name), name, ...(t().kinds.get(name)?.synonyms ?? '').split(' ')];
    const isNamed = words.some((word) => word.length > 1 && text.includes(word.toLowerCase()));
    const kind = kindNamed(name);
    return isNamed || !kind ? [] : [kind];
  });
}

/** The checks before publishing. */
export function publishChecks({ draft, verdict, checker, isFine }: RulesView): PublishCheck[] {
  const { publish, check } = { publish: t().rules.publish, check: t().check };
  const { findings, unnecessary } = checker;
  const outcome = findings.solved?.outcome;
  const lacking = undescribed(draft);
  const redundant = unnecessary ?? findings.check?.redundant ?? [];
  const has = (text: string | undefined) => (text?.trim() ? 'good' : 'bad');
  return [
    { mark: isFine ? 'good' : verdict ? 'bad' : 'open', text: publish.valid(isFine), place: 'text' },
    { mark: verdict?.conflict ? 'bad' : 'good', text: publish.conflict(!!verdict?.conflict), place: 'verdict' },
    {
      mark: outcome === 'unique' ? 'good' : outcome ? 'bad' : 'open',
      text: outcome ? (check.outcomes[outcome] ?? check.unknown) : publish.unchecked,
      place: 'verdict',
    },
    { mark: has(draft.name), text: publish.name(!!draft.name), place: 'name' },
    { mark: has(draft.author), text: publish.author(!!draft.author), place: 'author' },
    { mark: has(draft.about), text: publish.about(!!draft.about), place: 'about' },
    ...(lacking.length === 0
      ? []
      : [
          {
            mark: 'bad' as const,
            text: publish.undescribed(lacking.map(({ name }) => kindName(name)).join(', ')),
            place: 'about',
          },
        ]),
    ...(redundant.length === 0
      ? []
      : [{ mark: 'note' as const, text: publish.redundant(redundant.length), place: 'verdict' }]),
  ];
}

const SIGNS: Record<Mark, IconName> = { good: 'check', bad: 'close', note: 'info', open: 'more' };

/** The author's texts, the checks before publishing, and what can be done with the puzzle. */
export function publishCard(view: RulesView): TemplateResult {
  const { publish } = t().rules;
  const { draft } = view;
  const set = (key: 'name' | 'author') => (event: Event) => view.change({ ...draft, [key]: valueOf(event) }, true);
  const field = (key: 'name' | 'author', label: string) =>
    html`<label class="field">
      ${label}<input id=${key} type="text" .value=${draft[key] ?? ''} @input=${set(key)} />
    </label>`;
  return html`<section class="card stack">
    <h2>${publish.heading}</h2>
    <div class="pair">${field('name', publish.fields.name)} ${field('author', publish.fields.author)}</div>
    <label class="field">
      ${publish.fields.about}
      <textarea
        id="about"
        rows="4"
        .value=${draft.about ?? ''}
        @input=${(event: Event) => view.change({ ...draft, about: valueOf(event) }, true)}
      ></textarea>
    </label>
    ${undescribed(draft).length > 0 ? html`<button @click=${() => describe(view)}>${icon('plus')}${publish.describe}</button>` : nothing}
    <ul class="checks" aria-label=${publish.checks}>
      ${publishChecks(view).map(
        ({ mark, text, place }) =>
          html`<li class=${mark}>
            ${icon(SIGNS[mark])}<span><span class="hidden-text">${publish.marks[mark]}</span> ${text}</span>
            ${mark === 'bad' ? html`<button class="plain" @click=${() => view.goTo(place)}>${publish.solve}</button>` : nothing}
          </li>`,
      )}
    </ul>
    <div class="row">
      <button class="primary" ?disabled=${!view.isFine} @click=${() => view.share()}>
        ${icon('share')}${publish.share}
      </button>
    </div>
  </section>`;
}

/** Adds the meanings of rules to the author's text. */
function describe(view: RulesView): void {
  const { draft } = view;
  const lines = undescribed(draft).map(({ name }) => `${kindName(name)}: ${meaning(name)}`);
  view.change({ ...draft, about: [draft.about?.trimEnd(), ...lines].filter(Boolean).join('\n') });
}
