import { svg, type SVGTemplateResult } from 'lit';

import { cellIndex, cellIndexes, type Extent } from './cells';
import {
  circle,
  corner,
  diamond,
  n,
  outline,
  place,
  polyline,
  radiusIn,
  rounded,
  SIDE,
  squares,
  toward,
} from './geometry';
import type { Item, Places, Point } from './geometry';
import { houseNamed, type Layout } from './houses';
import type { Picture, PictureEnd, Tint } from './types';

/** The deviation of a curve from the straight line, as a fraction of its length. */
const BEND = 0.13;

/** A curved arrow between two marks: the path data of its line and its head. Undefined between equal points. */
function arrow(from: Point, to: Point, radius: number): { line: string; head: string } | undefined {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) return undefined;
  // Long arrows bend around the candidates between their ends.
  const bend = length < 2.5 * radius ? 0 : BEND * Math.min(length, 240);
  const control: Point = [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
  const start = toward(from, control, Math.min(radius + 0.5, length / 3));
  const tip = toward(to, control, Math.min(radius + 0.5, length / 3));
  const size = Math.max(2.5, Math.min(radius * 0.85, (length - 2 * radius) * 0.75));
  const neck = toward(tip, control, size);
  const [ux, uy] = [(tip[0] - neck[0]) / size, (tip[1] - neck[1]) / size];
  const half = size * 0.48;
  const side = (by: number): Point => [neck[0] - uy * by, neck[1] + ux * by];
  const [[x, y], [controlX, controlY], [endX, endY]] = [start, control, neck];
  return {
    line: `M${n(x)} ${n(y)}Q${n(controlX)} ${n(controlY)} ${n(endX)} ${n(endY)}`,
    head: `${polyline([tip, side(half), side(-half)])}Z`,
  };
}

/** The pair of nearest points with one point from each list. */
function nearest(from: readonly Point[], to: readonly Point[]): readonly [Point, Point] | undefined {
  let best: readonly [Point, Point] | undefined;
  let least = Infinity;
  for (const a of from) {
    for (const b of to) {
      const length = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (length < least) [best, least] = [[a, b], length];
    }
  }
  return best;
}

/** The groups of each color. The color of other groups depends on their position in the list. */
const GROUPS: readonly (readonly string[])[] = [
  ['pivot', 'stem', 'base', 'intersection', 'loop'],
  ['pincer', 'corner', 'cells'],
  ['target', 'line', 'excluder'],
  ['box'],
  [],
  ['cross'],
];

/** Houses and groups of a picture, below the digits. */
export function areasOf(layout: Layout, picture: Picture): Item[] {
  const grid = layout.shape;
  const houses = (picture.houses ?? []).flatMap(({ house, role }) => {
    const cells = houseNamed(layout, house)?.cells;
    const name = ['base', 'cover', 'twin'].includes(role) ? role : 'house';
    return cells ? area(grid, cells, name, name === 'twin' ? 6 : 3) : [];
  });
  const groups = (picture.groups ?? []).flatMap(({ role, cells }, index) => {
    const color = GROUPS.findIndex((roles) => roles.includes(role));
    return area(grid, cellIndexes(cells, grid), `group g${color < 0 ? index % GROUPS.length : color}`, 2);
  });
  const areas = (picture.areas ?? []).flatMap(({ cells }) => area(grid, cellIndexes(cells, grid), 'house', 3));
  return [...houses, ...areas, ...groups];
}

/** Filled cells with a common edge. Twins have only the edge. */
function area(grid: Extent, cells: readonly number[], name: string, inset: number): Item[] {
  const edge = { name: `${name} edge`, d: outline(new Set(cells), grid, inset) };
  return name === 'twin' ? [edge] : [{ name: `${name} fill`, d: squares(grid, cells) }, edge];
}

export const tintsOf = (grid: Extent, tints: readonly Tint[]): Item[] =>
  tints.flatMap(({ cells, role }) => area(grid, cellIndexes(cells, grid), `tint ${role}`, 2.5));

/** Crosses out cells without a value. */
export function failuresOf(grid: Extent, failures: readonly string[]): Item[] {
  return cellIndexes(failures, grid).flatMap((cell) => {
    const [x, y] = corner(grid, cell);
    const [near, far] = [10, SIDE - 10];
    const cross = `M${x + near} ${y + near}L${x + far} ${y + far}M${x + far} ${y + near}L${x + near} ${y + far}`;
    return [
      { name: 'tint bad fill', d: squares(grid, [cell]) },
      { name: 'failure', d: cross },
    ];
  });
}

export function marksOf(grid: Extent, places: Places, picture: Picture): Item[] {
  return (picture.marks ?? []).flatMap(({ cell: name, digit, role, pair }) => {
    const cell = cellIndex(name, grid);
    if (cell === undefined) return [];
    const at = place(grid, places, cell, digit);
    // A ring has space inside the cell.
    const radius = radiusIn(places, cell) - (role === 'placed' ? 1.3 : 0);
    const color = /^color-([ab])$/.exec(role)?.[1];
    const kind = color ? `${color}${((pair ?? 1) - 1) % 3}` : role;
    const part = { name: `part ${kind}`, d: formOf(kind, at, radius) };
    if (kind === 'placed') return [{ name: 'ring', d: circle(at, radius + 2.3) }, part];
    if (kind !== 'eliminated' && kind !== 'cannibal') return [part];
    const [[x, y], reach] = [at, radius + 2];
    return [{ name: 'strike', d: `M${n(x - reach)} ${n(y + reach)}L${n(x + reach)} ${n(y - reach)}` }, part];
  });
}

/** Fins and second colors are squares, endo fins are diamonds, other candidates are circles. */
function formOf(kind: string, at: Point, radius: number): string {
  if (kind === 'endo-fin') return diamond(at, 1.25 * radius);
  return rounded(at, radius, kind === 'fin' || kind.startsWith('b') ? 2 : radius);
}

/** Links as curved arrows, above everything else. */
export function linksOf(grid: Extent, places: Places, picture: Picture): Item[] {
  const points = (end: PictureEnd) => pointsOf(grid, places, end);
  return (picture.links ?? []).flatMap(({ from, to, strong, step }) => {
    const ends = nearest(points(from), points(to));
    const drawn = ends && arrow(ends[0], ends[1], places.radius);
    const kind = step ? 'nested' : strong ? 'strong' : 'weak';
    return drawn
      ? [
          { name: `link ${kind}`, d: drawn.line },
          { name: `head ${kind}`, d: drawn.head },
        ]
      : [];
  });
}

const pointsOf = (grid: Extent, places: Places, { cells, digit }: PictureEnd): Point[] =>
  cellIndexes(cells, grid).map((cell) => place(grid, places, cell, digit));

/** Link ends with several cells: a band over their candidates. */
export function drawWideEnds(grid: Extent, places: Places, picture: Picture): SVGTemplateResult {
  const ends = (picture.links ?? []).flatMap(({ from, to }) => [from, to]).filter(({ cells }) => cells.length > 1);
  const bands = new Set(ends.map((end) => polyline(pointsOf(grid, places, end))));
  return svg`<g stroke-width=${n(places.radius * 2.3)}>${[...bands].map((d) => svg`<path class="band" d=${d} />`)}</g>`;
}

/** The digits of each cell that are drawn on a mark. */
export function inkOf(grid: Extent, picture: Picture | undefined): Map<number, Map<number, 'ink' | 'hollow'>> {
  const all = new Map<number, Map<number, 'ink' | 'hollow'>>();
  for (const { cell: name, digit, role } of picture?.marks ?? []) {
    const cell = cellIndex(name, grid);
    if (cell === undefined) continue;
    const digits = all.get(cell) ?? new Map<number, 'ink' | 'hollow'>();
    all.set(cell, digits.set(digit, role === 'off' ? 'hollow' : 'ink'));
  }
  return all;
}
