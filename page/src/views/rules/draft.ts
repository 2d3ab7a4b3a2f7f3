import {
  cellCount,
  cellIndex,
  cellName,
  cellNames,
  columnsOf,
  digitsOf,
  gridCells,
  isPlain,
  leastOf,
  range,
  rowsOf,
} from '../../element/cells';
import { boxOf } from '../../element/houses';
import { type Kind, cellsOf, parseRule, usualShape, boxedShape } from '../../element/rules';
import type { Shape } from '../../element/types';
import { documentOf, LARGEST, lineOf, regionLine, shapeNamed, shapeText } from '../../game/puzzle';
import type { Origin, Puzzle } from '../../game/puzzle';
import { isShape } from '../../game/saved';
import { wordsOf } from './tools';

/** The data of the editor. Every function here returns a new draft. */
export interface Draft {
  readonly shape: Shape;
  /** One digit per cell, 0 for none. */
  readonly givens: readonly number[];
  /** The text of the rules, one per line, without the regions. Lines may be invalid or empty. */
  readonly lines: readonly string[];
  readonly name?: string;
  readonly author?: string;
  /** The rules in the author's words. */
  readonly about?: string;
  /** The text of another program from which the puzzle was read, and what it has besides rules. */
  readonly document?: string;
  readonly origin?: Origin;
}

/** The sizes to choose from. Grids that are not square have other fields. */
export const SIZES: readonly number[] = range(LARGEST - 3).map((at) => at + 4);

export function emptyDraft(size: number): Draft {
  return { shape: usualShape(size), givens: blank(size * size), lines: [] };
}

const blank = (cells: number): number[] => range(cells).map(() => 0);

/** The possible boxes of a grid, as rows and columns. A square grid has boxes of as many cells as digits. */
export function boxChoices(shape: Shape): [number, number][] {
  const [high, wide] = [rowsOf(shape), columnsOf(shape)];
  const sides = (length: number) => digitsOf(length).filter((side) => length % side === 0);
  const all = sides(high).flatMap((rows) => sides(wide).map((columns): [number, number] => [rows, columns]));
  const isSquare = high === shape.size && wide === shape.size;
  return all.filter(([rows, columns]) => {
    const cells = rows * columns;
    return rows > 1 && columns > 1 && (isSquare ? cells === shape.size : cells <= shape.size);
  });
}

/** A puzzle of another size with the rules of the whole grid, without clues and rules about cells. */
export function withSize({ document: _, origin, ...draft }: Draft, size: number): Draft {
  const lines = draft.lines.filter((line) => cellsOf(parseRule(line, draft.shape)).length === 0);
  return { ...draft, ...emptyDraft(size), lines };
}

/** Changes some properties of the grid. Clues and rules stay; boxes and regions only if they still fit. */
export function withShape(draft: Draft, change: Partial<Shape>): Draft {
  const { regions = [], ...old } = draft.shape;
  const next = { ...old, rows: rowsOf(old), columns: columnsOf(old), ...change };
  if (change.size === undefined && (change.rows ?? change.columns)) next.size = Math.max(next.rows, next.columns);
  const tiles = boxChoices(next).some(([rows, columns]) => rows === old.boxRows && columns === old.boxColumns);
  if (!tiles) Object.assign(next, { boxRows: 0, boxColumns: 0 });
  const shape = isPlain(next)
    ? boxedShape(tiles ? shapeText(next) : undefined, next.size)
    : shapeNamed(shapeText(next));
  if (!shape) return draft;
  const fits = regions.length === gridCells(shape) && columnsOf(old) === columnsOf(shape) && old.size === shape.size;
  return { ...draft, shape: fits ? jigsaw(shape, regions) : shape, givens: moved(draft, shape) };
}

/** Changes the boxes: `2x3`, `jigsaw`, or `latin` for none. */
export function withBoxes(draft: Draft, boxes: string): Draft {
  if (boxes === 'jigsaw') return { ...draft, shape: jigsaw(draft.shape, startRegions(draft.shape)) };
  const { regions: _, ...shape } = draft.shape;
  const { boxRows, boxColumns } = boxedShape(boxes, shape.size);
  return { ...draft, shape: { ...shape, boxRows, boxColumns } };
}

const unboxed = (shape: Shape): Shape => ({ ...shape, boxRows: 0, boxColumns: 0 });

const jigsaw = (shape: Shape, regions: readonly number[]): Shape => ({ ...unboxed(shape), regions });

/** The boxes of a draft, in the form of the argument of `withBoxes`. */
export function boxesOf({ shape }: Draft): string {
  if (shape.regions) return 'jigsaw';
  return shape.boxRows > 0 ? `${shape.boxRows}x${shape.boxColumns}` : 'latin';
}

/** The initial regions: the boxes, or as many cells as there are digits, row by row. */
function startRegions(shape: Shape): number[] {
  const boxed = isPlain(shape) && shape.boxRows === 0 ? usualShape(shape.size) : shape;
  const region = (cell: number) => boxOf(boxed, cell) ?? Math.floor(cell / shape.size);
  return blank(gridCells(shape)).map((_, cell) => Math.min(region(cell), shape.size - 1));
}

export function withGivens(draft: Draft, cells: readonly number[], digit: number): Draft {
  const all = cells.every((cell) => draft.givens[cell] === digit);
  return { ...draft, givens: replaced(draft.givens, cells, all ? 0 : digit) };
}

/** A list with another value for some cells. */
const replaced = (list: readonly number[], cells: readonly number[], value: number): number[] =>
  list.map((old, cell) => (cells.includes(cell) ? value : old));

/** Adds cells to a region of a jigsaw. */
export function painted(draft: Draft, cells: readonly number[], region: number): Draft {
  const { regions } = draft.shape;
  if (!regions || cells.every((cell) => regions[cell] === region)) return draft;
  return { ...draft, shape: jigsaw(draft.shape, replaced(regions, cells, region)) };
}

export function regionCounts({ shape: { size, regions } }: Draft): number[] {
  return range(size).map((region) => (regions ?? []).filter((one) => one === region).length);
}

/** Whether a region can have this number of cells. In grids that are not plain, it need not have all digits. */
export const isRegionSize = (shape: Shape, count: number): boolean =>
  isPlain(shape) ? count === shape.size : count <= shape.size;

export function wrongRegions(draft: Draft): string[] {
  const { regions } = draft.shape;
  if (!regions) return [];
  const counts = regionCounts(draft);
  const wrong = range(regions.length).filter((cell) => !isRegionSize(draft.shape, counts[regions[cell]]));
  return cellNames(wrong, draft.shape);
}

/** The line with the only rule of a kind without cells; -1 if there is none. */
export const lineNamed = ({ lines }: Draft, name: string): number =>
  lines.findIndex((line) => line.trim().split(/[\s:]/)[0] === name);

/** Adds a line. A line that is there already stays the only one. */
export const withNew = (draft: Draft, line: string): Draft =>
  draft.lines.includes(line) ? draft : { ...draft, lines: [...draft.lines, line] };

/** Adds a rule about extra cells, and adds these cells. Their number depends on the grid, as in the example. */
export function withExtra(draft: Draft, kind: Kind, words: string): Draft {
  const { shape } = draft;
  // The examples have a 4x4 grid.
  const length = (list: string) => (list.match(/v\d+/g)?.length === 16 ? gridCells(shape) : shape.size);
  let last = shape.extra ?? 0;
  const lists = kind.example.split('/').map((list) => `v${last + 1}-${(last += length(list))}`);
  const wider = withShape(draft, { extra: last });
  return wider === draft ? draft : withNew(wider, `${`${kind.name} ${words}`.trim()}: ${lists.join(' / ')}`);
}

/** Combines the last rules into one of a kind with rules in brackets. */
export function combined(draft: Draft, kind: Kind): Draft {
  const count = kind.example.split('[').length - 1;
  const rules = written(draft);
  if (rules.length < count) return draft;
  const parts = rules.slice(-count).map((rule) => `[${rule}]`);
  return { ...draft, lines: [...rules.slice(0, -count), `${kind.name} ${parts.join(' ')}`] };
}

/** Adds cells to the rule of a line, or removes them from it if it has them all. A rule without cells is removed. */
export function withMarks(draft: Draft, line: number, cells: readonly number[]): Draft {
  const text = draft.lines[line] ?? '';
  const old = cellsOf(parseRule(text, draft.shape));
  const isThere = cells.every((cell) => old.includes(cell));
  const rest = isThere ? old.filter((cell) => !cells.includes(cell)) : [...new Set([...old, ...cells])];
  const names = cellNames(rest, draft.shape).join(' ');
  return withLine(draft, line, rest.length === 0 ? undefined : `${text.split(':')[0]}: ${names}`);
}

export function withList(draft: Draft, line: number, cells: readonly number[]): Draft {
  if (cells.length === 0) return draft;
  const names = cellNames(cells, draft.shape).join(' ');
  const text = draft.lines[line] ?? '';
  return withLine(draft, line, text.includes(':') ? `${text} / ${names}` : `${text}: ${names}`);
}

export function withWords(draft: Draft, line: number, words: string): Draft {
  const text = draft.lines[line] ?? '';
  const [, name = '', rest = ''] = /^\s*([a-z-]+)(.*)$/s.exec(text) ?? [];
  const old = wordsOf(text);
  const at = old === '' ? 0 : rest.indexOf(old) + old.length;
  const cells = rest.slice(rest.indexOf(':', at) < 0 ? rest.length : rest.indexOf(':', at));
  return withLine(draft, line, `${name} ${words}`.trim() + cells);
}

/** Replaces the text of a line. Without a text, removes the line. */
export function withLine(draft: Draft, line: number, text?: string): Draft {
  return { ...draft, lines: draft.lines.toSpliced(line, 1, ...(text === undefined ? [] : [text])) };
}

export function erased(draft: Draft, cells: readonly number[]): Draft {
  const isFree = (line: string) => !cellsOf(parseRule(line, draft.shape)).some((cell) => cells.includes(cell));
  return { ...draft, lines: draft.lines.filter(isFree), givens: replaced(draft.givens, cells, 0) };
}

export const headCount = ({ shape }: Draft): number => (isPlain(shape) ? 0 : 1) + (shape.regions ? 1 : 0);

/** All rules as text. A grid that is not plain and the regions of a jigsaw come first. */
export function textOf({ shape, lines }: Draft): string {
  const grid = isPlain(shape) ? [] : [shapeText(shape)];
  // One symbol per cell, with a space between rows.
  const rows = regionLine(shape.regions ?? []).match(new RegExp(`.{${columnsOf(shape)}}`, 'g')) ?? [];
  const regions = shape.regions ? [`regions ${rows.join(' ')}`] : [];
  return [...grid, ...regions, ...lines].join('\n');
}

/** A draft with the rules of a text. A line `grid` changes the grid; a line `regions` that fits makes a jigsaw. */
export function withText(draft: Draft, text: string): Draft {
  const lines = text.split('\n');
  const named = lines.map(shapeNamed).find((one) => one !== undefined);
  let shape = named ?? (draft.shape.regions || !isPlain(draft.shape) ? usualShape(draft.shape.size) : draft.shape);
  const rest = lines.filter((line) => {
    if (named !== undefined && shapeNamed(line)) return false;
    const rule = parseRule(line, shape);
    if (rule.kind !== 'regions' || rule.regions.length !== gridCells(shape)) return true;
    if (rule.regions.some((region) => region >= shape.size)) return true;
    shape = jigsaw(shape, rule.regions);
    return false;
  });
  const isOther = shapeText(unboxed(shape)) !== shapeText(unboxed(draft.shape));
  return { ...draft, shape, lines: rest, ...(isOther ? { givens: moved(draft, shape) } : {}) };
}

/** The clues in the cells with the same names in another grid. */
function moved({ shape: from, givens }: Draft, to: Shape): number[] {
  const kept = blank(cellCount(to));
  givens.forEach((digit, cell) => {
    const index = cellIndex(cellName(cell, from), to);
    if (index !== undefined && digit <= to.size) kept[index] = digit;
  });
  return kept;
}

/** The puzzle as a row of JSON Lines, and the position in it of each line of rules. */
export function rowOf(draft: Draft, lines: readonly string[] = draft.lines): { row: string; starts: number[] } {
  const { shape, givens, name, author, about, document } = draft;
  const head: Record<string, unknown> = { puzzle: lineOf(givens, shape) };
  if (!shape.regions || !isPlain(shape)) head.shape = shapeText(shape);
  if (shape.regions) head.regions = regionLine(shape.regions);
  Object.assign(head, { name, author, rules_in_words: about, document });
  const texts = lines.map((line) => JSON.stringify(line));
  let row = `${JSON.stringify(head).slice(0, -1)},"rules":[`;
  const starts = texts.map((text, at) => {
    row += at > 0 ? `,${text}` : text;
    return row.length - text.length + 1;
  });
  return { row: `${row}]}`, starts };
}

export const written = ({ lines }: Draft): string[] => lines.filter((line) => line.trim() !== '');

export function draftOf(puzzle: Puzzle): Draft {
  const { text, shape, rules, givens, name, candidates, origin } = puzzle;
  const shift = leastOf(shape) - 1;
  const list = (digits: readonly number[]) =>
    digits.map((digit) => digit + shift).join(shape.size + shift > 9 ? ',' : '') || '-';
  const restricted = candidates ? [`candidates ${candidates.map(list).join(' ')}`] : [];
  const row = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  const [author, about] = [origin?.author ?? row.author, origin?.rules ?? row.rules_in_words];
  const document = documentOf(puzzle);
  const drawn = document ? { origin } : {};
  return { shape, givens, lines: [...rules, ...restricted], ...textsOf({ name, author, about, document }), ...drawn };
}

const TEXTS = ['name', 'author', 'about', 'document'] as const;

/** The texts of a draft that are there. */
const textsOf = (texts: Readonly<Record<string, unknown>>): Partial<Draft> =>
  Object.fromEntries(TEXTS.flatMap((key) => (typeof texts[key] === 'string' ? [[key, texts[key]]] : [])));

/** Whether a draft is empty: no clues, no rules, the usual grid. */
export const isBlank = (draft: Draft): boolean =>
  draft.givens.every((digit) => digit === 0) && textOf(draft).trim() === '';

/** Whether two drafts have the same puzzle, whatever their names. */
export function isSame(a: Draft, b: Draft): boolean {
  const key = (draft: Draft) =>
    JSON.stringify([shapeText(draft.shape), draft.shape.regions, draft.givens, written(draft), draft.document]);
  return key(a) === key(b);
}

/** Validates a stored draft; undefined if it is invalid. */
export function readDraft(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { shape, givens, lines, origin, ...texts } = value as Partial<Draft>;
  if (!isShape(shape)) return undefined;
  const isDigit = (one: unknown) => Number.isInteger(one) && (one as number) >= 0 && (one as number) <= shape.size;
  if (!Array.isArray(givens) || givens.length !== cellCount(shape) || !givens.every(isDigit)) return undefined;
  if (shape.regions?.some((region) => region >= shape.size)) return undefined;
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string')) return undefined;
  const drawn = Array.isArray(origin?.not_understood) ? { origin } : {};
  return { shape, givens, lines, ...textsOf(texts), ...drawn };
}
