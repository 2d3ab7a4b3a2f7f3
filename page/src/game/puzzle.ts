import { symbolValue } from '../element/cells';
import { openDigits } from '../element/conflicts';
import { layoutOf } from '../element/houses';
import { parseLine, usualShape } from '../element/rules';
import type { CellState, Shape } from '../element/types';

/** A puzzle as the page knows it. The library reads its `text`. */
export interface Puzzle {
  /** A line of symbols, or a row of JSON lines where rules or a shape must be told. */
  readonly text: string;
  readonly shape: Shape;
  /** Rules beyond rows, columns, boxes or regions, as texts. */
  readonly rules: readonly string[];
  /** One digit a cell, 0 for an empty one. */
  readonly givens: readonly number[];
  /** Where the puzzle itself restricts them: the candidates of each cell. */
  readonly candidates?: readonly (readonly number[])[];
  readonly name?: string;
}

/** The largest grid that can be played. */
export const LARGEST = 25;

/** What the library tells of a text: the part of the reply to the question `read` that makes a puzzle. */
export interface ReadPuzzle {
  readonly notation: string;
  readonly json: string;
  readonly puzzle: string;
  readonly name?: string | undefined;
  readonly ruleset: {
    readonly shape?: string | undefined;
    readonly rules?: readonly string[];
    readonly extra?: readonly (readonly string[])[];
  };
  readonly shape: {
    readonly size: number;
    /** These four only where the grid is no square with as many digits, from 1, as rows. */
    readonly rows?: number | undefined;
    readonly columns?: number | undefined;
    readonly least?: number | undefined;
    readonly extra?: number | undefined;
    readonly box_rows?: number | undefined;
    readonly box_columns?: number | undefined;
    readonly regions?: readonly number[];
  };
  readonly givens: readonly number[];
  readonly digits: readonly number[];
  readonly candidates?: readonly (readonly number[])[];
}

/** What the library reads and the page cannot show; undefined if there is nothing of that kind. */
export function unshown({ shape, ruleset }: Pick<ReadPuzzle, 'shape' | 'ruleset'>): string | undefined {
  const { rows, columns, least, extra } = shape;
  if ([rows, columns, least, extra].some((one) => one !== undefined)) {
    return ruleset.shape ?? `grid ${rows ?? shape.size}x${columns ?? shape.size}`;
  }
  // A cell without a digit would never be filled.
  return ruleset.rules?.find((rule) => /^void\b/.test(rule));
}

/** The puzzle that the library read. */
export function puzzleOf(read: ReadPuzzle): Puzzle {
  const { size, box_rows: boxRows = 0, box_columns: boxColumns = 0, regions = [] } = read.shape;
  const shape: Shape = { size, boxRows, boxColumns, ...(boxRows === 0 && regions.length > 0 ? { regions } : {}) };
  const extra = (read.ruleset.extra ?? []).map((cells) => `all-different: ${cells.join(' ')}`);
  const rules = [...(read.ruleset.rules ?? []), ...extra].filter((text) => !/^(regions|candidates)\b/.test(text));
  const name = read.name ? { name: read.name } : {};
  const line = lineOf(read.givens);
  if (isState(read)) return { text: line, shape, rules, givens: read.givens, ...name };
  const candidates = read.candidates?.length ? { candidates: read.candidates } : {};
  const plain = rules.length === 0 && !read.candidates?.length && isUsual(shape);
  return { text: plain ? line : read.json, shape, rules, givens: read.givens, ...candidates, ...name };
}

/** A notation of states rather than puzzles: its digits and candidates are what somebody found. */
function isState(read: ReadPuzzle): boolean {
  return read.notation === 'library' && read.shape.size <= 9;
}

/** What the text says that was entered already; undefined if nothing. */
export function stateOf(read: ReadPuzzle): CellState[] | undefined {
  const entered = read.digits.some((digit, cell) => digit !== read.givens[cell]);
  if (!entered && !(isState(read) && read.candidates?.length)) return undefined;
  // The notation lists what was eliminated; what a filled peer excludes is understood.
  const filled = read.digits.map((digit) => digit || undefined);
  const open = openDigits(layoutOf(puzzleOf(read).shape), filled);
  return read.givens.map((given, cell): CellState => {
    if (given > 0) return { digit: given, given: true };
    if (read.digits[cell] > 0) return { digit: read.digits[cell] };
    const noted = isState(read) ? (read.candidates?.[cell] ?? []) : [];
    const center = noted.filter((digit) => open[cell].includes(digit));
    return center.length > 0 ? { center } : {};
  });
}

/** The line of symbols of some digits. */
export function lineOf(digits: readonly number[]): string {
  return digits.map((digit) => (digit > 0 ? digit.toString(36).toUpperCase() : '.')).join('');
}

/** A puzzle without rules from a line of symbols, without asking the library; undefined for any other text. */
export function puzzleOfLine(text: string): Puzzle | undefined {
  const line = text.trim();
  if (!/^[\w.*]+$/.test(line) || line.length < 16) return undefined;
  const read = parseLine(line);
  if (!read || read.size > LARGEST) return undefined;
  // Zeros beside other blanks may be digits of another notation: the library knows.
  if (read.size > 9 && [...line].some((symbol) => symbolValue(symbol) === 0 && symbol !== '.')) return undefined;
  return { text: line, shape: usualShape(read.size), rules: [], givens: read.digits };
}

/** Whether a shape has the boxes that its size usually has. */
export function isUsual({ size, boxRows, boxColumns, regions }: Shape): boolean {
  const usual = usualShape(size);
  return !regions && usual.boxRows === boxRows && usual.boxColumns === boxColumns;
}

/** Whether two puzzles are the same, whatever their names. */
export function isSame(a: Puzzle, b: Puzzle): boolean {
  const key = ({ shape, rules, givens, candidates }: Puzzle) =>
    JSON.stringify([shape.size, shape.boxRows, shape.boxColumns, shape.regions ?? 0, rules, givens, candidates ?? 0]);
  return a.text === b.text || key(a) === key(b);
}
