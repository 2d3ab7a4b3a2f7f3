import type { Finished } from './finished';
import { StoredStore } from './storage';

/** The maximum number of stored results; the oldest are dropped. */
const MOST = 5000;

export const readHistory = (value: unknown): readonly Finished[] | undefined =>
  Array.isArray(value) && value.every(isFinished) ? value : undefined;

function isFinished(value: unknown): value is Finished {
  const { id, level = '', day = '', date, seconds, hints, mistakes } = Object(value) as Partial<Finished>;
  const isCount = (count: unknown) => typeof count === 'number' && count >= 0;
  return [id, level, day].every((text) => typeof text === 'string') && [date, seconds, hints, mistakes].every(isCount);
}

/** The results of all solved games, oldest first. */
export const historyIn = (area: () => Storage) =>
  new StoredStore<readonly Finished[]>(area, 'arcdoku.', 'finished', [], readHistory);

/** The results of two lists by date. Of each game the first one counts, because later ones are repetitions. */
export function merged(one: readonly Finished[], other: readonly Finished[]): readonly Finished[] {
  const seen = new Set<string>();
  const all = [...one, ...other].sort((a, b) => a.date - b.date);
  return all.filter(({ id }) => !seen.has(id) && seen.add(id)).slice(-MOST);
}
