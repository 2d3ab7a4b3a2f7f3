import { html, nothing, type TemplateResult } from 'lit';

import { kindPicture } from '../../draw/kind-picture';
import { kindName, meaning } from '../../draw/rule-texts';
import { gridCells } from '../../element/cells';
import type { Kind } from '../../element/rules';
import { all, bareSelect, check, radios, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { t } from '../../words';
import { withShape } from './draft';
import type { RulesView } from './index';
import { CHOICES, COMMON, gestureOf } from './tools';

/** A group of the palette: `common`, `all`, or a family of the table. */
export type Group = string;

/** The kinds of a group, or those with a searched text in their names, synonyms or meanings. */
export function kindsFor(group: Group, wanted: string): readonly Kind[] {
  const words = wanted.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    // Names before synonyms before meanings, and usual kinds before others.
    const rank = ({ name, summary }: Kind): number => {
      const has = (...texts: readonly string[]) => words.every((word) => texts.join(' ').toLowerCase().includes(word));
      const own = kindName(name);
      const synonyms = t().kinds.get(name)?.synonyms ?? '';
      const texts = [own, `${synonyms} ${name}`, `${meaning(name)} ${summary}`];
      const place = texts.findIndex((_, last) => has(...texts.slice(0, last + 1)));
      return place < 0 ? Infinity : place + (COMMON.includes(name) ? 0 : 1.5);
    };
    const ranked = CHOICES.map((kind) => ({ kind, place: rank(kind) })).filter(({ place }) => place < Infinity);
    return ranked.sort((a, b) => a.place - b.place).map(({ kind }) => kind);
  }
  if (group === 'all') return CHOICES;
  if (group === 'common') return COMMON.flatMap((name) => CHOICES.filter((kind) => kind.name === name));
  return CHOICES.filter(({ family }) => (family === 'Grids and houses' ? 'Everywhere' : family) === group);
}

/** The searchable kinds of rules with their pictures, and how the chosen kind is drawn. */
export function palette(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { drawing, wanted } = view;
  const found = kindsFor(view.group, wanted);
  const { 'Grids and houses': _, ...families } = texts.families;
  const groups = [['common', texts.common] as const, ...all(families), ['all', t().common.all] as const];
  const options = found.map((kind) => [kind, html`${kindPicture(kind)}<span>${kindName(kind.name)}</span>`] as const);
  return html`<div class="group" @keydown=${(event: KeyboardEvent) => toBoard(view, event)}>
    <div class="pair wide">
      <input
        type="search"
        aria-label=${texts.find}
        placeholder=${texts.find}
        .value=${wanted}
        @input=${(event: Event) => (view.wanted = valueOf(event))}
      />
      ${bareSelect(texts.groups, groups, view.group, (group) => ([view.group, view.wanted] = [group, '']))}
    </div>
    <p class="small quiet" role="status">${found.length === 0 ? texts.noKind : texts.kinds(found.length)}</p>
    ${radios(texts.kind, options, drawing.kind, (kind) => view.drawing.choose(kind), { look: 'palette' })}
    ${about(view)}
  </div>`;
}

/** The Enter key on a kind, or in the search for it, leads to the board. */
function toBoard(view: RulesView, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const isKind = target.closest('.palette') !== null;
  if (event.key !== 'Enter' || !(isKind || target.matches('input[type="search"]'))) return;
  event.preventDefault();
  if (isKind) target.click();
  else {
    const [first] = kindsFor(view.group, view.wanted);
    if (!first) return;
    view.drawing.choose(first);
  }
  view.toBoard();
}

/** The meaning of the chosen kind, and how it is drawn. */
function about(view: RulesView): TemplateResult {
  const texts = t().rules;
  const { drawing, draft } = view;
  const { kind } = drawing;
  const addExtra = () => view.change(withShape(draft, { extra: gridCells(draft.shape) }));
  const lacks = /\bv1\b/.test(kind.example) && gestureOf(kind) !== 'extra' && !draft.shape.extra;
  return html`<p>${meaning(kind.name)}</p>
    <p class="small quiet">${texts.gestures[gestureOf(kind)]}</p>
    ${lacks ? html`<button @click=${addExtra}>${icon('plus')}${texts.addExtra}</button>` : nothing}
    ${
      drawing.line !== undefined && gestureOf(kind) !== 'switch'
        ? check(texts.further, drawing.next === 'list', (on) => {
            drawing.next = on ? 'list' : 'rule';
            view.requestUpdate();
          })
        : nothing
    }`;
}
