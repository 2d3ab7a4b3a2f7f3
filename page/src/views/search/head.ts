import { html, nothing, type TemplateResult } from 'lit';

import { copy, fileName, saveFile } from '../../exchange/files';
import type { Puzzle } from '../../game/puzzle';
import { check, iconButton, listed, select } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { grouped, jobRow } from '../../shell/job';
import { toast } from '../../shell/messages';
import { EXAMPLES, type Catalog } from '../../strategies/parts';
import { t } from '../../words';
import { filmOf, record, type Film } from './film';
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
    html`<button @click=${act}>${icon(name)}${label}</button>`;
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
      ${button('download', texts.saveEvents(view.strategies.length), () => saveEvents(view))}
      ${button('download', texts.saveFilm(Math.ceil(filmOf(view).seconds)), () => void saveFilm(view))}
    </div>
  </arc-dialog>`;
}

const named = (view: SearchView, strategies: string, ending: string): string =>
  fileName(`${view.puzzle?.name ?? 'search'} ${strategies}`, ending);

function saveEvents(view: SearchView): void {
  view.traces.forEach(({ timeline }, index) => {
    const lines = timeline.events.map((event) => `${JSON.stringify(event)}\n`).join('');
    saveFile(named(view, view.strategies[index], 'jsonl'), lines, 'application/jsonl');
  });
}

/** Records the playback from the current position on, without the dialog. */
async function saveFilm(view: SearchView): Promise<void> {
  view.close();
  const film = filmOf(view);
  const save = (pictures: Blob) => saveFile(named(view, view.strategies.join(' '), 'webm'), pictures);
  await view.film.start(film, (_, signal) => record(view, film, signal), save);
  if (view.film.error) toast(t().search.noFilm, { kind: 'error' });
}

/** The progress of the recording, with a button that cancels it. */
export function filming(view: SearchView, { positions }: Film): TemplateResult {
  const [from, last] = [positions[0], positions.at(-1)!];
  const share = last === from ? 1 : (view.position - from) / (last - from);
  return jobRow({ label: t().search.filming, share, cancel: () => view.film.stop() });
}
