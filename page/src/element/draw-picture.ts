import { nothing, svg, type SVGTemplateResult } from 'lit';

import { cellIndex, cellIndexes, type Extent } from './cells';
import {
  corner,
  diamond,
  n,
  outline,
  place,
  polyline,
  radiusIn,
  SIDE,
  squares,
  type Places,
  type Point,
} from './geometry';
import { houseNamed, type Layout } from './houses';
import type { Picture, PictureEnd, Tint } from './types';

/** The deviation of a curve from the straight line, as a fraction of its length. */
const BEND = 0.13;

/** A curved arrow between two marks: the path data of its line and its head. Undefined between equal points. */
export function arrow(from: Point, to: Point, radius: number): { line: string; head: string } | undefined {
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
  const text = ([x, y]: Point) => `${n(x)} ${n(y)}`;
  return {
    line: `M${text(start)}Q${text(control)} ${text(neck)}`,
    head: `M${text(tip)}L${text([neck[0] - uy * half, neck[1] + ux * half])}L${text([neck[0] + uy * half, neck[1] - ux * half])}Z`,
  };
}

function toward(point: Point, target: Point, by: number): Point {
  const [x, y] = [target[0] - point[0], target[1] - point[1]];
  const length = Math.max(Math.hypot(x, y), 0.1);
  return [point[0] + (x / length) * by, point[1] + (y / length) * by];
}

/** The pair of nearest points with one point from each list. */
export function nearest(from: readonly Point[], to: readonly Point[]): readonly [Point, Point] | undefined {
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

type Drawn = SVGTemplateResult | typeof nothing;

const HOUSES: Record<string, string> = { base: 'base', cover: 'cover', twin: 'twin' };

/** Some roles of groups have their own color. The color of other groups depends on their position in the list. */
const GROUPS: Record<string, number> = {
  pivot: 0,
  stem: 0,
  base: 0,
  intersection: 0,
  loop: 0,
  pincer: 1,
  corner: 1,
  cells: 1,
  target: 2,
  line: 2,
  excluder: 2,
  box: 3,
  cross: 5,
};

/** Houses and groups of a picture, below the digits. */
export function drawAreas(layout: Layout, picture: Picture): Drawn[] {
  const grid = layout.shape;
  const houses = (picture.houses ?? []).map(({ house, role }) => {
    const cells = houseNamed(layout, house)?.cells;
    const name = HOUSES[role] ?? 'house';
    return cells ? area(grid, cells, name, name === 'twin' ? 6 : 3) : nothing;
  });
  const groups = (picture.groups ?? []).map(({ role, cells }, index) =>
    area(grid, cellIndexes(cells, grid), `group g${GROUPS[role] ?? index % 6}`, 2),
  );
  const areas = (picture.areas ?? []).map(({ cells }) => area(grid, cellIndexes(cells, grid), 'house', 3));
  return [...houses, ...areas, ...groups];
}

/** Filled cells with a common edge. Twins have only the edge. */
function area(grid: Extent, cells: readonly number[], name: string, inset: number): SVGTemplateResult {
  return svg`${name === 'twin' ? nothing : svg`<path class="${name} fill" d=${squares(grid, cells)} />`}<path class="${name} edge" d=${outline(new Set(cells), grid, inset)} />`;
}

/** Tinted cells. */
export function drawTints(grid: Extent, tints: readonly Tint[]): Drawn[] {
  return tints.map(({ cells, role }) => area(grid, cellIndexes(cells, grid), `tint ${role}`, 2.5));
}

/** Crosses out cells without a value. */
export function drawFailures(grid: Extent, failures: readonly string[]): Drawn[] {
  return cellIndexes(failures, grid).map((cell) => {
    const [x, y] = corner(grid, cell);
    const [near, far] = [10, SIDE - 10];
    return svg`<path class="tint bad fill" d=${squares(grid, [cell])} />
      <path class="failure" d="M${x + near} ${y + near}L${x + far} ${y + far}M${x + far} ${y + near}L${x + near} ${y + far}" />`;
  });
}

const COLORS = ['a', 'b'];

/** The shapes behind the candidates of a picture. */
export function drawMarks(grid: Extent, places: Places, picture: Picture): Drawn[] {
  return (picture.marks ?? []).map(({ cell: name, digit, role, pair }) => {
    const cell = cellIndex(name, grid);
    if (cell === undefined) return nothing;
    const [x, y] = place(grid, places, cell, digit);
    const radius = radiusIn(places, cell);
    const color = COLORS.findIndex((one) => role === `color-${one}`);
    const kind = color < 0 ? role : `${COLORS[color]}${((pair ?? 1) - 1) % 3}`;
    const struck = role === 'eliminated' || role === 'cannibal';
    return svg`${struck ? strike(x, y, radius) : nothing}${shape(kind, x, y, radius)}`;
  });
}

function strike(x: number, y: number, radius: number): SVGTemplateResult {
  const reach = radius + 2;
  return svg`<path class="strike" d="M${n(x - reach)} ${n(y + reach)}L${n(x + reach)} ${n(y - reach)}" />`;
}

/** Fins and second colors are squares, endo fins are diamonds, digits to place have a ring. */
function shape(kind: string, x: number, y: number, r: number): SVGTemplateResult {
  if (kind === 'fin' || kind.startsWith('b')) {
    return svg`<rect class="part ${kind}" x=${n(x - r)} y=${n(y - r)} width=${n(2 * r)} height=${n(2 * r)} rx="2" />`;
  }
  if (kind === 'endo-fin') {
    return svg`<path class="part ${kind}" d=${diamond([x, y], 1.25 * r)} />`;
  }
  const ring = kind === 'placed' ? svg`<circle class="ring" cx=${n(x)} cy=${n(y)} r=${n(r + 3)} />` : nothing;
  return svg`${ring}<circle class="part ${kind}" cx=${n(x)} cy=${n(y)} r=${n(r)} />`;
}

/** Links as curved arrows, above everything else. */
export function drawLinks(grid: Extent, places: Places, picture: Picture): Drawn[] {
  const points = ({ cells, digit }: PictureEnd): Point[] =>
    cellIndexes(cells, grid).map((cell) => place(grid, places, cell, digit));
  return (picture.links ?? []).map(({ from, to, strong, step }) => {
    const ends = nearest(points(from), points(to));
    const drawn = ends && arrow(ends[0], ends[1], places.radius);
    if (!drawn) return nothing;
    const kind = step ? 'nested' : strong ? 'strong' : 'weak';
    return svg`<path class="link ${kind}" d=${drawn.line} /><path class="head ${kind}" d=${drawn.head} />`;
  });
}

/** Link ends with several cells: a band over their candidates. */
export function drawWideEnds(grid: Extent, places: Places, picture: Picture): Drawn[] {
  const known = new Set<string>();
  return (picture.links ?? [])
    .flatMap(({ from, to }) => [from, to])
    .map(({ cells, digit }) => {
      const name = `${cells.join(' ')} ${digit}`;
      if (cells.length < 2 || known.has(name)) return nothing;
      known.add(name);
      const points = cellIndexes(cells, grid).map((cell) => place(grid, places, cell, digit));
      return svg`<path class="band" stroke-width=${n(places.radius * 2.3)} d=${polyline(points)} />`;
    });
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
