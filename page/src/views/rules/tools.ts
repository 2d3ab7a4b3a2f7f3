import type { Point } from '../../draw/brush';
import { cellIn, cellNames, columnsOf, gridCells, placeOf, range, rowsOf, SIDES } from '../../element/cells';
import type { Extent } from '../../element/cells';
import { stepOf } from '../../element/draw-listed';
import { diagonalsOf } from '../../element/houses';
import { cellsOf, KINDS, mannerOf, parseRule, type Kind } from '../../element/rules';
import type { Shape } from '../../element/types';
import { LARGEST } from '../../game/puzzle';

/**
 * How the cells of a kind of rule are chosen on the board: a path in order, cells in any order, single cells that
 * mean something independently of each other, cells next to an edge, around a corner, or along a line from the border.
 * Rules without cells are switched on, combine other rules, or are about extra cells, which are added with them.
 */
export type Gesture =
  'diagonal' | 'path' | 'cells' | 'marks' | 'edge' | 'corner' | 'outside' | 'switch' | 'combine' | 'extra';

/** The gesture of a kind, from its style and its example in the table. */
export function gestureOf(kind: Kind): Gesture {
  const { what, options, label } = mannerOf(kind);
  if (kind === DIAGONAL) return 'diagonal';
  if (what === 'logic' && kind.example.includes('[')) return 'combine';
  if (/: v1\b/.test(kind.example) && what !== 'logic') return 'extra';
  if (what === 'everywhere' || !/\b[rv]\d/.test(kind.example)) return 'switch';
  if (what === 'dot' || what === 'letter' || what === 'sign') return 'edge';
  if (what === 'corner' || what === 'outside') return what;
  if (what === 'line' || what === 'thermo' || what === 'arrow') return 'path';
  const isMark = ['circle', 'square', 'arrows'].includes(what) || (what === 'cell' && label !== undefined);
  return isMark && !options.includes('together') ? 'marks' : 'cells';
}

/** A single diagonal, which is written as a set of different digits. */
const DIAGONAL: Kind = {
  ...{ name: 'diagonal', family: 'Everywhere', style: 'cage', summary: '' },
  example: 'all-different: r1c1 r2c2 r3c3 r4c4',
};

/** The kinds that are drawn. Regions have their own tool, and `one-of` restricts candidates as a rule. */
export const CHOICES: readonly Kind[] = [...KINDS.filter(({ name }) => !/^(regions|candidates)$/.test(name)), DIAGONAL];

export const listCount = (text: string): number => text.split(' / ').length;

/** The kinds that setters use most. */
export const COMMON: readonly string[] = [
  ...['cage', 'thermo', 'arrow', 'whisper', 'renban', 'palindrome', 'between', 'region-sum', 'white-dot', 'black-dot'],
  ...['x', 'v', 'greater', 'quadruple', 'odd', 'even', 'all-different', 'clone', 'sandwich', 'x-sum', 'skyscraper'],
  ...['little-killer', 'diagonals', 'diagonal', 'windoku', 'anti-knight', 'anti-king', 'non-consecutive'],
];

/** The text between the name and the colon of a rule. */
export function wordsOf(line: string): string {
  const rule = parseRule(line, LARGEST);
  if (rule.kind === 'listed') return rule.words.join(' ');
  if (rule.kind === 'grid') return line.trim().split(/\s+/).slice(4).join(' ');
  return rule.kind === 'cage' ? String(rule.sum ?? '') : '';
}

/** Whether a rule of a kind has a number or text besides its cells. */
export const takesWords = (kind: Kind): boolean =>
  gestureOf(kind) !== 'combine' && (kind.name === 'grid' || kind.example.split(':')[0] !== kind.name);

/** The value of a rule whose value is not entered yet. */
export const UNSET = '?';

/** Kinds with a usual number in the library. */
const USUAL = /^(lockout|whisper|modular|difference|ratio|strict-ratio|strict-difference|global-modular)$/;

/**
 * The words for the first rule of a kind: those of its example. Numbers of rows in it become those of the grid. Values
 * that the setter chooses for each rule are not set.
 */
export function firstWords(kind: Kind, grid: Extent): string {
  if (USUAL.test(kind.name)) return '';
  const words = kind.name === 'grid' ? 'boxes 2x2' : wordsOf(kind.example);
  if (/^[\d ]+$/.test(words) && ['cage', 'outside', 'corner'].includes(mannerOf(kind).what)) return UNSET;
  return gestureOf(kind) === 'extra' ? words.replace(/\b4\b/, String(columnsOf(grid))) : words;
}

/** The range of sums of a number of different digits. */
export function sums({ size, least = 1 }: Shape, cells: number): { least: number; most: number } {
  const shift = cells * (1 - least);
  return { least: (cells * (cells + 1)) / 2 - shift, most: (cells * (2 * size + 1 - cells)) / 2 - shift };
}

/** The text of a rule with the given cells, completed if necessary; undefined if the cells do not fit. */
export function ruleText(kind: Kind, words: string, cells: readonly number[], shape: Shape): string | undefined {
  const head = kind === DIAGONAL ? 'all-different' : `${kind.name} ${words.trim()}`.trim();
  const gesture = gestureOf(kind);
  if (gesture === 'switch') return head;
  const complete = { outside: toOtherSide, corner: squareOf, diagonal: diagonalWith }[gesture as string];
  const all = complete?.(cells, shape) ?? cells;
  if (all.length < (gesture === 'edge' || gesture === 'outside' ? 2 : 1)) return undefined;
  if (kind.name === 'grid') return subGrid(all, words, shape);
  if (kind.name === 'cage' && all.length > shape.size) return undefined;
  return `${head}: ${cellNames(all, shape).join(' ')}`;
}

/** The diagonal with some cells. */
const diagonalWith = (cells: readonly number[], grid: Extent): readonly number[] =>
  diagonalsOf(grid).find((diagonal) => cells.every((cell) => diagonal.includes(cell))) ?? [];

/** One of several grids, in the rectangle around cells. */
function subGrid(cells: readonly number[], words: string, shape: Shape): string {
  const [rows, columns] = [0, 1].map((at) => cells.map((cell) => placeOf(shape, cell)[at]));
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const size = `${Math.max(...rows) - top + 1}x${Math.max(...columns) - left + 1}`;
  return `grid at r${top + 1}c${left + 1} ${size} ${words}`.trim();
}

/** Extends a line that begins at the border to the other side. */
function toOtherSide(cells: readonly number[], grid: Extent): number[] {
  const step = cells.length > 0 ? stepOf(cells, grid) : undefined;
  if (!step) return [...cells];
  const [row, column] = placeOf(grid, cells[0]);
  const longest = range(Math.max(rowsOf(grid), columnsOf(grid)));
  const all = longest.map((by) => cellIn(grid, row + by * step[0], column + by * step[1]));
  return all.filter((cell) => cell !== undefined);
}

/** Completes two or three cells that meet at a corner to all four. */
function squareOf(cells: readonly number[], grid: Extent): number[] {
  const [rows, columns] = [0, 1].map((at) => cells.map((cell) => placeOf(grid, cell)[at]));
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  if (Math.max(...rows) - top !== 1 || Math.max(...columns) - left !== 1) return [...cells];
  return [0, 1].flatMap((row) => [0, 1].map((column) => (top + row) * columnsOf(grid) + left + column));
}

/** The cells that a tap at a point means: those at the nearest edge or corner, or a line from the nearest border. */
export function tapped(kind: Kind, { cell, x, y }: Point, grid: Extent): readonly number[] {
  const gesture = gestureOf(kind);
  const [row, column] = placeOf(grid, cell);
  if (cell >= gridCells(grid)) return [cell];
  const at = (down: number, right: number) => cellIn(grid, row + down, column + right);
  // The steps across the four sides, the nearest first.
  const far = ([down, right]: readonly [number, number]) => -down * (y - 0.5) - right * (x - 0.5);
  const sides = [...SIDES].sort((a, b) => far(a) - far(b));
  if (gesture === 'edge' || (gesture === 'switch' && kind.example.includes(':'))) {
    // The middle of a cell means no edge.
    if (gesture === 'edge' && Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) < 0.2) return [cell];
    const other = sides.map((step) => at(...step)).find((one) => one !== undefined);
    const both = other === undefined ? [cell] : [cell, other];
    return mannerOf(kind).what === 'sign' ? both : both.sort((a, b) => a - b);
  }
  if (gesture === 'corner') {
    const [down, right] = [y < 0.5 ? -1 : 1, x < 0.5 ? -1 : 1];
    return [cell, at(down, right) ?? at(down, -right) ?? at(-down, right) ?? at(-down, -right) ?? cell];
  }
  if (gesture !== 'outside') return [cell];
  const side = sides.find((step) => at(...step) === undefined);
  if (!side) return [];
  const [down, right] = side.map((by) => 0 - by);
  if (!mannerOf(kind).options.includes('arrow')) return [cell, at(down, right) ?? cell];
  const along = (by: number, inward: number) => (down !== 0 ? at(inward * down, by) : at(by, inward * right));
  const line = (from: number, turn: number) => [along(from, 0), along(from + turn, 1)];
  // Tapped on the left half of its first cell, a diagonal leads to the right. Next to the grid is the sign of a diagonal
  // that begins one cell further, or at the corner.
  const turn = (down !== 0 ? x : y) < 0.5 ? 1 : -1;
  const isOutside = [x, y].some((place) => place === 0 || place === 1);
  const corner = along(-turn, 0) === undefined ? [line(0, turn)] : [];
  const lines = isOutside ? [line(-turn, -turn), ...corner, line(turn, turn)] : [line(0, turn), line(0, -turn)];
  return lines.find((both): both is number[] => !both.includes(undefined)) ?? [cell];
}

/** Placeholders of clues outside, where there is none yet. They show where to tap. */
export function placeholders(kind: Kind, lines: readonly string[], shape: Shape): string[] {
  if (gestureOf(kind) !== 'outside') return [];
  const taken = new Set(lines.map((line) => cellsOf(parseRule(line, shape)).slice(0, 2).join()));
  const isDiagonal = mannerOf(kind).options.includes('arrow');
  const steps = isDiagonal ? SIDES.map(([a, b]) => [a + b, b - a]) : SIDES;
  return range(gridCells(shape)).flatMap((cell) => {
    const [row, column] = placeOf(shape, cell);
    const nexts = steps.flatMap(([down, right]) => cellIn(shape, row + down, column + right) ?? []);
    const firsts = nexts
      .map((next) => [cell, next])
      .filter((cells) => stepOf(cells, shape) && !taken.has(cells.join()));
    return firsts.map((cells) => ruleText(kind, '+', cells, shape) ?? '');
  });
}

/** The lines of rules on a cell, those with the fewest cells first. */
export function linesAt(lines: readonly string[], cell: number, grid: Extent): number[] {
  return lines
    .map((line, at) => ({ at, cells: cellsOf(parseRule(line, grid)) }))
    .filter(({ cells }) => cells.includes(cell))
    .sort((a, b) => a.cells.length - b.cells.length)
    .map(({ at }) => at);
}
