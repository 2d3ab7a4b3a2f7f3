import { range } from '../../element/cells';
import type { CellState, Shape } from '../../element/types';
import { isUsual, lineOf, shapeText, type Puzzle } from '../../game/puzzle';
import type { Board } from '../../draw/board';
import type { Grid } from './worker';

/** What a cell contains. A handwritten digit is an entry of the game. */
export interface Content {
  readonly kind: 'blank' | 'printed' | 'handwritten';
  /** The digit; 0 if the cell is blank. */
  readonly digit: number;
}

export const BLANK: Content = { kind: 'blank', digit: 0 };

/** A content that a cell may have, with its probability from 0 to 1. */
export type Choice = Content & { readonly probability: number };

/** The cells of a photo, as immutable data. */
export interface Sheet {
  readonly shape: Shape;
  readonly cells: readonly Content[];
  /** The cells whose content may be wrong and was not confirmed. */
  readonly doubtful: ReadonlySet<number>;
  /** Whether a content was changed after the reading. */
  readonly changed: boolean;
}

/** The module numbers contents: 0 is blank, then come the printed digits, then the handwritten ones. */
function contentOf(number: number, size: number): Content {
  if (number === 0) return BLANK;
  return number <= size ? { kind: 'printed', digit: number } : { kind: 'handwritten', digit: number - size };
}

export const isSame = (a: Content, b: Content): boolean => a.kind === b.kind && a.digit === b.digit;

export function sheetOf({ size, boxRows, contents, doubtful }: Grid): Sheet {
  const shape = { size, boxRows, boxColumns: size / boxRows };
  return {
    shape,
    cells: [...contents].map((number) => contentOf(number, size)),
    doubtful: new Set(doubtful),
    changed: false,
  };
}

/** The contents of a cell with a probability of at least this are proposed. */
const LEAST = 0.01;
/** The maximum number of proposed contents. */
const MOST = 4;

/** The most probable contents of a cell, the most probable first. */
export function choicesOf({ size, probabilities }: Grid, cell: number): Choice[] {
  const count = 1 + 2 * size;
  const all = range(count).map((number) => {
    return { ...contentOf(number, size), probability: probabilities[cell * count + number] };
  });
  const probable = all.filter(({ probability }) => probability >= LEAST);
  return probable.sort((a, b) => b.probability - a.probability).slice(0, MOST);
}

/** The sheet with another content of a cell, which is then no longer doubtful. */
export function withContent(sheet: Sheet, cell: number, content: Content): Sheet {
  const doubtful = new Set(sheet.doubtful);
  doubtful.delete(cell);
  const cells = sheet.cells.map((old, index) => (index === cell ? content : old));
  return { ...sheet, cells, doubtful, changed: sheet.changed || !isSame(sheet.cells[cell], content) };
}

/** The content after a digit was entered: handwriting stays handwriting. */
export const withDigit = ({ kind }: Content, digit: number): Content => {
  return digit === 0 ? BLANK : { kind: kind === 'handwritten' ? kind : 'printed', digit };
};

/** The next doubtful cell, in the order of reading; undefined if there is none. */
export function nextDoubtful({ doubtful }: Sheet, after = -1): number | undefined {
  const cells = [...doubtful].sort((a, b) => a - b);
  return cells.find((cell) => cell > after) ?? cells[0];
}

/** The clues as a puzzle, and its board: handwritten digits are entries if `entries` is set. */
export function boardOf({ shape, cells }: Sheet, entries: boolean): Board {
  const givens = cells.map(({ kind, digit }) => (kind === 'printed' ? digit : 0));
  const line = lineOf(givens, shape);
  const text = isUsual(shape) ? line : JSON.stringify({ puzzle: line, shape: shapeText(shape) });
  const puzzle: Puzzle = { text, shape, rules: [], givens };
  const state = cells.map(({ kind, digit }): CellState => {
    if (kind === 'printed') return { digit, given: true };
    return kind === 'handwritten' && entries ? { digit } : {};
  });
  return { puzzle, cells: state };
}

/** The corners of a cell in pixels of the photo, clockwise from the top left. */
export function cornersOf({ size, crossings }: Grid, cell: number): [x: number, y: number][] {
  const [row, column] = [Math.floor(cell / size), cell % size];
  const at = (down: number, right: number): [number, number] => {
    const index = 2 * ((row + down) * (size + 1) + column + right);
    return [crossings[index], crossings[index + 1]];
  };
  return [at(0, 0), at(0, 1), at(1, 1), at(1, 0)];
}

/** The transformation from a square of side 100 around the origin to a cell, which follows the photo's perspective. */
export function transformOf(grid: Grid, cell: number): string {
  const corners = cornersOf(grid, cell);
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners;
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const [right, down] = [
    [bx - ax + cx - dx, by - ay + cy - dy],
    [dx - ax + cx - bx, dy - ay + cy - by],
  ].map((axis) => axis.map((length) => length / 200));
  return `matrix(${[...right, ...down, ...middle].map((value) => value.toFixed(4)).join(' ')})`;
}

/** The part of the photo with the grid and some paper around it: left, top, width, height. */
export function frameOf({ size, crossings }: Grid, { width, height }: { width: number; height: number }) {
  const along = (axis: number) => [...crossings].filter((_, at) => at % 2 === axis);
  const [x, y] = [0, 1].map(along);
  const space = (Math.max(...x) - Math.min(...x)) / size / 2;
  const left = Math.max(0, Math.floor(Math.min(...x) - space));
  const top = Math.max(0, Math.floor(Math.min(...y) - space));
  const right = Math.min(width, Math.ceil(Math.max(...x) + space));
  const bottom = Math.min(height, Math.ceil(Math.max(...y) + space));
  return [left, top, right - left, bottom - top] as const;
}
