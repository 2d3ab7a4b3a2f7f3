import type { ImportReply, ReadReply } from '../../pkg/arcdoku';
import { columnsOf, isPlain, leastOf, rowsOf, symbolValue } from '../element/cells';
import { openDigits } from '../element/conflicts';
import { layoutOf } from '../element/houses';
import { parseLine, usualShape } from '../element/rules';
import type { CellState, Shape } from '../element/types';

/** A puzzle. The library reads its `text`. */
export interface Puzzle {
  /** A line of symbols, or a row of JSON Lines if the puzzle has rules or an unusual shape. */
  readonly text: string;
  readonly shape: Shape;
  /** Rules beyond rows, columns, boxes or regions, as texts. */
  readonly rules: readonly string[];
  /** One digit per cell, 0 for an empty cell. */
  readonly givens: readonly number[];
  /** The candidates of each cell, if the puzzle restricts them. */
  readonly candidates?: readonly (readonly number[])[];
  readonly name?: string;
  /** The level for which the library made the puzzle. */
  readonly level?: string;
  /** The day whose puzzle it is, as in `2026-11-28`. */
  readonly day?: string;
  /** What the text of another program has besides rules. `text` contains that text. */
  readonly origin?: Origin;
}

/** The parts of an import that are shown with a puzzle. */
export type Origin = Pick<
  ImportReply,
  'author' | 'rules' | 'message' | 'drawing' | 'margin' | 'lit' | 'guessed' | 'not_understood'
> & { readonly solution?: readonly number[] };

/** Whether the puzzle may have rules that are only drawn or written, so its solutions are not known. */
export const isIncomplete = ({ origin }: Pick<Puzzle, 'origin'>): boolean =>
  origin !== undefined && (origin.not_understood.length > 0 || (origin.guessed?.length ?? 0) > 0);

/**
 * Whether the author's words may contain rules that the puzzle lacks: there are words, and drawn parts that are no rules.
 */
export const mayLackRules = ({ origin }: Pick<Puzzle, 'origin'>): boolean =>
  !!origin?.rules && (origin.drawing?.length ?? 0) > 0;

/** The text of another program from which a puzzle was read. */
export function documentOf({ text, origin }: Puzzle): string | undefined {
  return origin && (JSON.parse(text) as { document?: string }).document;
}

/** The maximum number of digits, and the maximum side of a grid, that can be played. */
export const LARGEST = 25;
export const WIDEST = 45;

/** The part of the reply to the question `read` from which a puzzle is made. */
export type ReadPuzzle = Pick<
  ReadReply,
  | 'notation'
  | 'json'
  | 'puzzle'
  | 'name'
  | 'ruleset'
  | 'shape'
  | 'givens'
  | 'digits'
  | 'candidates'
  | 'solution'
  | 'import'
>;

/** A shape without fields that have default values. */
function shapeFrom({ size, rows = size, columns = size, least = 1, extra = 0, bare = false, ...boxes }: Shape): Shape {
  return {
    size,
    ...boxes,
    ...(rows === size ? {} : { rows }),
    ...(columns === size ? {} : { columns }),
    ...(least === 1 ? {} : { least }),
    ...(extra === 0 ? {} : { extra }),
    ...(bare ? { bare } : {}),
  };
}

function shapeOf({ shape, ruleset }: ReadPuzzle): Shape {
  const { box_rows: boxRows = 0, box_columns: boxColumns = 0, regions = [], ...grid } = shape;
  const jigsaw = boxRows === 0 && regions.length > 0 ? { regions } : {};
  return shapeFrom({ ...grid, boxRows, boxColumns, ...jigsaw, bare: / bare$/.test(ruleset.shape ?? '') });
}

/** The library's text of a shape, such as `grid 6x9 boxes 2x3 digits 0-8 extra 2`, or `2x3`. */
export function shapeText(shape: Shape): string {
  const { size, boxRows, boxColumns, extra = 0, bare = false } = shape;
  const boxes = `${boxRows}x${boxColumns}`;
  const tiles = boxRows > 0 && boxColumns > 0;
  if (isPlain(shape)) return tiles ? boxes : 'latin';
  const [rows, columns, least] = [rowsOf(shape), columnsOf(shape), leastOf(shape)];
  const parts = [`grid ${rows}x${columns}`];
  if (tiles) parts.push(`boxes ${boxes}`);
  if (least !== 1 || size !== Math.max(rows, columns)) parts.push(`digits ${least}-${size - 1 + least}`);
  if (extra > 0) parts.push(`extra ${extra}`);
  if (bare) parts.push('bare');
  return parts.join(' ');
}

/**
 * The shape of a text that begins with `grid`; undefined for other texts. The library checks whether the boxes fit.
 */
export function shapeNamed(text: string): Shape | undefined {
  const form = /^grid (\d+)x(\d+)((?: (?:boxes \d+x\d+|digits [01]-\d+|extra \d+))*)( bare)?$/;
  const line = text.trim().replace(/\s+/g, ' ').replaceAll('X', 'x');
  const [, high, wide, rest = '', bare] = form.exec(line) ?? [];
  if (high === undefined || /(boxes|digits|extra).* \1/.test(rest)) return undefined;
  const [rows, columns] = [Number(high), Number(wide)];
  const [, boxRows = '0', boxColumns = '0'] = /boxes (\d+)x(\d+)/.exec(rest) ?? [];
  const [, least = '1', greatest = String(Math.max(rows, columns))] = /digits (\d)-(\d+)/.exec(rest) ?? [];
  const size = Number(greatest) + 1 - Number(least);
  const extra = Number(/extra (\d+)/.exec(rest)?.[1] ?? 0);
  const fits = [rows, columns].every((side) => side >= 1 && side <= WIDEST) && size >= 1 && size <= LARGEST;
  if (!fits || extra > 2 * rows * columns) return undefined;
  const boxes = { boxRows: Number(boxRows), boxColumns: Number(boxColumns) };
  return shapeFrom({ size, ...boxes, rows, columns, least: Number(least), extra, bare: bare !== undefined });
}

export function puzzleOf(read: ReadPuzzle): Puzzle {
  const shape = shapeOf(read);
  const extra = (read.ruleset.extra ?? []).map((cells) => `all-different: ${cells.join(' ')}`);
  const rules = [...(read.ruleset.rules ?? []), ...extra].filter((text) => !/^(regions|candidates)\b/.test(text));
  const name = read.name ? { name: read.name } : {};
  const line = lineOf(read.givens, shape);
  if (isState(read)) return { text: line, shape, rules, givens: read.givens, ...name };
  const candidates = read.candidates?.length ? { candidates: read.candidates } : {};
  const origin = originOf(read, shape);
  const plain = rules.length === 0 && !read.candidates?.length && isUsual(shape) && !origin;
  return { text: plain ? line : read.json, shape, rules, givens: read.givens, ...candidates, ...name, ...origin };
}

/** What is shown with a puzzle that has an author, rules in words, or the text of another program; its JSON has them. */
function originOf({ import: report, solution, json }: ReadPuzzle, shape: Shape): Pick<Puzzle, 'origin'> | undefined {
  const { author, rules, message, drawing, margin, lit, guessed, not_understood } = report ?? {};
  if (!not_understood || !(author || rules || json.includes('"document":'))) return undefined;
  const digits = solution ? { solution: digitsOfLine(solution, shape) } : {};
  return { origin: { author, rules, message, drawing, margin, lit, guessed, not_understood, ...digits } };
}

/** Whether the notation represents a state of solving: its digits and candidates were found by a solver. */
function isState(read: ReadPuzzle): boolean {
  return read.notation === 'library' && read.shape.size <= 9 && isPlain(shapeOf(read));
}

/** The entries in a text; undefined if there are none. */
export function stateOf(read: ReadPuzzle): CellState[] | undefined {
  const entered = read.digits.some((digit, cell) => digit !== read.givens[cell]);
  if (!entered && !(isState(read) && read.candidates?.length)) return undefined;
  // The notation lists eliminated candidates, but not candidates that filled peers exclude.
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

/** The line of symbols of some digits, as their values. */
export function lineOf(digits: readonly number[], shape?: Shape): string {
  const shift = shape ? leastOf(shape) - 1 : 0;
  return digits.map((digit) => (digit > 0 ? (digit + shift).toString(36).toUpperCase() : '.')).join('');
}

/** The digits of a line of symbols, 0 for empty cells. Large grids are written as numbers. */
export function digitsOfLine(text: string, { size, least }: Pick<Shape, 'size' | 'least'> = { size: 9 }): number[] {
  const shift = 1 - leastOf({ least });
  const many = size > 36;
  const words = many ? text.trim().split(/\s+/) : [...text.replace(/\s/g, '')];
  return words.map((word) => {
    const value = many ? Number(word) : parseInt(word, 36);
    return Number.isNaN(value) ? 0 : value + shift;
  });
}

/** The line of symbols of regions: one symbol per cell. */
export const regionLine = (regions: readonly number[]): string => lineOf(regions.map((region) => region + 1));

/** A puzzle from a line of symbols, without the library and without rules; undefined for other texts. */
export function puzzleOfLine(text: string): Puzzle | undefined {
  const line = text.trim();
  if (!/^[\w.*]+$/.test(line) || line.length < 16) return undefined;
  const read = parseLine(line);
  if (!read || read.size > LARGEST) return undefined;
  // Zeros together with other blanks may be digits of another notation, which only the library can read.
  if (read.size > 9 && [...line].some((symbol) => symbolValue(symbol) === 0 && symbol !== '.')) return undefined;
  return { text: line, shape: usualShape(read.size), rules: [], givens: read.digits };
}

/** Whether a shape has the usual boxes of its size. */
export function isUsual(shape: Shape): boolean {
  const { size, boxRows, boxColumns, regions } = shape;
  const usual = usualShape(size);
  return !regions && isPlain(shape) && usual.boxRows === boxRows && usual.boxColumns === boxColumns;
}

/** Whether a puzzle is a classic 9x9 Sudoku without further rules. */
export const isClassic = ({ shape, rules }: Puzzle): boolean =>
  rules.length === 0 && shape.size === 9 && shape.boxRows === 3 && isUsual(shape);

/** The sizes of empty grids to choose from. */
export const COMMON_SIZES: readonly number[] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];

/** Whether two puzzles are the same, whatever their names. */
export function isSame(a: Puzzle, b: Puzzle): boolean {
  const key = ({ shape, rules, givens, candidates }: Puzzle) =>
    JSON.stringify([shapeText(shape), shape.regions ?? 0, rules, givens, candidates ?? 0]);
  return a.text === b.text || key(a) === key(b);
}
