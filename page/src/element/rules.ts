import { cellIndexes, gridCells, symbolValue, type Extent } from './cells';
import type { Shape } from './types';
import text from '../../pkg/kinds.jsonl?raw';

/** A kind of rule: a row of `arcdoku rules --format json`. */
export interface Kind {
  readonly name: string;
  readonly family: string;
  readonly example: string;
  /** The meaning, in English. */
  readonly summary: string;
  /** The usual drawing, in the words of the library's `RuleKind::style`. */
  readonly style: string;
}

export const KINDS: readonly Kind[] = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Kind);

const byName = new Map(KINDS.map((kind) => [kind.name, kind]));

export const kindNamed = (name: string): Kind | undefined => byName.get(name);

export interface Manner {
  readonly what: string;
  readonly options: readonly string[];
  /** The label of the drawing. `{}` stands for the words of the rule. */
  readonly label?: string;
}

export function mannerOf({ style }: Kind): Manner {
  const [, drawn, label] = /^(.*?)(?: label (.*))?$/.exec(style) ?? [];
  const [what, ...options] = drawn.split(' ');
  return { what, options, ...(label === undefined ? {} : { label }) };
}

const COLORS = ['gray', 'green', 'orange', 'yellow', 'teal', 'peach', 'purple', 'lavender', 'blue', 'brown'];

export const colorOf = ({ options }: Manner): string => options.find((one) => COLORS.includes(one)) ?? 'gray';

/** The visible parts of a style other than colors. */
export const formOf = ({ what, options, label }: Manner): string =>
  [what, ...options.filter((one) => !COLORS.includes(one) && one !== 'together'), label].join(' ');

export const huesOf = ({ options }: Manner): string => options.filter((one) => COLORS.includes(one)).join(' ');

/** Whether a rule is only listed below the board, because it has no drawing. */
export const isUndrawn = ({ what }: Manner): boolean => what === 'everywhere' || what === 'logic';

/** A cell of a list with its factor, which is 1 for most rules. */
export interface Term {
  readonly cell: number;
  readonly factor: number;
}

/** A rule of the library's table: words, and lists of cells. */
export interface Listed {
  readonly kind: 'listed';
  readonly name: string;
  readonly words: readonly string[];
  readonly lists: readonly (readonly Term[])[];
  readonly text: string;
}

/** One of several grids that share cells: the position of its first cell, and its size. */
export interface SubGrid {
  readonly at: readonly [row: number, column: number];
  readonly rows: number;
  readonly columns: number;
  readonly boxRows: number;
  readonly boxColumns: number;
}

export type Rule =
  | { readonly kind: 'cage'; readonly sum?: number; readonly cells: readonly number[] }
  | { readonly kind: 'thermo' | 'all-different' | 'void'; readonly cells: readonly number[] }
  | ({ readonly kind: 'grid' } & SubGrid)
  | { readonly kind: 'regions'; readonly regions: readonly number[] }
  | { readonly kind: 'diagonals' | 'windoku' | 'disjoint-groups' | 'anti-knight' }
  | Listed
  | { readonly kind: 'other'; readonly text: string };

/** Reads the text of a rule as the library writes it. Texts of unknown rules are kept as `other`. */
export function parseRule(text: string, grid: Extent): Rule {
  const trimmed = text.trim();
  const [, name = '', rest = ''] = /^([a-z-]+)\s*(.*)$/s.exec(trimmed) ?? [];
  const { words, lists } = partsOf(rest, grid);
  const cells = lists.flat().map(({ cell }) => cell);
  switch (name) {
    case 'cage': {
      const sum = words.join(' ');
      return { kind: 'cage', sum: /^\d+$/.test(sum) ? Number(sum) : undefined, cells };
    }
    case 'thermo':
    case 'all-different':
    case 'void':
      return { kind: name, cells };
    case 'regions':
      return { kind: 'regions', regions: regionNumbers(rest) };
    case 'grid':
      return subGrid(rest) ?? { kind: 'other', text: trimmed };
    case 'disjoint':
      return { kind: 'disjoint-groups' };
    case 'diagonals':
    case 'windoku':
    case 'disjoint-groups':
    case 'anti-knight':
      return { kind: name };
    default:
      if (!kindNamed(name) || OWN.includes(name)) return { kind: 'other', text: trimmed };
      return { kind: 'listed', name, words, lists, text: trimmed };
  }
}

export function cellsOf(rule: Rule): readonly number[] {
  if (rule.kind === 'listed') return rule.lists.flat().map(({ cell }) => cell);
  return 'cells' in rule ? rule.cells : [];
}

/** The cells of `r1c9`, `v3`, `r1-6c10-12` or `v1-81`, from the first number of each span to the last. */
function rectangle(word: string, grid: Extent): number[] {
  const span = (text: string): number[] => {
    const [first, last = first] = text.split('-').map(Number);
    // The count is limited because no grid is larger.
    const count = Math.min(Math.abs(last - first) + 1, 4096);
    return Array.from({ length: count }, (_, at) => (first <= last ? first + at : first - at));
  };
  const [, rows, columns, extra] = /^(?:r(\d+(?:-\d+)?)c(\d+(?:-\d+)?)|v(\d+(?:-\d+)?))$/i.exec(word) ?? [];
  const names =
    extra === undefined
      ? span(rows ?? '').flatMap((row) => span(columns ?? '').map((column) => `r${row}c${column}`))
      : span(extra).map((number) => `v${number}`);
  return word === '' ? [] : cellIndexes(names, grid);
}

/** `at r1c1 9x9 boxes 3x3`. */
function subGrid(text: string): Rule | undefined {
  const form = /^at r(\d+)c(\d+) (\d+)x(\d+)(?: boxes (\d+)x(\d+))?$/i;
  const numbers = form
    .exec(text.trim().replace(/\s+/g, ' '))
    ?.slice(1)
    .map((one) => Number(one ?? 0));
  if (!numbers) return undefined;
  const [row, column, rows, columns, boxRows, boxColumns] = numbers;
  return { kind: 'grid', at: [row - 1, column - 1], rows, columns, boxRows, boxColumns };
}

/** Kinds whose text does not consist of words and lists. */
const OWN = ['rows', 'columns', 'boxes', 'candidates'];

/** The words and the lists of cells after the name of a rule. */
function partsOf(rest: string, grid: Extent): Pick<Listed, 'words' | 'lists'> {
  // Spaces and colons within brackets are parts of a word.
  let [depth, colon] = [0, rest.length];
  const words: string[] = [];
  let word = '';
  for (const [at, symbol] of [...rest].entries()) {
    if ('[('.includes(symbol)) depth++;
    else if ('])'.includes(symbol)) depth = Math.max(0, depth - 1);
    if (depth === 0 && symbol === ':') {
      colon = at;
      break;
    }
    if (depth === 0 && symbol.trim() === '') {
      if (word !== '') words.push(word);
      word = '';
    } else word += symbol;
  }
  if (word !== '') words.push(word);
  const lists = [...rest]
    .slice(colon + 1)
    .join('')
    .split(/[/|]/)
    .map((list) => list.split(/[\s,]+/).flatMap((one) => term(one, grid)))
    .filter((list) => list.length > 0);
  return { words, lists };
}

/** `r1c1`, `-r1c1`, `2*r1c1`, or a rectangle of cells. */
function term(word: string, grid: Extent): Term[] {
  const [, sign, factor, name] = /^(-?)(?:(-?\d+)\*)?([\w-]+)$/.exec(word) ?? [];
  const by = factor === undefined ? (sign ? -1 : 1) : Number(sign + factor);
  return rectangle(name ?? '', grid).map((cell) => ({ cell, factor: by }));
}

function regionNumbers(text: string): number[] {
  const symbols = [...text.replace(/\s+/g, '')];
  const known = [...new Set(symbols)];
  return symbols.map((symbol) => known.indexOf(symbol));
}

/** The shape with the regions of the first rule `regions`, if they fit the grid. */
export function shapeWithRules(shape: Shape, rules: readonly Rule[]): Shape {
  const regions = rules.find((rule) => rule.kind === 'regions')?.regions;
  if (regions?.length !== gridCells(shape)) return shape;
  return { ...shape, boxRows: 0, boxColumns: 0, regions };
}

/** The usual boxes of a size: as square as possible, wide rather than tall; none for primes. */
export function usualShape(size: number): Shape {
  for (let boxRows = Math.floor(Math.sqrt(size)); boxRows > 1; boxRows--) {
    if (size % boxRows === 0) return { size, boxRows, boxColumns: size / boxRows };
  }
  return { size, boxRows: 0, boxColumns: 0 };
}

/** A shape with boxes such as `2x3`, or without boxes for `latin`; the usual shape for any other text. */
export function boxedShape(boxes: string | undefined, size: number): Shape {
  if (boxes === 'latin') return { size, boxRows: 0, boxColumns: 0 };
  const [, rows, columns] = /^(\d+)x(\d+)$/.exec(boxes ?? '') ?? [];
  return rows ? { size, boxRows: Number(rows), boxColumns: Number(columns) } : usualShape(size);
}

/** The digits of a line of symbols, with `.` or `0` for empty cells; undefined for other texts. */
export function parseLine(text: string): { size: number; digits: number[] } | undefined {
  const digits = [...text.replace(/\s+/g, '')].map(symbolValue);
  const size = Math.sqrt(digits.length);
  if (!Number.isInteger(size) || size < 1) return undefined;
  const known = digits.filter((digit) => digit !== undefined && digit <= size) as number[];
  return known.length === digits.length ? { size, digits: known } : undefined;
}
