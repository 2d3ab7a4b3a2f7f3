import { html, nothing, type TemplateResult } from 'lit';

import { copyText, fileName, saveFile } from '../../exchange/files';
import type { Puzzle } from '../../game/puzzle';
import { check, listed, select } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { grouped } from '../../shell/job';
import { failureText, toast } from '../../shell/messages';
import { EXAMPLES, type Catalog } from '../../strategies/parts';
import { t } from '../../words';
import { record } from './film';
import type { SearchView } from './index';

/** The event limits to choose from. */
const LENGTHS = [5000, 20_000, 100_000];
/** The maximum number of searches next to each other. */
export const MOST = 3;

/** The puzzle, the strategy, and the options. */
export function head(view: SearchView, puzzle: Puzzle, catalog: Catalog): TemplateResult {
  const { several } = view;
  const texts = t().search;
  const known = EXAMPLES.find(({ text }) => text === puzzle.text)?.name;
  const clues = puzzle.givens.filter((digit) => digit > 0).length;
  const name = puzzle.name ?? known;
  const about = [name, t().common.clues(clues), puzzle.rules.length > 0 ? texts.rules(puzzle.rules.length) : ''];
  return html`<div class="head ${several ? 'several' : ''}">
    <button class="puzzle" @click=${() => (view.choosing = true)} title=${texts.change}>
      ${icon('grid')}<span>${about.filter(Boolean).join(', ')}</span>
    </button>
    ${several ? nothing : view.picker(catalog, 0)}
    ${
      view.strategies.length < MOST
        ? html`<button class="more-lanes" @click=${() => view.add()} aria-label=${texts.compare} title=${texts.compare}>
            ${icon('plus')}<span>${t().common.strategy}</span>
          </button>`
        : nothing
    }
    ${options(view)}
  </div>`;
}

function onMenuKey(event: KeyboardEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !details.open) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}

function onMenuLeave(event: FocusEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (!(event.relatedTarget instanceof Node && details.contains(event.relatedTarget))) details.open = false;
}

/** The limits of a search, the look of boards, and exports, behind a button. */
function options(view: SearchView): TemplateResult {
  const texts = t().search;
  const { unique, steps } = view.limits;
  const button = (name: IconName, label: string, act: () => void) =>
    html`<button ?disabled=${view.filming} @click=${act}>${icon(name)}${label}</button>`;
  return html`<details class="options" @keydown=${onMenuKey} @focusout=${onMenuLeave}>
    <summary aria-label=${t().play.options} title=${t().play.options}>
      ${icon('settings')}<span>${t().play.options}</span>
    </summary>
    <div class="card" tabindex="-1">
      ${check(texts.unique, unique, (unique) => view.limit({ unique }))}
      ${select(
        texts.steps,
        listed(LENGTHS, (length) => grouped(length)),
        steps,
        (steps) => view.limit({ steps }),
      )}
      ${check(texts.heat, view.heat, (heat) => (view.heat = heat))}
      ${button('share', texts.copyLink, () => void copyText(new URL(view.link(view.event), location.href).href))}
      ${button('download', texts.saveEvents, () => saveEvents(view))}
      ${button('download', view.filming ? texts.filming : texts.saveFilm, () => void saveFilm(view))}
    </div>
  </details>`;
}

const named = (view: SearchView, index: number, ending: string): string =>
  fileName(`${view.puzzle?.name ?? 'search'} ${view.strategies[index]}`, ending);

/** Saves the events of each search as JSON lines. */
function saveEvents(view: SearchView): void {
  view.traces.forEach(({ timeline }, index) => {
    const lines = timeline.events.map((event) => `${JSON.stringify(event)}\n`).join('');
    saveFile(named(view, index, 'jsonl'), lines, 'application/jsonl');
  });
}

/** Saves the playback from the current event on as a film of the first board. */
async function saveFilm(view: SearchView): Promise<void> {
  const { puzzle } = view;
  if (!puzzle) return;
  view.filming = true;
  try {
    const film = await record(puzzle, view.traces[0].timeline, view.event, view.speed);
    saveFile(named(view, 0, 'webm'), film);
  } catch (error) {
    toast(error instanceof DOMException ? t().search.noFilm : failureText(error), { kind: 'error' });
  } finally {
    view.filming = false;
  }
}
