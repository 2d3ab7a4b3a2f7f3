import { cellCount, cellIn, columnsOf, gridCells, placeOf, range, rowsOf, type Extent } from './cells';
import { parseRule, shapeWithRules, type Rule, type SubGrid } from './rules';
import type { Shape } from './types';

export type HouseKind = 'row' | 'column' | 'box' | 'region' | 'diagonal' | 'window' | 'group' | 'set' | 'cage';

/** Cells that hold different digits. */
export interface House {
  readonly kind: HouseKind;
  /** Number within its kind, from 1. */
  readonly number: number;
  readonly cells: readonly number[];
}

/** The grid with its rules, and the houses that follow from them. */
export interface Layout {
  readonly shape: Shape;
  readonly rules: readonly Rule[];
  readonly houses: readonly House[];
  /** For each cell, the cells that must hold other digits. */
  readonly peers: readonly (readonly number[])[];
  /** Cells that are not part of the puzzle. */
  readonly voids: ReadonlySet<number>;
}

export function layoutOf(shape: Shape, rules: readonly Rule[] = []): Layout {
  const [high, wide] = [rowsOf(shape), columnsOf(shape)];
  const houses: House[] = [];
  const add = (kind: HouseKind, all: readonly (readonly number[])[]) =>
    all.forEach((cells) => houses.push({ kind, number: 1 + houses.filter((h) => h.kind === kind).length, cells }));
  // Without an explicit rule, the cells of a house differ if there are enough digits.
  const has = (name: string, most: number) =>
    rules.some((rule) => rule.kind === 'other' && rule.text === name) || (!shape.bare && most <= shape.size);
  const lines = { row: linesIn([0, 0], high, wide, wide, true), column: linesIn([0, 0], high, wide, wide, false) };
  if (has('rows', wide)) add('row', lines.row);
  if (has('columns', high)) add('column', lines.column);
  if (shape.regions) add('region', regionsOf(shape.regions));
  else if (has('boxes', shape.boxRows * shape.boxColumns)) add('box', boxesOf(shape));
  for (const rule of rules) {
    if (rule.kind === 'diagonals') add('diagonal', diagonalsOf(shape));
    else if (rule.kind === 'grid') {
      const { at, rows, columns } = rule;
      if (columns <= shape.size) add('set', linesIn(at, rows, columns, wide, true));
      if (rows <= shape.size) add('set', linesIn(at, rows, columns, wide, false));
      add('set', boxesIn(rule, wide));
    } else if (rule.kind === 'windoku') add('window', windowsOf(shape));
    else if (rule.kind === 'disjoint-groups') add('group', groupsOf(shape));
    else if (rule.kind === 'all-different') add('set', [rule.cells]);
    else if (rule.kind === 'cage') add('cage', [rule.cells]);
  }
  const drawn = shape.regions ? shape : { ...shape, ...areasOf(shape, rules) };
  return { shape: drawn, rules, houses, peers: peersOf(shape, rules, houses), voids: voidsOf(rules) };
}

/** The houses of a shape and the texts of rules. */
export function layoutWith(shape: Shape, texts: readonly string[]): Layout {
  const rules = texts.map((text) => parseRule(text, shape));
  return layoutOf(shapeWithRules(shape, rules), rules);
}

/** The diagonals from the upper left and the upper right corner. */
export function diagonalsOf(grid: Extent): number[][] {
  const wide = columnsOf(grid);
  const rows = range(Math.min(rowsOf(grid), wide));
  return [rows.map((row) => row * wide + row), rows.map((row) => (row + 1) * wide - 1 - row)];
}

function linesIn([top, left]: readonly number[], rows: number, columns: number, wide: number, across: boolean) {
  const [count, length] = across ? [rows, columns] : [columns, rows];
  const cell = (line: number, i: number) => (across ? (top + line) * wide + left + i : (top + i) * wide + left + line);
  return range(count).map((line) => range(length).map((i) => cell(line, i)));
}

function boxesIn({ at: [top, left], rows, columns, boxRows, boxColumns }: SubGrid, wide: number): number[][] {
  if (boxRows < 1 || boxColumns < 1) return [];
  const across = columns / boxColumns;
  return range((rows / boxRows) * across).map((box) => {
    const at = [top + Math.floor(box / across) * boxRows, left + (box % across) * boxColumns];
    return linesIn(at, boxRows, boxColumns, wide, true).flat();
  });
}

const voidsOf = (rules: readonly Rule[]): ReadonlySet<number> =>
  new Set(rules.flatMap((rule) => (rule.kind === 'void' ? rule.cells : [])));

/**
 * For several grids that share cells: each cell's box in the first grid that contains it, for the lines between
 * boxes.
 */
function areasOf(shape: Shape, rules: readonly Rule[]): Pick<Shape, 'regions'> {
  const grids = rules.filter((rule) => rule.kind === 'grid');
  if (grids.length === 0) return {};
  const areas = range(gridCells(shape)).map(() => 0);
  const boxes = [...grids.flatMap((grid) => boxesIn(grid, columnsOf(shape))), ...boxesOf(shape)];
  for (const [index, cells] of boxes.entries()) for (const cell of cells) areas[cell] ||= index + 1;
  return { regions: areas };
}

function regionsOf(regions: readonly number[]): number[][] {
  const all = new Map<number, number[]>();
  regions.forEach((region, cell) => all.set(region, [...(all.get(region) ?? []), cell]));
  return [...all.entries()].sort(([a], [b]) => a - b).map(([, cells]) => cells);
}

/** The number of a cell's box or region, from 0; undefined without boxes. */
export function boxOf(shape: Shape, cell: number): number | undefined {
  const { boxRows, boxColumns, regions } = shape;
  if (regions) return regions[cell];
  if (boxRows < 1 || boxColumns < 1) return undefined;
  const [row, column] = placeOf(shape, cell);
  return Math.floor(row / boxRows) * Math.ceil(columnsOf(shape) / boxColumns) + Math.floor(column / boxColumns);
}

function boxesOf(shape: Shape): number[][] {
  if (shape.boxRows < 1 || shape.boxColumns < 1) return [];
  return regionsOf(range(gridCells(shape)).map((cell) => boxOf(shape, cell) ?? 0));
}

/** The windows of windoku; none unless boxes are square. */
export function windowsOf({ size, boxRows, boxColumns }: Shape): number[][] {
  if (boxRows !== boxColumns || boxRows < 2 || boxRows * boxColumns !== size) return [];
  const side = boxRows - 1;
  return range(side * side).map((window) => {
    const top = 1 + Math.floor(window / side) * (boxRows + 1);
    const left = 1 + (window % side) * (boxRows + 1);
    return range(boxRows * boxRows).map((i) => (top + Math.floor(i / boxRows)) * size + left + (i % boxRows));
  });
}

function groupsOf(shape: Shape): number[][] {
  const { boxRows, boxColumns } = shape;
  if (boxRows < 1 || boxColumns < 1) return [];
  const place = (cell: number) => {
    const [row, column] = placeOf(shape, cell);
    return (row % boxRows) * boxColumns + (column % boxColumns);
  };
  return regionsOf(range(gridCells(shape)).map(place));
}

const KNIGHT = [-2, -1, 1, 2].flatMap((a) =>
  [-2, -1, 1, 2].filter((b) => Math.abs(a) !== Math.abs(b)).map((b) => [a, b]),
);

function peersOf(shape: Shape, rules: readonly Rule[], houses: readonly House[]): number[][] {
  const sets = range(cellCount(shape)).map(() => new Set<number>());
  for (const { cells } of houses) for (const cell of cells) for (const other of cells) sets[cell].add(other);
  if (rules.some((rule) => rule.kind === 'anti-knight')) {
    sets.slice(0, gridCells(shape)).forEach((set, cell) => {
      const [row, column] = placeOf(shape, cell);
      const moves = KNIGHT.map(([down, right]) => cellIn(shape, row + down, column + right));
      for (const other of moves) if (other !== undefined) set.add(other);
    });
  }
  return sets.map((set, cell) => [...set].filter((other) => other !== cell).sort((a, b) => a - b));
}

/** The cells of a house, by its name in the library: `r1`, `c4`, `b9`, `region 3`, `diagonal 1`. */
export function houseNamed(layout: Layout, name: string): House | undefined {
  const [, word, number] = /^([a-z]+)\s*(\d+)$/.exec(name.trim().toLowerCase()) ?? [];
  const kind = { r: 'row', c: 'column', b: 'box' }[word] ?? word;
  return layout.houses.find((house) => {
    const isKind = house.kind === kind || (house.kind === 'region' && kind === 'box');
    return isKind && house.number === Number(number);
  });
}
