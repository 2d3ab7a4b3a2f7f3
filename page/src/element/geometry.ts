import { cellCount, columnsOf, extraRows, gridCells, placeOf, range, rowsOf, type Extent } from './cells';
import { boxOf } from './houses';
import type { Shape } from './types';

/** Side of a cell in the drawing's units. */
export const SIDE = 60;

export type Point = readonly [number, number];

/** A piece of a drawing: a path, or a text at a point. The name is its CSS class. */
export type Item =
  { readonly name: string; readonly d: string } | { readonly name: string; readonly at: Point; readonly text: string };

/** A number rounded for path data. */
export const n = (value: number): number => Math.round(value * 10) / 10;

/** Space between the grid and the extra cells below it. */
export const GAP = 24;

/** Width and height of all cells. */
export function extentOf(grid: Extent): Point {
  const extra = extraRows(grid);
  return [columnsOf(grid) * SIDE, (rowsOf(grid) + extra) * SIDE + (extra > 0 ? GAP : 0)];
}

export function corner(grid: Extent, cell: number): Point {
  const [row, column] = placeOf(grid, cell);
  return [column * SIDE, row * SIDE + (cell < gridCells(grid) ? 0 : GAP)];
}

/** The cell at a point; undefined if there is none. */
export function cellAt(grid: Extent, [x, y]: Point): number | undefined {
  const high = rowsOf(grid) * SIDE;
  const down = y < high ? y : y - GAP;
  if (x < 0 || y < 0 || x >= columnsOf(grid) * SIDE || (y >= high && down < high)) return undefined;
  const cell = Math.floor(down / SIDE) * columnsOf(grid) + Math.floor(x / SIDE);
  return cell < cellCount(grid) ? cell : undefined;
}

/** The squares of cells, as path data. */
export const squares = (grid: Extent, cells: readonly number[]): string =>
  cells
    .map((cell) => corner(grid, cell))
    .map(([x, y]) => `M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}z`)
    .join('');

/** A line through points, as path data. */
export const polyline = (points: readonly Point[]): string =>
  points.map(([x, y], at) => `${at ? 'L' : 'M'}${n(x)} ${n(y)}`).join('');

/** A square around a point with rounded corners, or a rectangle if `high` is half of its height. */
export function rounded([x, y]: Point, half: number, round: number, high = half): string {
  const [side, upright, r] = [n(2 * (half - round)), n(2 * (high - round)), n(round)];
  const turn = (right: number, down: number) => `a${r} ${r} 0 0 1 ${right} ${down}`;
  const start = `M${n(x - half + round)} ${n(y - high)}h${side}`;
  return `${start}${turn(r, r)}v${upright}${turn(-r, r)}h${-side}${turn(-r, -r)}v${-upright}${turn(r, -r)}Z`;
}

export const square = (at: Point, half: number): string => rounded(at, half, 0);

export const circle = (at: Point, radius: number): string => rounded(at, radius, radius);

/** The point at a distance from the first point, in the direction of the second. */
export function toward([x, y]: Point, [toX, toY]: Point, by: number): Point {
  const part = by / Math.max(Math.hypot(toX - x, toY - y), 0.1);
  return [x + (toX - x) * part, y + (toY - y) * part];
}

export const diamond = ([x, y]: Point, far: number): string =>
  `M${n(x)} ${n(y - far)}L${n(x + far)} ${n(y)}L${n(x)} ${n(y + far)}L${n(x - far)} ${n(y)}Z`;

export function middle(grid: Extent, cell: number): Point {
  const [x, y] = corner(grid, cell);
  return [x + SIDE / 2, y + SIDE / 2];
}

/** The layout of candidates in a cell when each has its place. */
export interface Places {
  readonly columns: number;
  readonly rows: number;
  readonly pitchX: number;
  readonly pitchY: number;
  /** Radius of a mark around a candidate. */
  readonly radius: number;
  readonly font: number;
  /** Cells with a sum in their upper left corner. Their candidates are closer together, below the sum. */
  readonly sums: ReadonlySet<number>;
}

/** Height that the sum of a cage takes from a cell. */
const SUM = 10;
/** The width in a cell that candidates leave free: for the lines of the grid, or also for the dashes of a cage. */
const MARGIN = { plain: 3, caged: 12 };

export function placesOf({ size, boxRows, boxColumns }: Shape, sums: ReadonlySet<number> = new Set()): Places {
  const columns = boxRows * boxColumns === size ? boxColumns : Math.ceil(Math.sqrt(size));
  const rows = Math.ceil(size / columns);
  const side = SIDE - (sums.size > 0 ? MARGIN.caged : MARGIN.plain);
  const [pitchX, pitchY] = [side / columns, side / rows];
  const pitch = Math.min(pitchX, pitchY, 19);
  const font = Math.min(pitch * 0.78, pitchX * (size > 9 ? 0.8 : 0.9), 15);
  return {
    columns,
    rows,
    pitchX: Math.min(pitchX, 22),
    pitchY: Math.min(pitchY, 22),
    radius: pitch * 0.45,
    font,
    sums,
  };
}

/** The distance of rows of candidates in a cell, and their offset below the middle. */
function rowsIn({ sums, rows, pitchY }: Places, cell: number): { pitch: number; shift: number } {
  return sums.has(cell)
    ? { pitch: Math.min(pitchY, (SIDE - SUM - MARGIN.caged) / rows), shift: SUM / 2 }
    : { pitch: pitchY, shift: 0 };
}

/** Radius of a mark around a candidate in a cell. */
export function radiusIn(places: Places, cell: number): number {
  return Math.min(places.radius, rowsIn(places, cell).pitch * 0.47);
}

export function fontIn(places: Places, cell: number): number {
  return Math.min(places.font, rowsIn(places, cell).pitch * 0.9);
}

export function place(grid: Extent, places: Places, cell: number, digit: number): Point {
  const [x, y] = middle(grid, cell);
  const column = (digit - 1) % places.columns;
  const row = Math.floor((digit - 1) / places.columns);
  const { pitch, shift } = rowsIn(places, cell);
  return [x + (column - (places.columns - 1) / 2) * places.pitchX, y + shift + (row - (places.rows - 1) / 2) * pitch];
}

/** The candidate whose place is at a point of a cell, in fractions of its side. */
export function digitAt(size: number, places: Places, cell: number, x: number, y: number): number | undefined {
  const { pitch, shift } = rowsIn(places, cell);
  const column = Math.round(((x - 0.5) * SIDE) / places.pitchX + (places.columns - 1) / 2);
  const row = Math.round(((y - 0.5) * SIDE - shift) / pitch + (places.rows - 1) / 2);
  const digit = row * places.columns + column + 1;
  const inside = column >= 0 && column < places.columns && row >= 0 && digit <= size;
  return inside ? digit : undefined;
}

/** The edge of a set of cells, moved inward by `inset`, as path data. */
export function outline(cells: ReadonlySet<number>, grid: Extent, inset: number): string {
  const wide = columnsOf(grid);
  // A gap of one row between the grid and the extra cells keeps them separate.
  const at = (cell: number) => {
    const [row, column] = placeOf(grid, cell);
    return [cell < gridCells(grid) ? row : row + 1, column] as const;
  };
  const places = new Set([...cells].map((cell) => at(cell)[0] * wide + at(cell)[1]));
  const has = (row: number, column: number) => column >= 0 && column < wide && places.has(row * wide + column);
  let path = '';
  for (const cell of cells) {
    const [row, column] = at(cell);
    const [x0, y0] = corner(grid, cell);
    const [x1, y1] = [x0 + SIDE, y0 + SIDE];
    // An edge ends at the adjacent edge, continues to the next cell, or extends into it where the edge turns outward.
    const reach = (sideways: boolean, beyond: boolean) => (!sideways ? inset : beyond ? -inset : 0);
    for (const side of [-1, 1]) {
      if (!has(row + side, column)) {
        const y = n(side < 0 ? y0 + inset : y1 - inset);
        const from = x0 + reach(has(row, column - 1), has(row + side, column - 1));
        const to = x1 - reach(has(row, column + 1), has(row + side, column + 1));
        path += `M${n(from)} ${y}H${n(to)}`;
      }
      if (!has(row, column + side)) {
        const x = n(side < 0 ? x0 + inset : x1 - inset);
        const from = y0 + reach(has(row - 1, column), has(row - 1, column + side));
        const to = y1 - reach(has(row + 1, column), has(row + 1, column + side));
        path += `M${x} ${n(from)}V${n(to)}`;
      }
    }
  }
  return path;
}

/** The path data of thin lines, of lines between boxes, and of the edge of all cells. */
export function gridLines(shape: Shape, voids: ReadonlySet<number> = NONE): GridLines {
  const lines = { thin: '', thick: '' };
  const [high, wide] = [rowsOf(shape), columnsOf(shape)];
  // Adjacent pieces of the same kind are joined to one stroke.
  for (const across of [true, false]) {
    const [most, length] = across ? [high, wide] : [wide, high];
    for (let line = 1; line < most; line++) {
      let [start, kind] = [0, edge(shape, voids, line, 0, across)];
      for (let at = 1; at <= length; at++) {
        const next = at < length ? edge(shape, voids, line, at, across) : undefined;
        if (next === kind && at < length) continue;
        const [from, to, fixed] = [start * SIDE, at * SIDE, line * SIDE];
        if (kind) lines[kind] += across ? `M${from} ${fixed}H${to}` : `M${fixed} ${from}V${to}`;
        [start, kind] = [at, next];
      }
    }
  }
  const inside = gridCells(shape);
  for (let cell = inside; cell < cellCount(shape); cell++) lines.thin += squares(shape, [cell]);
  const cells = range(inside).filter((cell) => !voids.has(cell));
  const frame = voids.size > 0 ? outline(new Set(cells), shape, 0) : `M0 0H${wide * SIDE}V${high * SIDE}H0Z`;
  return { ...lines, frame };
}

const NONE: ReadonlySet<number> = new Set();

interface GridLines {
  readonly thin: string;
  readonly thick: string;
  readonly frame: string;
}

/** The kind of line between two cells; none unless both cells are part of the puzzle. */
function edge(shape: Shape, voids: ReadonlySet<number>, line: number, at: number, across: boolean) {
  const wide = columnsOf(shape);
  const [a, b] = across ? [(line - 1) * wide + at, line * wide + at] : [at * wide + line - 1, at * wide + line];
  if (voids.has(a) || voids.has(b)) return undefined;
  return boxOf(shape, a) === boxOf(shape, b) ? ('thin' as const) : ('thick' as const);
}

/** A part of a cell for one of its `count` colors: the whole cell, or a sector around its middle. */
export function sector(grid: Extent, cell: number, index: number, count: number): string {
  if (count === 1) return squares(grid, [cell]);
  const half = SIDE / 2;
  const [cx, cy] = middle(grid, cell);
  // Rotated slightly, so the line between two colors is slanted and visible next to centered digits.
  const angle = (part: number) => -Math.PI / 2 + Math.PI / 5 + (2 * Math.PI * part) / count;
  const at = (a: number): Point => {
    const [dx, dy] = [Math.cos(a), Math.sin(a)];
    const reach = half / Math.max(Math.abs(dx), Math.abs(dy));
    return [cx + dx * reach, cy + dy * reach];
  };
  const [from, to] = [angle(index), angle(index + 1)];
  const corners = range(5).map((part) => (Math.PI / 4) * (2 * part - 1));
  const within = corners.filter((corner) => corner > from + 1e-6 && corner < to - 1e-6);
  return `${polyline([[cx, cy], ...[from, ...within, to].map(at)])}Z`;
}

/** The positions of the corner marks of a cell, in reading order, in fractions of the side. */
export function cornerPlaces(count: number): readonly Point[] {
  // A column, a row, and the minimum number of marks for which it is used.
  const places = [
    [0.21, 0.23, 0],
    [0.5, 0.23, 5],
    [0.79, 0.23, 0],
    [0.21, 0.51, 7],
    [0.79, 0.51, 8],
    [0.21, 0.79, 0],
    [0.5, 0.79, 6],
    [0.79, 0.79, 0],
  ];
  return places.filter(([, , least]) => count >= least).map(([x, y]) => [x, y]);
}
