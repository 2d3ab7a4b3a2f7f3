import { symbolValue } from '../element/cells';
import { parseLine, usualShape } from '../element/rules';
import type { Shape } from '../element/types';

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
  readonly json: string;
  readonly puzzle: string;
  readonly name?: string | null;
  readonly shape: {
    readonly size: number;
    readonly boxRows?: number | null;
    readonly boxColumns?: number | null;
    readonly regions?: readonly number[] | null;
  };
  readonly rules: readonly { readonly text: string }[];
  readonly givens: readonly number[];
  readonly candidates?: readonly (readonly number[])[] | null;
}

/** The puzzle that the library read. */
export function puzzleOf(read: ReadPuzzle): Puzzle {
  const { size, boxRows, boxColumns, regions } = read.shape;
  const shape = regions
    ? { size, boxRows: 0, boxColumns: 0, regions }
    : { size, boxRows: boxRows ?? 0, boxColumns: boxColumns ?? 0 };
  const rules = read.rules.map(({ text }) => text).filter((text) => !/^(regions|candidates)\b/.test(text));
  const plain = rules.length === 0 && !read.candidates && isUsual(shape) && parseLine(read.puzzle) !== undefined;
  return {
    text: plain ? read.puzzle : read.json,
    shape,
    rules,
    givens: read.givens,
    ...(read.candidates ? { candidates: read.candidates } : {}),
    ...(read.name ? { name: read.name } : {}),
  };
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
