import {
  cellCount,
  cellIndex,
  cellName,
  columnsOf,
  gridCells,
  isPlain,
  leastOf,
  placeOf,
  rowsOf,
  type Extent,
} from '../../element/cells';
import { stepOf } from '../../element/draw-listed';
import { windowsOf } from '../../element/houses';
import { KINDS, mannerOf, type Kind, cellsOf, parseRule, usualShape, boxedShape } from '../../element/rules';
import type { Shape } from '../../element/types';
import { LARGEST, lineOf, regionLine, shapeNamed, shapeText, type Puzzle } from '../../game/puzzle';
import { isShape } from '../../game/saved';

/** The data of the editor. Every function here returns a new draft. */
export interface Draft {
  readonly shape: Shape;
  /** One digit per cell, 0 for none. */
  readonly givens: readonly number[];
  /** The text of the rules, one per line, without the regions. Lines may be invalid or empty. */
  readonly lines: readonly string[];
  readonly name?: string;
}

export const SMALLEST = 4;
export const SIZES: readonly number[] = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, at) => at + SMALLEST);
export const TOGGLES = ['diagonals', 'windoku', 'disjoint-groups', 'anti-knight'] as const;
export type Toggle = (typeof TOGGLES)[number];

export function emptyDraft(size: number): Draft {
  return { shape: usualShape(size), givens: blank(size), lines: [] };
}

const blank = (size: number) => Array.from({ length: size * size }, () => 0);

/** The possible boxes of a size, as rows and columns. */
export function boxChoices(size: number): [number, number][] {
  const rows = Array.from({ length: size }, (_, at) => at + 1);
  return rows.filter((row) => row > 1 && row < size && size % row === 0).map((row) => [row, size / row]);
}

/** Changes the size. Rules of the whole grid stay; clues and rules about cells are removed. */
export function withSize(draft: Draft, size: number): Draft {
  const shape = usualShape(size);
  const lines = draft.lines.filter((line) => TOGGLES.some((name) => line.trim() === name && fits(name, shape)));
  return { shape, givens: blank(size), lines };
}

/** Changes the boxes: `2x3`, `jigsaw`, or `latin` for none. */
export function withBoxes(draft: Draft, boxes: string): Draft {
  const { size } = draft.shape;
  if (!isPlain(draft.shape)) return draft;
  if (boxes === 'jigsaw') return { ...draft, shape: jigsaw(draft.shape, startRegions(draft.shape)) };
  const shape = boxedShape(boxes, size);
  return {
    ...draft,
    shape,
    lines: draft.lines.filter((line) => !isToggle(line) || fits(line.trim() as Toggle, shape)),
  };
}

const isToggle = (line: string) => TOGGLES.includes(line.trim() as Toggle);
const jigsaw = (shape: Shape, regions: readonly number[]): Shape => ({
  ...shape,
  boxRows: 0,
  boxColumns: 0,
  regions,
});

/** The boxes of a draft, in the form of the argument of `withBoxes`. */
export function boxesOf({ shape }: Draft): string {
  if (shape.regions) return 'jigsaw';
  return shape.boxRows > 0 ? `${shape.boxRows}x${shape.boxColumns}` : 'latin';
}

/** The initial regions: the boxes, or rows if there are none. */
function startRegions({ size, boxRows, boxColumns }: Shape): number[] {
  const usual = usualShape(size);
  const [rows, columns] =
    boxRows > 0 ? [boxRows, boxColumns] : usual.boxRows > 0 ? [usual.boxRows, usual.boxColumns] : [1, size];
  return blank(size).map((_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return Math.floor(row / rows) * (size / columns) + Math.floor(column / columns);
  });
}

/** Whether a rule of the whole grid fits a shape. */
export function fits(toggle: Toggle, shape: Shape): boolean {
  const { size, boxRows } = shape;
  if (toggle === 'windoku') return windowsOf(shape).length > 0;
  if (toggle === 'diagonals') return rowsOf(shape) === columnsOf(shape) && rowsOf(shape) <= size;
  return toggle !== 'disjoint-groups' || boxRows > 0;
}

export const has = (draft: Draft, toggle: Toggle) => draft.lines.some((line) => line.trim() === toggle);

export function toggled(draft: Draft, toggle: Toggle): Draft {
  if (has(draft, toggle)) return { ...draft, lines: draft.lines.filter((line) => line.trim() !== toggle) };
  return { ...draft, lines: [toggle, ...draft.lines] };
}

export function withGivens(draft: Draft, cells: readonly number[], digit: number): Draft {
  const all = cells.length > 0 && cells.every((cell) => draft.givens[cell] === digit);
  return { ...draft, givens: draft.givens.map((old, cell) => (cells.includes(cell) ? (all ? 0 : digit) : old)) };
}

/** Adds cells to a region of a jigsaw. */
export function painted(draft: Draft, cells: readonly number[], region: number): Draft {
  const { regions } = draft.shape;
  if (!regions || cells.every((cell) => regions[cell] === region)) return draft;
  return {
    ...draft,
    shape: jigsaw(
      draft.shape,
      regions.map((old, cell) => (cells.includes(cell) ? region : old)),
    ),
  };
}

/** The number of cells of each region. */
export function regionCounts({ shape: { size, regions } }: Draft): number[] {
  const counts = Array.from({ length: size }, () => 0);
  for (const region of regions ?? []) counts[region]++;
  return counts;
}

/** Whether a region can have this number of cells. In grids that are not plain, it need not have all digits. */
export const isRegionSize = (shape: Shape, count: number): boolean =>
  isPlain(shape) ? count === shape.size : count <= shape.size;

/** The cells of regions with a wrong size. */
export function wrongRegions(draft: Draft): string[] {
  const { regions } = draft.shape;
  if (!regions) return [];
  const counts = regionCounts(draft);
  return regions.flatMap((region, cell) =>
    isRegionSize(draft.shape, counts[region]) ? [] : [cellName(cell, draft.shape)],
  );
}

export type Drawing = 'cage' | 'thermo' | 'set';

/** Adds a drawn rule. A cage gets the middle of its possible sums. */
export function drawn(draft: Draft, kind: Drawing, cells: readonly number[]): Draft {
  const { size } = draft.shape;
  if (cells.length === 0 || (kind !== 'thermo' && cells.length > size)) return draft;
  const names = cells.map((cell) => cellName(cell, draft.shape)).join(' ');
  const { least, most } = sums(draft.shape, cells.length);
  const heads = { thermo: 'thermo', set: 'all-different', cage: `cage ${Math.round((least + most) / 2)}` };
  return { ...draft, lines: [...draft.lines, `${heads[kind]}: ${names}`] };
}

/** The kinds of rules in the list of the tool for more rules. Other kinds have their own tool or need extra cells. */
export const CHOICES: readonly Kind[] = KINDS.filter(
  ({ style, name, example }) =>
    !['house', 'regions', 'void', 'diagonals', 'windows'].includes(style) &&
    !['candidates', 'group'].includes(name) &&
    !/ v1\b/.test(example),
);

/** The text between the name and the colon of a rule. */
export function wordsOf(line: string): string {
  const rule = parseRule(line, LARGEST);
  if (rule.kind === 'listed') return rule.words.join(' ');
  return rule.kind === 'cage' ? String(rule.sum ?? '') : '';
}

/** Whether a kind is about the whole grid or about other rules, so it has no cells to draw. */
export const isWhole = (kind: Kind): boolean => !kind.example.includes(': ') || mannerOf(kind).what === 'logic';

/** The text of a rule with the given cells, completed if necessary; undefined if there are too few cells. */
export function ruleText(kind: Kind, words: string, cells: readonly number[], grid: Extent): string | undefined {
  const head = `${kind.name} ${words.trim()}`.trim();
  // Rules about all pairs of the grid list only exceptions.
  if (isWhole(kind) || mannerOf(kind).what === 'everywhere') return head;
  const { what } = mannerOf(kind);
  const all = what === 'outside' ? toOtherSide(cells, grid) : what === 'corner' ? squareOf(cells, grid) : cells;
  const least = ['dot', 'letter', 'sign', 'outside'].includes(what) ? 2 : 1;
  if (all.length < least) return undefined;
  return `${head}: ${all.map((cell) => cellName(cell, grid)).join(' ')}`;
}

/** Extends a line that begins at the border to the other side. */
function toOtherSide(cells: readonly number[], grid: Extent): number[] {
  const step = cells.length > 0 ? stepOf(cells, grid) : undefined;
  if (!step) return [...cells];
  const all: number[] = [];
  const [high, wide] = [rowsOf(grid), columnsOf(grid)];
  let [row, column] = placeOf(grid, cells[0]);
  while (row >= 0 && column >= 0 && row < high && column < wide) {
    all.push(row * wide + column);
    [row, column] = [row + step[0], column + step[1]];
  }
  return all;
}

/** Completes two or three cells that meet at a corner to all four. */
function squareOf(cells: readonly number[], grid: Extent): number[] {
  const rows = cells.map((cell) => placeOf(grid, cell)[0]);
  const columns = cells.map((cell) => placeOf(grid, cell)[1]);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  if (Math.max(...rows) - top !== 1 || Math.max(...columns) - left !== 1) return [...cells];
  return [0, 1].flatMap((row) => [0, 1].map((column) => (top + row) * columnsOf(grid) + left + column));
}

/** Adds a rule of a kind. */
export function drawnKind(draft: Draft, kind: Kind, words: string, cells: readonly number[]): Draft {
  const text = ruleText(kind, words, cells, draft.shape);
  return text === undefined || draft.lines.includes(text) ? draft : { ...draft, lines: [...draft.lines, text] };
}

/** Adds a list of cells to the rule of a line. */
export function withList(draft: Draft, line: number, cells: readonly number[]): Draft {
  if (cells.length === 0) return draft;
  const names = cells.map((cell) => cellName(cell, draft.shape)).join(' ');
  return withLine(draft, line, `${draft.lines[line]} / ${names}`);
}

/** Replaces the words before the cells in the rule of a line. */
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
  return {
    ...draft,
    lines: draft.lines.flatMap((old, at) => (at !== line ? [old] : text === undefined ? [] : [text])),
  };
}

/** The range of sums of a number of different digits. */
export function sums(shape: Shape, cells: number): { least: number; most: number } {
  const shift = cells * (1 - leastOf(shape));
  return { least: (cells * (cells + 1)) / 2 - shift, most: (cells * (2 * shape.size + 1 - cells)) / 2 - shift };
}

/** Changes the sum of the cage of a line. */
export function withSum(draft: Draft, line: number, sum: string): Draft {
  const lines = draft.lines.map((text, at) => (at === line ? text.replace(/^(\s*cage)\s*[^:]*:/, `$1 ${sum}:`) : text));
  return { ...draft, lines };
}

/** Removes the clues of cells and the rules on them. */
export function erased(draft: Draft, cells: readonly number[]): Draft {
  const lines = draft.lines.filter((line) => {
    const rule = parseRule(line, draft.shape);
    return !cellsOf(rule).some((cell) => cells.includes(cell));
  });
  const givens = draft.givens.map((digit, cell) => (cells.includes(cell) ? 0 : digit));
  return { ...draft, lines, givens };
}

/** Number of lines of the text before the rules. */
export const headCount = ({ shape }: Draft): number => (isPlain(shape) ? 0 : 1) + (shape.regions ? 1 : 0);

/** All rules as text. A grid that is not plain and the regions of a jigsaw come first. */
export function textOf({ shape, lines }: Draft): string {
  const grid = isPlain(shape) ? [] : [shapeText(shape)];
  const regions = shape.regions ? [`regions ${regionText(shape.regions, columnsOf(shape))}`] : [];
  return [...grid, ...regions, ...lines].join('\n');
}

/** One symbol per cell, with a space between rows. */
function regionText(regions: readonly number[], size: number): string {
  return (
    regionLine(regions)
      .match(new RegExp(`.{${size}}`, 'g'))
      ?.join(' ') ?? ''
  );
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
  const isOther =
    shapeText({ ...shape, boxRows: 0, boxColumns: 0 }) !== shapeText({ ...draft.shape, boxRows: 0, boxColumns: 0 });
  return { ...draft, shape, lines: rest, ...(isOther ? { givens: moved(draft, shape) } : {}) };
}

/** The clues in the cells with the same names in another grid. */
function moved({ shape: from, givens }: Draft, to: Shape): number[] {
  const kept = Array.from({ length: cellCount(to) }, () => 0);
  givens.forEach((digit, cell) => {
    const index = cellIndex(cellName(cell, from), to);
    if (index !== undefined && digit <= to.size) kept[index] = digit;
  });
  return kept;
}

/** The puzzle as a row of JSON Lines, and the position in it of each line of rules. */
export function rowOf(draft: Draft, lines: readonly string[] = draft.lines): { row: string; starts: number[] } {
  const { shape, givens, name } = draft;
  const head: Record<string, unknown> = { puzzle: lineOf(givens, shape) };
  if (!shape.regions || !isPlain(shape)) head.shape = shapeText(shape);
  if (shape.regions) head.regions = regionLine(shape.regions);
  if (name) head.name = name;
  const texts = lines.map((line) => JSON.stringify(line));
  let row = `${JSON.stringify(head).slice(0, -1)},"rules":[`;
  const starts = texts.map((text, at) => {
    row += at > 0 ? `,${text}` : text;
    return row.length - text.length + 1;
  });
  return { row: `${row}]}`, starts };
}

/** The lines that are not empty. */
export const written = ({ lines }: Draft): string[] => lines.filter((line) => line.trim() !== '');

export function draftOf(puzzle: Puzzle): Draft {
  const { shape, rules, givens, name, candidates } = puzzle;
  const shift = leastOf(shape) - 1;
  const list = (digits: readonly number[]) =>
    digits.map((digit) => digit + shift).join(shape.size + shift > 9 ? ',' : '') || '-';
  const restricted = candidates ? [`candidates ${candidates.map(list).join(' ')}`] : [];
  return { shape, givens, lines: [...rules, ...restricted], ...(name ? { name } : {}) };
}

/** Whether a draft is empty: no clues, no rules, the usual grid. */
export const isBlank = (draft: Draft): boolean =>
  draft.givens.every((digit) => digit === 0) && textOf(draft).trim() === '';

/** Whether two drafts have the same puzzle, whatever their names. */
export function isSame(a: Draft, b: Draft): boolean {
  const key = (draft: Draft) =>
    JSON.stringify([shapeText(draft.shape), draft.shape.regions ?? 0, draft.givens, written(draft)]);
  return key(a) === key(b);
}

/** Validates a stored draft; undefined if it is invalid. */
export function readDraft(value: unknown): Draft | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { shape, givens, lines, name } = value as Partial<Draft>;
  if (!isShape(shape)) return undefined;
  const isDigit = (one: unknown) => Number.isInteger(one) && (one as number) >= 0 && (one as number) <= shape.size;
  if (!Array.isArray(givens) || givens.length !== cellCount(shape) || !givens.every(isDigit)) return undefined;
  if (shape.regions?.some((region) => region >= shape.size)) return undefined;
  if (!Array.isArray(lines) || !lines.every((line) => typeof line === 'string')) return undefined;
  return { shape, givens, lines, ...(typeof name === 'string' ? { name } : {}) };
}
