import type { Rule } from './rules';
import type { Shape } from './types';

export type HouseKind = 'row' | 'column' | 'box' | 'region' | 'diagonal' | 'window' | 'group' | 'set' | 'cage';

/** Cells that hold different digits. */
export interface House {
  readonly kind: HouseKind;
  /** From 1, among those of its kind. */
  readonly number: number;
  readonly cells: readonly number[];
}

/** The grid with its rules, as far as different digits matter. */
export interface Layout {
  readonly shape: Shape;
  readonly rules: readonly Rule[];
  readonly houses: readonly House[];
  /** Cells of a common house, or otherwise of different digits, for each cell. */
  readonly peers: readonly (readonly number[])[];
}

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** The houses of a shape and rules. */
export function layoutOf(shape: Shape, rules: readonly Rule[] = []): Layout {
  const { size } = shape;
  const houses: House[] = [];
  const add = (kind: HouseKind, all: readonly (readonly number[])[]) =>
    all.forEach((cells) => houses.push({ kind, number: 1 + houses.filter((h) => h.kind === kind).length, cells }));
  add(
    'row',
    range(size).map((row) => range(size).map((i) => row * size + i)),
  );
  add(
    'column',
    range(size).map((column) => range(size).map((i) => i * size + column)),
  );
  if (shape.regions) add('region', regionsOf(shape.regions));
  else add('box', boxesOf(shape));
  for (const rule of rules) {
    if (rule.kind === 'diagonals') {
      add('diagonal', [range(size).map((i) => i * size + i), range(size).map((i) => (i + 1) * size - 1 - i)]);
    } else if (rule.kind === 'windoku') add('window', windowsOf(shape));
    else if (rule.kind === 'disjoint-groups') add('group', groupsOf(shape));
    else if (rule.kind === 'all-different') add('set', [rule.cells]);
    else if (rule.kind === 'cage') add('cage', [rule.cells]);
  }
  return { shape, rules, houses, peers: peersOf(shape, rules, houses) };
}

function regionsOf(regions: readonly number[]): number[][] {
  const all = new Map<number, number[]>();
  regions.forEach((region, cell) => all.set(region, [...(all.get(region) ?? []), cell]));
  return [...all.entries()].sort(([a], [b]) => a - b).map(([, cells]) => cells);
}

/** The number of a cell's box or region, from 0; undefined without boxes. */
export function boxOf(shape: Shape, cell: number): number | undefined {
  const { size, boxRows, boxColumns, regions } = shape;
  if (regions) return regions[cell];
  if (boxRows < 1 || boxColumns < 1) return undefined;
  const [row, column] = [Math.floor(cell / size), cell % size];
  return Math.floor(row / boxRows) * Math.ceil(size / boxColumns) + Math.floor(column / boxColumns);
}

function boxesOf(shape: Shape): number[][] {
  if (shape.boxRows < 1 || shape.boxColumns < 1) return [];
  return regionsOf(range(shape.size ** 2).map((cell) => boxOf(shape, cell) ?? 0));
}

/** The boxes between the boxes of windoku; none unless boxes are square. */
export function windowsOf({ size, boxRows, boxColumns }: Shape): number[][] {
  if (boxRows !== boxColumns || boxRows < 2) return [];
  const side = boxRows - 1;
  return range(side * side).map((window) => {
    const top = 1 + Math.floor(window / side) * (boxRows + 1);
    const left = 1 + (window % side) * (boxRows + 1);
    return range(boxRows * boxRows).map((i) => (top + Math.floor(i / boxRows)) * size + left + (i % boxRows));
  });
}

function groupsOf({ size, boxRows, boxColumns }: Shape): number[][] {
  if (boxRows < 1 || boxColumns < 1) return [];
  const place = (cell: number) => (Math.floor(cell / size) % boxRows) * boxColumns + ((cell % size) % boxColumns);
  return regionsOf(range(size * size).map(place));
}

const KNIGHT = [-2, -1, 1, 2].flatMap((a) =>
  [-2, -1, 1, 2].filter((b) => Math.abs(a) !== Math.abs(b)).map((b) => [a, b]),
);

function peersOf({ size }: Shape, rules: readonly Rule[], houses: readonly House[]): number[][] {
  const sets = range(size * size).map(() => new Set<number>());
  for (const { cells } of houses) for (const cell of cells) for (const other of cells) sets[cell].add(other);
  if (rules.some((rule) => rule.kind === 'anti-knight')) {
    sets.forEach((set, cell) => {
      const [row, column] = [Math.floor(cell / size), cell % size];
      for (const [down, right] of KNIGHT) {
        const [r, c] = [row + down, column + right];
        if (r >= 0 && c >= 0 && r < size && c < size) set.add(r * size + c);
      }
    });
  }
  return sets.map((set, cell) => [...set].filter((other) => other !== cell).sort((a, b) => a - b));
}

/** The cells of a house as the library names it: `r1`, `c4`, `b9`, `region 3`, `diagonal 1`. */
export function houseNamed(layout: Layout, name: string): House | undefined {
  const [, word, number] = /^([a-z]+)\s*(\d+)$/.exec(name.trim().toLowerCase()) ?? [];
  const kinds: Record<string, HouseKind[]> = {
    r: ['row'],
    c: ['column'],
    b: ['box', 'region'],
    row: ['row'],
    column: ['column'],
    box: ['box', 'region'],
    region: ['region'],
    diagonal: ['diagonal'],
    window: ['window'],
    group: ['group'],
  };
  return layout.houses.find((house) => kinds[word]?.includes(house.kind) && house.number === Number(number));
}
