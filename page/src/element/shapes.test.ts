import { describe, expect, test } from 'vitest';

import { cellIndex, cellName, digitText, isPlain } from './cells';
import { conflictsOf, openDigits } from './conflicts';
import { cellAt, corner, extentOf, GAP, gridLines, outline, SIDE } from './geometry';
import { layoutOf, layoutWith } from './houses';
import { parseRule, usualShape } from './rules';
import type { Shape } from './types';

const wide: Shape = { size: 6, rows: 2, columns: 4, least: 0, extra: 5, boxRows: 0, boxColumns: 0 };
const names = (shape: Shape, cells: readonly number[]) => cells.map((cell) => cellName(cell, shape));
describe('rows, columns and extra cells', () => {
  test('names and cells convert both ways', () => {
    const all = Array.from({ length: 13 }, (_, cell) => cellName(cell, wide));
    expect(all.slice(3, 10)).toEqual(['r1c4', 'r2c1', 'r2c2', 'r2c3', 'r2c4', 'v1', 'v2']);
    expect(all.map((name) => cellIndex(name, wide))).toEqual(all.map((_, cell) => cell));
    const outside = ['r3c1', 'r1c5', 'v0', 'v6', 'r0c1', 'x'];
    expect(outside.filter((name) => cellIndex(name, wide) !== undefined)).toEqual([]);
    const shapes = [wide, usualShape(6), { ...usualShape(6), bare: true }];
    expect(shapes.map(isPlain)).toEqual([false, true, false]);
  });

  test('extra cells are in rows below a gap', () => {
    expect(extentOf(wide)).toEqual([4 * SIDE, 4 * SIDE + GAP]);
    expect(corner(wide, 12)).toEqual([0, 3 * SIDE + GAP]);
    for (let cell = 0; cell < 13; cell++) {
      const [x, y] = corner(wide, cell);
      expect(cellAt(wide, [x + 1, y + SIDE - 1])).toBe(cell);
    }
    const between: [number, number][] = [
      [5, 2 * SIDE + 1],
      [SIDE + 1, 4 * SIDE + GAP - 1],
      [-1, 5],
      [4 * SIDE, 5],
    ];
    expect(between.map((at) => cellAt(wide, at))).toEqual(Array(4).fill(undefined));
    // An outline does not connect cells across the gap.
    expect(outline(new Set([4, 8]), wide, 0).match(/M/g)).toHaveLength(8);
  });

  test('digits are written as their values', () => {
    expect([digitText(1, false, 0), digitText(11, true, 0), digitText(11, true)]).toEqual(['0', 'A', 'B']);
    const cage = layoutWith({ ...wide, extra: 0 }, ['cage 5: r1c1 r1c2']);
    expect([...conflictsOf(cage, [1, 6])]).toEqual([]);
    expect([...conflictsOf(cage, [1, 5])]).toEqual([0, 1]);
    // A zero can follow.
    expect([...conflictsOf(cage, [6])]).toEqual([]);
  });
});

test('rules can name rectangles of cells', () => {
  const nine = usualShape(9);
  const thermo = parseRule('thermo: r2-1c1-2 r9c9', nine);
  expect(thermo).toMatchObject({ kind: 'thermo', cells: [9, 10, 0, 1, 80] });
  const sum = parseRule('sum = 3: -r1c1-2 2*r1c3', nine);
  expect(sum).toMatchObject({
    lists: [
      [
        { cell: 0, factor: -1 },
        { cell: 1, factor: -1 },
        { cell: 2, factor: 2 },
      ],
    ],
  });
  expect(parseRule('renban: v1-3 r1-99999999c1', wide)).toMatchObject({
    lists: [[8, 9, 10, 0, 4].map((cell) => ({ cell }))],
  });
  expect(parseRule('renban: x - r1', nine)).toMatchObject({ lists: [] });
});

describe('houses', () => {
  test('lines with more cells than digits may repeat digits', () => {
    const kinds = ({ houses }: ReturnType<typeof layoutOf>) => houses.map(({ kind }) => kind).join(' ');
    expect(kinds(layoutOf({ size: 3, rows: 2, columns: 4, boxRows: 0, boxColumns: 0 }))).toBe(
      'column column column column',
    );
    const bare = { ...usualShape(4), bare: true };
    expect([kinds(layoutWith(bare, [])), kinds(layoutWith(bare, ['columns']))]).toEqual([
      '',
      'column column column column',
    ]);
  });

  test('several grids share cells', () => {
    const shape: Shape = { size: 4, rows: 6, columns: 6, boxRows: 0, boxColumns: 0 };
    const two = layoutWith(shape, [
      'grid at r1c1 4x4 boxes 2x2',
      'grid at r3c3 4x4 boxes 2x2',
      'void: r1-2c5-6 r5-6c1-2',
    ]);
    expect([two.voids.size, two.houses.length]).toEqual([8, 24]);
    // The cell is in a row, a column and a box of both grids.
    const peers = names(shape, two.peers[cellIndex('r3c3', shape) ?? 0]);
    expect(peers.join(' ')).toBe('r1c3 r2c3 r3c1 r3c2 r3c4 r3c5 r3c6 r4c3 r4c4 r5c3 r6c3');
    expect(openDigits(two, [])[4]).toEqual([]);
    const { thin, thick, frame } = gridLines(two.shape, two.voids);
    // There are no lines between boxes outside the cells.
    expect(thick).toContain('M0 120H240');
    expect(thin).not.toContain('M240');
    expect(frame).not.toContain('H360V');
  });
});
