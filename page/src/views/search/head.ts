import { html, nothing, type TemplateResult } from 'lit';

import { copy, fileName, saveFile } from '../../exchange/files';
import type { Puzzle } from '../../game/puzzle';
import { check, iconButton, listed, select } from '../../shell/controls';
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

export function head(view: SearchView, puzzle: Puzzle, catalog: Catalog): TemplateResult {
  const { several } = view;
  const texts = t().search;
  const known = EXAMPLES.find(({ text }) => text === puzzle.text)?.name;
  const clues = puzzle.givens.filter((digit) => digit > 0).length;
  const name = puzzle.name ?? known;
  const about = [name, t().common.clues(clues), puzzle.rules.length > 0 ? texts.rules(puzzle.rules.length) : ''];
  return html`<div class="head ${several ? 'several' : ''}">
    <button class="puzzle" @click=${() => (view.dialog = 'puzzle')} title=${texts.change}>
      ${icon('grid')}<span>${about.filter(Boolean).join(', ')}</span>
    </button>
    ${several ? nothing : view.picker(catalog, 0)}
    ${
      view.strategies.length < MOST
        ? iconButton('plus', texts.compare, () => view.add(), { look: 'tool', text: t().common.strategy })
        : nothing
    }
    ${iconButton('settings', t().play.options, () => (view.dialog = 'options'), { look: 'tool', text: t().play.options })}
  </div>`;
}

/** The limits of a search, the look of boards, and exports. */
export function options(view: SearchView): TemplateResult {
  const texts = t().search;
  const { unique, steps } = view.limits;
  const button = (name: IconName, label: string, act: () => void) =>
    html`<button ?disabled=${view.filming} @click=${act}>${icon(name)}${label}</button>`;
  return html`<arc-dialog heading=${t().play.options} .open=${view.dialog === 'options'} @close=${() => view.close()}>
    <div class="stack">
      ${check(texts.unique, unique, (unique) => view.limit({ unique }))}
      ${select(
        texts.steps,
        listed(LENGTHS, (length) => grouped(length)),
        steps,
        (steps) => view.limit({ steps }),
      )}
      ${check(texts.heat, view.heat, (heat) => (view.heat = heat))}
      ${button('share', texts.copyLink, () => void copy(new URL(view.link(view.event), location.href).href))}
      ${button('download', texts.saveEvents, () => saveEvents(view))}
      ${button('download', view.filming ? texts.filming : texts.saveFilm, () => void saveFilm(view))}
    </div>
  </arc-dialog>`;
}

const named = (view: SearchView, index: number, ending: string): string =>
  fileName(`${view.puzzle?.name ?? 'search'} ${view.strategies[index]}`, ending);

function saveEvents(view: SearchView): void {
  view.traces.forEach(({ timeline }, index) => {
    const lines = timeline.events.map((event) => `${JSON.stringify(event)}\n`).join('');
    saveFile(named(view, index, 'jsonl'), lines, 'application/jsonl');
  });
}

/** Saves the playback from the current position on as a film of the first board. */
async function saveFilm(view: SearchView): Promise<void> {
  view.filming = true;
  try {
    saveFile(named(view, 0, 'webm'), await record(view));
  } catch (error) {
    toast(error instanceof DOMException ? t().search.noFilm : failureText(error), { kind: 'error' });
  } finally {
    view.filming = false;
  }
}
