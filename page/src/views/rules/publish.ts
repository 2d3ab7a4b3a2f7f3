import { html, nothing, type TemplateResult } from 'lit';

import { described, kindName } from '../../draw/rule-texts';
import { kindNamed, type Kind } from '../../element/rules';
import { boardDocument } from '../../exchange/picture';
import { newGame } from '../../game/game';
import { all, valueOf } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { t } from '../../words';
import { isBlank, written, wrongRegions, type Draft } from './draft';
import type { RulesView } from './index';
import { redundantParts } from './results';
import { UNSET } from './tools';

/** How a check before publishing ended. Notes do not prevent anything. */
type Mark = 'good' | 'bad' | 'note' | 'open';

/** A check before publishing, and a selector of the element where a problem is solved. */
type PublishCheck = Readonly<{ mark: Mark; text: string; place: string }>;

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

export function publishChecks(view: RulesView): PublishCheck[] {
  const { draft, verdict, checker, isFine } = view;
  const { publish } = t().rules;
  const { outcomes, unknown } = t().check;
  const outcome = checker.findings.solved?.outcome;
  const lacking = undescribed(draft).map(({ name }) => kindName(name));
  const redundant = redundantParts(view).length;
  const unset = draft.lines.flatMap((line) => (line.includes(` ${UNSET}:`) ? [kindName(line.split(' ')[0])] : []));
  const one = (isGood: boolean | undefined, text: string, place: string): PublishCheck => ({
    mark: isGood === undefined ? 'open' : isGood ? 'good' : 'bad',
    text,
    place,
  });
  return [
    one(verdict && isFine, unset.length > 0 ? publish.unset(unset) : publish.valid(isFine), 'textarea.code'),
    one(!verdict?.conflict, publish.conflict(!!verdict?.conflict), '.verdict'),
    one(outcome && outcome === 'unique', outcome ? (outcomes[outcome] ?? unknown) : publish.unchecked, '.verdict'),
    ...all(publish.fields).map(([key, label]) =>
      one(!!draft[key]?.trim() || (isBlank(draft) ? undefined : false), String(label), `#${key}`),
    ),
    ...(lacking.length > 0 ? [one(false, publish.undescribed(lacking.join(', ')), '#about')] : []),
    ...(draft.origin?.drawing?.length ? [{ mark: 'note' as const, text: publish.drawing, place: '.board' }] : []),
    ...(redundant > 0 ? [{ mark: 'note' as const, text: publish.redundant(redundant), place: '.verdict' }] : []),
  ];
}

const SIGNS: Record<Mark, IconName> = { good: 'check', bad: 'close', note: 'info', open: 'more' };

/** The author's texts, the checks before publishing, and what can be done with the puzzle. */
export function publishCard(view: RulesView): TemplateResult {
  const { publish } = t().rules;
  const { draft, isFine } = view;
  const isWrong = !isFine && (view.verdict !== undefined || wrongRegions(draft).length > 0);
  const button = (name: IconName, text: string, act: () => unknown, look = '') =>
    html`<button class=${look} ?disabled=${!isFine} @click=${act}>${icon(name)}${text}</button>`;
  const set = (key: 'name' | 'author' | 'about') => (event: Event) =>
    view.change({ ...draft, [key]: valueOf(event) || undefined }, true);
  const field = (key: 'name' | 'author', label: string) =>
    html`<label class="field">
      ${label}<input id=${key} type="text" .value=${draft[key] ?? ''} @input=${set(key)} />
    </label>`;
  return html`<section class="card stack">
    <h2>${publish.heading}</h2>
    <div class="pair wide">${field('name', publish.fields.name)} ${field('author', publish.fields.author)}</div>
    <label class="field">
      ${publish.fields.about}
      <textarea id="about" rows="4" .value=${draft.about ?? ''} @input=${set('about')}></textarea>
    </label>
    ${undescribed(draft).length > 0 ? html`<button @click=${() => describe(view)}>${icon('plus')}${publish.describe}</button>` : nothing}
    <ul class="checks" aria-label=${publish.checks}>
      ${publishChecks(view).map(
        ({ mark, text, place }) =>
          html`<li class=${mark}>
            ${icon(SIGNS[mark])}<span><span class="hidden-text">${publish.marks[mark]}</span> ${text}</span>
            ${mark === 'bad' ? html`<button class="plain" @click=${() => show(view, place)}>${publish.solve}</button>` : nothing}
          </li>`,
      )}
    </ul>
    <div class="row">
      ${button('share', publish.share, () => share(view))}
      ${button('play', t().common.play, () => view.leaveTo('play'), 'primary')}
      ${button('check', t().play.check, () => view.leaveTo('check'))}
      ${button('plus', t().rules.make, () => view.leaveTo('make'))}
    </div>
    ${isWrong ? html`<p class="small quiet">${t().rules.notYet}</p>` : nothing}
  </section>`;
}

/** Shows the part of the editor in which a problem is solved. */
function show({ renderRoot }: RulesView, place: string): void {
  const part = renderRoot.querySelector<HTMLElement>(place);
  part?.scrollIntoView({ block: 'center' });
  part?.focus();
}

async function share({ board: { puzzle }, element }: RulesView): Promise<void> {
  const { openExport } = await import('../../exchange/dialogs');
  const picture = () => (puzzle.origin ? element.toSVG() : boardDocument({ ...puzzle, digits: puzzle.givens }));
  openExport(newGame(puzzle, 'draft', Date.now()), picture);
}

function describe(view: RulesView): void {
  const { draft } = view;
  const about = draft.about?.trimEnd();
  const usual = about || draft.shape.boxRows === 0 ? '' : t().rules.publish.usual;
  const lines = undescribed(draft).map(({ name }) => described(name));
  view.change({ ...draft, about: [about, usual, ...lines].filter(Boolean).join('\n') });
}
