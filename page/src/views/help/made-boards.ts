import { failureText } from '../../shell/messages';
import { Store } from '../../shell/store';
import { engine } from '../../engine';
import { shippedBoards } from './practice';

/** Boards that were made while the page is open, and the search for more. */
export interface Made {
  readonly lines: readonly string[];
  /** How many puzzles were tried; undefined while nothing is searched. */
  readonly tried?: number;
  readonly error?: string;
}

const NONE: Made = { lines: [] };
/** How many boards are made at once. */
const COUNT = 6;

const stores = new Map<string, Store<Made>>();
const running = new Map<string, AbortController>();

/** The made boards of a technique. */
export function madeBoards(technique: string): Store<Made> {
  let store = stores.get(technique);
  if (!store) stores.set(technique, (store = new Store(NONE)));
  return store;
}

/** All boards of a technique: shipped ones, then made ones. */
export async function allBoards(technique: string): Promise<readonly string[]> {
  const shipped = (await shippedBoards()).get(technique) ?? [];
  return [...shipped, ...madeBoards(technique).value.lines];
}

/** Makes further boards. Those that were found stay if the search is ended. */
export async function makeBoards(technique: string): Promise<void> {
  if (running.has(technique)) return;
  const store = madeBoards(technique);
  const before = store.value.lines;
  const control = new AbortController();
  running.set(technique, control);
  store.value = { lines: before, tried: 0 };
  const lines = new Set(before);
  try {
    const seed = String(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
    const progress = (report: { rows: readonly { library: string }[]; tried: number }) => {
      for (const { library } of report.rows) lines.add(library);
      if (!control.signal.aborted) store.value = { lines: [...lines], tried: report.tried };
    };
    const options = { technique, seed, count: COUNT };
    progress(await engine.run('practice', options, { progress, signal: control.signal }));
    store.value = { lines: [...lines] };
  } catch (error) {
    const message = failureText(error);
    store.value = control.signal.aborted ? { lines: [...lines] } : { lines: [...lines], error: message };
  } finally {
    running.delete(technique);
  }
}

/** Ends the search. */
export function stopMaking(technique: string): void {
  running.get(technique)?.abort();
  const store = madeBoards(technique);
  store.value = { lines: store.value.lines };
}
