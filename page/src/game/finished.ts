import { elapsed } from './clock';
import { mistakesOf, type Game } from './game';
import type { GameRow } from './library';
import { shapeText } from './puzzle';

export interface Finished {
  /** The id of the game. A game that is changed and solved again has another result with the same id. */
  readonly id: string;
  /** When the game was solved, in milliseconds since the epoch. */
  readonly date: number;
  readonly seconds: number;
  /** The number of boards for which the player asked for help. */
  readonly hints: number;
  /** The number of entered digits that turned out to be wrong. */
  readonly mistakes: number;
  /** The level for which the library made the puzzle; undefined for other puzzles. */
  readonly level?: string;
  readonly day?: string;
  /** The library's text of the shape, such as `3x3`. */
  readonly shape: string;
  /** The rules beyond those of the shape, as texts. */
  readonly rules: readonly string[];
}

export function finishedOf(game: Game, now: number): Finished {
  const { shape, rules, level, day } = game.puzzle;
  return {
    id: game.id,
    date: now,
    seconds: Math.floor(elapsed(game.clock, now) / 1000),
    hints: game.hints ?? 0,
    mistakes: mistakesOf(game),
    level,
    day,
    shape: shapeText(shape),
    rules,
  };
}

/** The best time of the stored solved games of the same level, other than this one, in seconds. */
export function bestOf(rows: readonly GameRow[], { id, level }: Finished): number | undefined {
  const times = rows
    .filter(({ game, solved }) => solved && game.id !== id && game.puzzle.level === level)
    .map(({ game }) => Math.floor(game.clock.spent / 1000));
  return level === undefined || times.length === 0 ? undefined : Math.min(...times);
}
