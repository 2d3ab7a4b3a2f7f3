import { describe, expect, test } from 'vitest';

import { cellIndex, cellName, symbolValue } from './cells';
import { conflictsOf, openDigits } from './conflicts';
import { edited } from './edit';
import { digitAt, gridLines, outline, place, placesOf, SIDE } from './geometry';
import { houseNamed, layoutOf, layoutWith } from './houses';
import { commandOf, type Key } from './keys';
import { parseLine, parseRule, shapeWithRules, usualShape } from './rules';
import { alike, moved, rectangle } from './select';
import type { CellState } from './types';

const classic = layoutOf(usualShape(9));
const NONE = { code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const key = (key: string, more: Partial<Key> = {}): Key => ({ key, ...NONE, ...more });

describe('cells and rules', () => {
  test('cells have names', () => {
    expect(cellName(30, 9)).toBe('r4c4');
    expect(cellIndex('r4c4', 9)).toBe(30);
    expect(['1', 'a', 'P', '.', '0', '#'].map(symbolValue)).toEqual([1, 10, 25, 0, 0, undefined]);
  });

  test('texts of rules are read', () => {
    expect(parseRule('cage 12: r1c1 r1c2', 9)).toEqual({ kind: 'cage', sum: 12, cells: [0, 1] });
    expect(parseRule('thermo: r1c1 r2c1', 9)).toEqual({ kind: 'thermo', cells: [0, 9] });
    expect(parseRule('disjoint', 9).kind).toBe('disjoint-groups');
    expect(parseRule('arrows 5', 9)).toEqual({ kind: 'other', text: 'arrows 5' });
    const jigsaw = parseRule('regions 1112 1322 3324 3444', 4);
    expect(shapeWithRules(usualShape(4), [jigsaw]).regions?.slice(0, 6)).toEqual([0, 0, 0, 1, 0, 2]);
  });

  test('shapes and lines', () => {
    const usual = [4, 6, 7, 9, 10, 12, 16, 25].map((size) => Object.values(usualShape(size)).join());
    expect(usual.join(' ')).toBe('4,2,2 6,2,3 7,0,0 9,3,3 10,2,5 12,3,4 16,4,4 25,5,5');
    expect(parseLine('1..2 .... .... 4..3')?.size).toBe(4);
    expect(parseLine('1..2')).toEqual(parseLine('1.\n.2'));
    expect(parseLine('1..5')).toBeUndefined();
    expect(parseLine('12345')).toBeUndefined();
  });

  test('houses, peers and their names', () => {
    expect(classic.houses).toHaveLength(27);
    expect(classic.peers.every((peers) => peers.length === 20)).toBe(true);
    expect(houseNamed(classic, 'b5')?.cells[0]).toBe(30);
    expect(houseNamed(classic, 'c9')?.cells[1]).toBe(17);
    const more = layoutWith(usualShape(9), ['diagonals', 'windoku', 'anti-knight']);
    expect(more.houses).toHaveLength(33);
    expect(more.peers[0]).toContain(80);
    expect(more.peers[0]).toContain(11);
    expect(houseNamed(more, 'window 2')?.cells[0]).toBe(14);
    // Jigsaws have regions where others have boxes.
    const jigsaw = layoutOf({ size: 2, boxRows: 0, boxColumns: 0, regions: [0, 0, 1, 1] });
    expect(houseNamed(jigsaw, 'b2')?.cells).toEqual([2, 3]);
  });
});

describe('conflicts', () => {
  const digits = (cells: Record<number, number>) => Array.from({ length: 81 }, (_, cell) => cells[cell]);

  test('equal digits of a house', () => {
    expect([...conflictsOf(classic, digits({ 0: 5, 8: 5, 40: 5 }))]).toEqual([0, 8]);
  });

  test('sums of cages and order of thermometers', () => {
    const layout = layoutWith(usualShape(9), ['cage 5: r1c1 r1c2', 'thermo: r5c1 r5c2 r5c3']);
    expect([...conflictsOf(layout, digits({ 0: 1, 1: 4, 36: 2, 38: 4 }))]).toEqual([]);
    expect([...conflictsOf(layout, digits({ 0: 1, 1: 3 }))]).toEqual([0, 1]);
    expect([...conflictsOf(layout, digits({ 0: 5 }))]).toEqual([0]);
    expect([...conflictsOf(layout, digits({ 36: 2, 38: 3 }))]).toEqual([38, 36]);
  });

  test('open digits', () => {
    const open = openDigits(classic, digits({ 0: 5, 10: 1, 80: 9 }));
    expect(open[0]).toEqual([]);
    expect(open[1]).toEqual([2, 3, 4, 6, 7, 8, 9]);
    expect(open[8]).not.toContain(9);
  });
});

describe('edits', () => {
  const empty: CellState[] = Array.from({ length: 81 }, () => ({}));
  const givens: CellState[] = empty.map((cell, index) => (index === 0 ? { digit: 5, given: true } : cell));

  test('digits are entered and removed, but never over givens', () => {
    const one = edited(givens, { kind: 'digit', digit: 3, cells: [0, 1, 2] });
    expect(one.slice(0, 3)).toEqual([{ digit: 5, given: true }, { digit: 3 }, { digit: 3 }]);
    expect(edited(one, { kind: 'digit', digit: 3, cells: [0, 1, 2] })[1]).toEqual({});
    expect(edited(givens, { kind: 'digit', digit: 3, cells: [0] })).toBe(givens);
  });

  test('marks and colors of candidates: added where missing, removed if all have them', () => {
    for (const kind of ['corner', 'center'] as const) {
      const enter = (state: readonly CellState[], digit: number, cells: number[]) =>
        edited(state, { kind, digit, cells });
      const two = enter(enter(enter(empty, 7, [1]), 2, [1, 2]), 7, [1, 2]);
      expect([two[1][kind], two[2][kind]]).toEqual([
        [2, 7],
        [2, 7],
      ]);
      expect(enter(two, 7, [1, 2])[2][kind]).toEqual([2]);
    }
    const color = (state: readonly CellState[]) =>
      edited(state, { kind: 'candidate-color', digit: 8, color: 2, cells: [3] });
    expect([color(empty)[3], color(color(empty))[3]]).toEqual([{ candidateColors: { 8: 2 } }, {}]);
  });

  test('automatic marks are struck out and come back', () => {
    const automatic = empty.map(() => [1, 2, 3]);
    const strike = (state: readonly CellState[], digit: number) =>
      edited(state, { kind: 'center', digit, cells: [5] }, { automatic });
    expect([strike(empty, 2)[5], strike(strike(empty, 2), 2)[5]]).toEqual([{ removed: [2] }, {}]);
    expect(strike(empty, 9)).toBe(empty);
  });

  test('clearing removes entries of the mode first, then other entries', () => {
    let state: readonly CellState[] = [{ digit: 1, center: [2], corner: [3], colors: [4] }];
    const clear = (mode: 'digit' | 'corner' | 'center' | 'color') =>
      (state = edited(state, { kind: 'clear', mode, cells: [0] }));
    expect(clear('corner')[0]).toEqual({ center: [2], corner: [3], colors: [4] });
    expect(clear('corner')[0]).toEqual({ center: [2], colors: [4] });
    expect(clear('color')[0]).toEqual({ center: [2] });
    expect(clear('digit')[0]).toEqual({});
    expect(clear('digit')).toBe(state);
  });
});

describe('keys', () => {
  test.each<[string, Partial<Key>, object | undefined]>([
    ['5', { code: 'Digit5' }, { kind: 'figure', figure: 5, mode: undefined }],
    ['%', { code: 'Digit5', shiftKey: true }, { kind: 'figure', figure: 5, mode: 'corner' }],
    ['5', { code: 'Digit5', metaKey: true }, { kind: 'figure', figure: 5, mode: 'center' }],
    ['5', { code: 'Digit5', altKey: true }, { kind: 'figure', figure: 5, mode: 'color' }],
    ['End', { code: 'Numpad1' }, { kind: 'figure', figure: 1, mode: 'corner' }],
    ['7', {}, { kind: 'figure', figure: 7, mode: undefined }],
    ['D', { shiftKey: true }, { kind: 'move', down: 0, right: 1, extend: true }],
    ['s', { ctrlKey: true }, undefined],
    [' ', {}, { kind: 'next-mode' }],
    ['Tab', {}, undefined],
    // With AltGr, as on German keyboard layouts.
    ['[', { code: 'Digit8', ctrlKey: true, altKey: true }, { kind: 'undo' }],
  ])('%s %o', (name, more, command) => {
    expect(commandOf(key(name, more), 0)).toEqual(command);
  });

  test('letters as digits', () => {
    expect(commandOf(key('c'), 16)).toEqual({ kind: 'digit', digit: 12, mode: undefined });
    expect(commandOf(key('z'), 16)).toEqual({ kind: 'mode', mode: 'digit' });
    expect(commandOf(key('c', { altKey: true }), 16)).toEqual({ kind: 'mode', mode: 'center' });
  });
});

describe('selection', () => {
  test('the ends of the grid are joined', () => {
    const nine = layoutOf(usualShape(9));
    const ends = [moved(0, -1, 0, nine), moved(0, 0, -1, nine), moved(80, 1, 0, nine), moved(40, 0, 1, nine)];
    expect(ends).toEqual([72, 8, 8, 41]);
  });

  test('void cells are skipped', () => {
    const shape = { size: 6, rows: 2, columns: 3, boxRows: 0, boxColumns: 0, extra: 2 };
    const layout = layoutWith(shape, ['void: r1c2']);
    expect([moved(0, 0, 1, layout), moved(7, 0, 1, layout)]).toEqual([2, 6]);
    expect(rectangle([], 0, 4, layout)).toEqual([0, 3, 4]);
  });

  test('rectangles end at the cursor', () => {
    expect(rectangle([3], 20, 0, layoutOf(usualShape(9)))).toEqual([3, 1, 2, 9, 10, 11, 18, 19, 20, 0]);
  });

  test('equal cells', () => {
    const state: CellState[] = [{ digit: 1 }, { center: [1] }, { center: [1], corner: [2] }, {}];
    expect([1, 3].map((cell) => alike(state, cell))).toEqual([[1, 2], [3]]);
  });
});

describe('geometry', () => {
  test('places of candidates, and candidates at points', () => {
    for (const size of [4, 6, 7, 9, 12, 16, 25]) {
      const shape = usualShape(size);
      for (let digit = 1; digit <= size; digit++) {
        for (const places of [placesOf(shape), placesOf(shape, new Set([0]))]) {
          const [x, y] = place(size, places, 0, digit);
          expect(digitAt(size, places, 0, x / SIDE, y / SIDE)).toBe(digit);
        }
      }
    }
  });

  test('lines are thick between boxes', () => {
    const { thin, thick } = gridLines(usualShape(9));
    expect(thick.split('M').length - 1).toBe(4);
    expect(thin.split('M').length - 1).toBe(12);
  });

  test('an outline is one closed path', () => {
    expect(outline(new Set([0]), 9, 5)).toBe('M5 5H55M5 5V55M5 55H55M55 5V55');
    // An L: the outline extends into its inner corner.
    expect(outline(new Set([0, 9, 10]), 9, 5)).toContain('M55 5V65');
  });
});
