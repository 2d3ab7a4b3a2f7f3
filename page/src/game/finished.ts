import { Store } from '../shell/store';
import { elapsed } from './clock';
import { wrongTries, type Game } from './game';
import { VersionedStorage, type Problem } from './storage';

/** The record of a solved game. */
export interface Finished {
  /** The time at the end, as in `2026-11-28T12:00:00.000Z`. */
  readonly date: string;
  /** The level that the puzzle was made for; empty for other puzzles. */
  readonly level: string;
  readonly rating?: number;
  readonly seconds: number;
  readonly hints: number;
  /** The number of digits that were entered and were wrong. */
  readonly mistakes: number;
  /** `made` for a level, `daily 2026-11-28` for the puzzle of a day, or `other`. */
  readonly kind: string;
}

/** The record of a game that was solved now. */
export function finishedGame(game: Game, now: number): Finished {
  const { level = '', day } = game.puzzle;
  return {
    date: new Date(now).toISOString(),
    level,
    seconds: Math.round(elapsed(game.clock, now) / 1000),
    hints: game.hints ?? 0,
    mistakes: wrongTries(game),
    kind: day ? `daily ${day}` : level ? 'made' : 'other',
  };
}

/** The maximum number of stored records; the oldest are dropped. */
const MOST = 5000;

/** Validates stored records. */
export const readFinished = (value: unknown): readonly Finished[] | undefined =>
  Array.isArray(value) && value.every(isFinished) ? value : undefined;

function isFinished(value: unknown): value is Finished {
  const { date, level, kind, ...numbers } = Object(value) as Record<string, unknown>;
  const { seconds, hints, mistakes } = numbers;
  return (
    typeof date === 'string' &&
    !Number.isNaN(Date.parse(date)) &&
    [level, kind].every((text) => typeof text === 'string') &&
    [seconds, hints, mistakes].every((number) => typeof number === 'number' && number >= 0)
  );
}

/** All solved games, oldest first. */
export class History extends Store<readonly Finished[]> {
  private readonly storage: VersionedStorage<readonly Finished[]>;

  constructor(area: () => Storage) {
    super([]);
    this.storage = new VersionedStorage(area, 'arcdoku.', 1, readFinished);
    this.value = this.stored();
  }

  private stored(): readonly Finished[] {
    const found = this.storage.get('finished');
    return found.kind === 'value' ? found.value : this.value;
  }

  /** Adds a record, next to the records that other tabs have stored in the meantime. */
  add(one: Finished): Problem | undefined {
    this.value = merged(this.stored(), [one]);
    return this.storage.set('finished', this.value);
  }
}

/** The records of two lists by date, each once. */
export function merged(one: readonly Finished[], other: readonly Finished[]): readonly Finished[] {
  const all = new Map([...one, ...other].map((record) => [`${record.date} ${record.kind}`, record]));
  return [...all.values()].sort((a, b) => Date.parse(a.date) - Date.parse(b.date)).slice(-MOST);
}
