import { cellCount } from '../element/cells';
import type { CellState, Shape } from '../element/types';
import { stopped } from './clock';
import type { Game, Move } from './game';
import { LARGEST, WIDEST, type Puzzle } from './puzzle';

/** Version of the form in which games are stored. */
export const VERSION = 1;

/** The number of stored steps of the history. */
const STEPS = 300;

/** The stored form of a game: its clock is stopped, and its history is limited. */
export function savedForm(game: Game, now: number): Game {
  return { ...game, clock: stopped(game.clock, now), past: game.past.slice(-STEPS), future: game.future.slice(-STEPS) };
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isList = (value: unknown, most: number): value is number[] =>
  Array.isArray(value) && value.every((item) => isCount(item) && item >= 1 && item <= most);
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether a stored value is a shape that can be played. */
export function isShape(value: unknown): value is Shape {
  if (!isObject(value)) return false;
  const { size, boxRows, boxColumns, regions, rows = size, columns = size, least = 1, extra = 0 } = value;
  const isSide = (side: unknown, most: number): side is number => isCount(side) && side >= 1 && side <= most;
  if (!isSide(size, LARGEST) || !isSide(rows, WIDEST) || !isSide(columns, WIDEST)) return false;
  if (!isCount(boxRows) || !isCount(boxColumns) || !isCount(least) || least > 1 || !isCount(extra)) return false;
  return (
    regions === undefined ||
    (Array.isArray(regions) && regions.length === rows * columns && regions.every((region) => isCount(region)))
  );
}

/** Validates a stored game; undefined if this page cannot have written it. */
export function readSaved(value: unknown): Game | undefined {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.auto !== 'boolean') return undefined;
  const puzzle = readPuzzle(value.puzzle);
  if (!puzzle || !isCount(value.begun) || !isCount(value.touched)) return undefined;
  const { size } = puzzle.shape;
  if (!isObject(value.clock) || typeof value.clock.spent !== 'number') return undefined;
  const { state, past, future } = value;
  const cells = cellCount(puzzle.shape);
  if (!Array.isArray(state) || state.length !== cells || !state.every((cell) => isCell(cell, size))) return undefined;
  if (state.some((cell, index) => (cell.given === true) !== puzzle.givens[index] > 0)) return undefined;
  if (!isMoves(past, size, cells) || !isMoves(future, size, cells)) return undefined;
  const { id, auto, begun, touched } = value;
  const { hints, tried } = value;
  return {
    ...{ id, puzzle, state, past, future, auto, clock: { spent: value.clock.spent }, begun, touched },
    ...(value.keepsRules === true ? { keepsRules: true } : {}),
    ...(isCount(hints) ? { hints } : {}),
    ...(Array.isArray(tried) && tried.every(isCount) ? { tried } : {}),
  };
}

function readPuzzle(value: unknown): Puzzle | undefined {
  if (!isObject(value) || typeof value.text !== 'string' || !isShape(value.shape)) return undefined;
  const { size } = value.shape;
  const cells = cellCount(value.shape);
  const { givens, rules, candidates, name, level, day, origin } = value;
  if (origin !== undefined && !(isObject(origin) && Array.isArray(origin.not_understood))) return undefined;
  const isGiven = (digit: unknown) => isCount(digit) && digit <= size;
  if (!Array.isArray(givens) || givens.length !== cells || !givens.every(isGiven) || !isTexts(rules)) return undefined;
  const isDomains =
    Array.isArray(candidates) && candidates.length === cells && candidates.every((c) => isList(c, size));
  if (candidates !== undefined && !isDomains) return undefined;
  if (![name, level, day].every((text) => text === undefined || typeof text === 'string')) return undefined;
  return value as unknown as Puzzle;
}

function isCell(value: unknown, size: number): value is CellState {
  if (!isObject(value)) return false;
  const { digit, given, corner, center, removed, colors, candidateColors } = value;
  const isMarks = (list: unknown, most = size) => list === undefined || isList(list, most);
  return (
    (digit === undefined || isList([digit], size)) &&
    (given === undefined || typeof given === 'boolean') &&
    [corner, center, removed].every((list) => isMarks(list)) &&
    isMarks(colors, 9) &&
    (candidateColors === undefined || (isObject(candidateColors) && isList(Object.values(candidateColors), 9)))
  );
}

function isMoves(value: unknown, size: number, cells: number): value is Move[] {
  const isChange = (change: unknown) => {
    const [cell, before, after] = Array.isArray(change) ? (change as unknown[]) : [];
    return isCount(cell) && cell < cells && isCell(before, size) && isCell(after, size);
  };
  return Array.isArray(value) && value.every((move) => Array.isArray(move) && move.every(isChange));
}
