import { isPlain, placeOf } from '../element/cells';
import { conflictsOf, isChecked, openDigits } from '../element/conflicts';
import { changed, edited, including, same, without } from '../element/edit';
import { layoutWith, type Layout } from '../element/houses';
import type { CellState, Edit } from '../element/types';
import { STOPPED, type Clock } from './clock';
import { isIncomplete, LARGEST, lineOf, type Puzzle } from './puzzle';

/** A step of the history: the changed cells with their contents before and after. */
export type Move = readonly (readonly [cell: number, before: CellState, after: CellState])[];

/** A game as immutable data. Every function here returns a new game. */
export interface Game {
  readonly id: string;
  readonly puzzle: Puzzle;
  readonly state: readonly CellState[];
  readonly past: readonly Move[];
  readonly future: readonly Move[];
  /** Whether candidates are filled in automatically, instead of center marks. */
  readonly auto: boolean;
  readonly clock: Clock;
  /** Whether the full grid obeys every rule, as the library has reported for this state; undefined if not checked. */
  readonly keepsRules?: boolean;
  /** The number of boards for which the player has asked for help. */
  readonly hints?: number;
  /** All digits entered so far, including digits that were removed later; see {@link entryOf}. */
  readonly tried?: readonly number[];
  /** Times of the start and of the last change, in milliseconds since the epoch. */
  readonly begun: number;
  readonly touched: number;
}

export type HelpChange =
  | { readonly kind: 'place' | 'remove' | 'restore'; readonly cell: number; readonly digit: number }
  | { readonly kind: 'clear'; readonly cell: number };

/** A game with the clues, and with the candidates of the cells that the puzzle restricts as marks. */
export function newGame(puzzle: Puzzle, id: string, now: number): Game {
  const state = puzzle.givens.map((digit, cell): CellState => {
    const candidates = puzzle.candidates?.[cell] ?? [];
    if (digit > 0) return { digit, given: true };
    return candidates.length > 0 && candidates.length < puzzle.shape.size ? { center: candidates } : {};
  });
  return { id, puzzle, state, past: [], future: [], auto: false, clock: STOPPED, begun: now, touched: now };
}

const layouts = new WeakMap<Puzzle, Layout>();

export function layoutFor(puzzle: Puzzle): Layout {
  let layout = layouts.get(puzzle);
  if (!layout) layouts.set(puzzle, (layout = layoutWith(puzzle.shape, puzzle.rules)));
  return layout;
}

export const digitsOf = (game: Game): (number | undefined)[] => game.state.map(({ digit }) => digit);

/** For each empty cell, the digits that no peer has and that the puzzle allows. */
export function openCandidates(game: Game): number[][] {
  const { candidates } = game.puzzle;
  const open = openDigits(layoutFor(game.puzzle), digitsOf(game));
  return candidates ? open.map((digits, cell) => digits.filter((digit) => candidates[cell].includes(digit))) : open;
}

/** The cells as shown, with automatic candidates as center marks. */
export function shownState(game: Game): readonly CellState[] {
  if (!game.auto) return game.state;
  const open = openCandidates(game);
  return game.state.map((cell, index) => {
    if (cell.digit !== undefined) return cell;
    return changed(cell, { center: open[index].filter((digit) => !cell.removed?.includes(digit)), removed: undefined });
  });
}

/** The cells as shown, without the clues in fog. */
export function visibleState(game: Game): readonly CellState[] {
  const fog = new Set(fogOf(game));
  const state = shownState(game);
  return fog.size === 0 ? state : state.map((cell, index) => (cell.given && fog.has(index) ? {} : cell));
}

/** The candidates that the player has noted in each cell; null without notes. */
export function notedCandidates(game: Game): (readonly number[] | null)[] {
  return shownState(game).map(({ digit, center }) => (digit === undefined && center?.length ? center : null));
}

/** The game with the cells `next`. The change is one step of the history. */
function stepped(game: Game, next: readonly CellState[], now: number): Game {
  const move = next.flatMap((cell, index): Move => {
    return same(cell, game.state[index]) ? [] : [[index, game.state[index], cell]];
  });
  if (move.length === 0) return game;
  const tried = new Set(game.tried);
  for (const [cell, before, { digit }] of move) {
    if (digit !== undefined && digit !== before.digit) tried.add(entryOf(cell, digit));
  }
  const past = [...game.past, move];
  return { ...game, state: next, past, future: [], tried: [...tried], touched: now, keepsRules: undefined };
}

/** A digit in a cell, as one number. */
export const entryOf = (cell: number, digit: number): number => cell * (LARGEST + 1) + digit;

/** The digits in cells that were entered and are not part of the current state. */
export function mistakesOf({ tried = [], state }: Game): number {
  const current = new Set(state.map(({ digit = 0 }, cell) => entryOf(cell, digit)));
  return tried.filter((entry) => !current.has(entry)).length;
}

export const helped = (game: Game): Game =>
  standing(game) === 'solved' ? game : { ...game, hints: (game.hints ?? 0) + 1 };

/** Performs an edit. In the same step, new digits are removed from the marks of their peers, unless `keepMarks`. */
export function enter(game: Game, edit: Edit, now: number, keepMarks = false): Game {
  const automatic = game.auto ? openCandidates(game) : undefined;
  return stepped(game, edited(game.state, edit, { automatic, peers: strippedPeers(game, keepMarks) }), now);
}

/** The cells whose marks lose a new digit, for each cell. */
const strippedPeers = ({ puzzle }: Game, keepMarks: boolean) => (keepMarks ? undefined : layoutFor(puzzle).peers);

/** Undoes the last step, or several steps. */
export const undo = (game: Game, now: number, steps = 1): Game =>
  steps === 0 ? game : undo(moved(game, now, 'past', 'future', 1), now, steps - 1);
export const redo = (game: Game, now: number): Game => moved(game, now, 'future', 'past', 2);

/** Moves the last step of one list to the other, and gives its cells their contents before or after the step. */
function moved(game: Game, now: number, from: 'past' | 'future', to: 'past' | 'future', part: 1 | 2): Game {
  const move = game[from].at(-1);
  if (!move) return game;
  const state = [...game.state];
  for (const change of move) state[change[0]] = change[part];
  const lists = { [from]: game[from].slice(0, -1), [to]: [...game[to], move] };
  return { ...game, ...lists, state, keepsRules: undefined, touched: now };
}

/** Notes all open candidates, or one digit, as center marks. With automatic candidates, restores struck-out ones. */
export function fillMarks(game: Game, now: number, digit?: number): Game {
  const open = openCandidates(game);
  const next = game.state.map((cell, index) => {
    if (cell.digit !== undefined) return cell;
    if (digit === undefined) return changed(cell, game.auto ? { removed: undefined } : { center: open[index] });
    if (game.auto) return changed(cell, { removed: without(cell.removed, digit) });
    return changed(cell, { center: (open[index].includes(digit) ? including : without)(cell.center, digit) });
  });
  return stepped(game, next, now);
}

/** Performs the changes of a step of help, as one step of the history. */
export function applyHelp(game: Game, changes: readonly HelpChange[], now: number, keepMarks = false): Game {
  let next: readonly CellState[] = game.state;
  const open = openCandidates(game);
  const peers = strippedPeers(game, keepMarks);
  const set = (index: number, cell: CellState) => (next = next.map((old, at) => (at === index ? cell : old)));
  for (const change of changes) {
    const old = next[change.cell];
    if (!old || old.given) continue;
    if (change.kind === 'clear') set(change.cell, changed(old, { digit: undefined }));
    else if (change.kind === 'place') {
      if (old.digit !== change.digit) {
        next = edited(next, { kind: 'digit', digit: change.digit, cells: [change.cell] }, { peers });
      }
    } else if (old.digit === undefined) {
      const { digit } = change;
      const isRemoved = change.kind === 'remove';
      // Without notes, all open digits are candidates.
      const center = old.center?.length ? old.center : open[change.cell];
      if (game.auto) set(change.cell, changed(old, { removed: (isRemoved ? including : without)(old.removed, digit) }));
      else set(change.cell, changed(old, { center: (isRemoved ? without : including)(center, digit) }));
    }
  }
  return stepped(game, next, now);
}

export function restart(game: Game, now: number): Game {
  return stepped(game, newGame(game.puzzle, '', now).state, now);
}

/**
 * The number of missing cells for each digit, from digit 1; negative if there are too many. Empty if a solution need
 * not contain each digit equally often.
 */
export function digitsLeft(game: Game): number[] {
  const { shape } = game.puzzle;
  const { size } = shape;
  if (!isPlain(shape)) return [];
  const left = Array.from({ length: size }, () => size);
  for (const { digit } of game.state) if (digit !== undefined) left[digit - 1]--;
  return left;
}

/** Whether a puzzle has rules that only the library can check. */
export const needsLibrary = (puzzle: Puzzle): boolean => !layoutFor(puzzle).rules.every(isChecked);

/** Whether all cells are filled, and whether they obey all rules; `unknown` until the library has checked them. */
export function standing(game: Game): 'open' | 'full' | 'unknown' | 'solved' {
  const { voids } = layoutFor(game.puzzle);
  if (game.state.some(({ digit }, cell) => digit === undefined && !voids.has(cell))) return 'open';
  const { candidates, origin } = game.puzzle;
  if (isIncomplete(game.puzzle) && origin?.solution) return isAt(game, origin.solution) ? 'solved' : 'full';
  const conflict = conflictsOf(layoutFor(game.puzzle), digitsOf(game)).size > 0;
  const outside = game.state.some(({ digit = 0 }, cell) => candidates && !candidates[cell].includes(digit));
  if (conflict || outside || game.keepsRules === false) return 'full';
  return isIncomplete(game.puzzle) || (needsLibrary(game.puzzle) && !game.keepsRules) ? 'unknown' : 'solved';
}

const isAt = ({ state }: Game, solution: readonly number[]): boolean =>
  state.every(({ digit }, cell) => digit === undefined || digit === solution[cell]);

/**
 * The cells in fog. A cell is visible from the beginning, or because it or a cell around it has a correct digit. Without
 * a solution there is no fog.
 */
export function fogOf({ puzzle, state }: Game): number[] {
  const { shape, origin } = puzzle;
  const { lit, solution } = origin ?? {};
  if (!lit || !solution) return [];
  const place = (cell: number) => placeOf(shape, cell);
  const clear = state.flatMap(({ digit }, cell) =>
    digit !== undefined && digit === solution[cell] ? [place(cell)] : [],
  );
  const isClear = (cell: number) => {
    const [row, column] = place(cell);
    return lit.includes(cell) || clear.some(([r, c]) => Math.abs(r - row) <= 1 && Math.abs(c - column) <= 1);
  };
  return state.map((_, cell) => cell).filter((cell) => !isClear(cell));
}

export const judged = (game: Game, keepsRules: boolean): Game =>
  game.keepsRules === keepsRules ? game : { ...game, keepsRules };

/** Whether more cells break a rule that the board checks than before. */
export function hasNewConflict(before: Game, game: Game): boolean {
  const [old, now] = [before, game].map((one) => conflictsOf(layoutFor(one.puzzle), digitsOf(one)).size);
  return now > old;
}

/** The share of the initially empty cells that are filled, from 0 to 1. */
export function progress(game: Game): number {
  const { voids } = layoutFor(game.puzzle);
  const free = game.state.filter(({ given }, cell) => !given && !voids.has(cell));
  return free.length === 0 ? 1 : free.filter(({ digit }) => digit !== undefined).length / free.length;
}

/** The board as options of questions to the library. */
export function boardAsk(game: Game): { puzzle: string; digits: string; marks: (number[] | null)[] } {
  return {
    puzzle: game.puzzle.text,
    digits: lineOf(
      game.state.map(({ digit }) => digit ?? 0),
      game.puzzle.shape,
    ),
    marks: notedCandidates(game).map((marks) => (marks ? [...marks] : null)),
  };
}
