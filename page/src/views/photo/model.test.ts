import { describe, expect, it } from 'vitest';

import {
  BLANK,
  boardOf,
  choicesOf,
  frameOf,
  nextDoubtful,
  sheetOf,
  transformOf,
  withContent,
  withDigit,
} from './model';
import type { Grid } from './worker';

/** A grid of 4x4 cells with a side of 10 pixels, whose left column is narrower at the bottom. */
const grid: Grid = {
  size: 4,
  boxRows: 2,
  crossings: new Float32Array(
    Array.from({ length: 25 }, (_, at) => [
      20 + 10 * (at % 5) + (at % 5 === 0 ? Math.floor(at / 5) : 0),
      5 + 10 * Math.floor(at / 5),
    ]).flat(),
  ),
  // 1 to 4 are printed, 5 to 8 are handwritten.
  contents: new Uint8Array([1, 0, 0, 8, ...Array<number>(12).fill(0)]),
  probabilities: new Float32Array(16 * 9).map((_, at) => [0.001, 0.6, 0, 0, 0, 0.25, 0.1, 0.03, 0.02][at % 9]),
  doubtful: new Uint32Array([3, 7]),
  certain: false,
};
const sheet = sheetOf(grid);

describe('a sheet', () => {
  it('has printed clues and handwritten entries', () => {
    expect(sheet.shape).toEqual({ size: 4, boxRows: 2, boxColumns: 2 });
    const { puzzle, cells } = boardOf(sheet, true);
    expect(puzzle.text).toBe('1...............');
    expect(cells.slice(0, 4)).toEqual([{ digit: 1, given: true }, {}, {}, { digit: 4 }]);
    expect(boardOf(sheet, false).cells[3]).toEqual({});
  });

  it('names its shape if the boxes are not the usual ones', () => {
    const six = { ...sheet, shape: { size: 6, boxRows: 3, boxColumns: 2 }, cells: Array(36).fill(BLANK) };
    expect(JSON.parse(boardOf(six, true).puzzle.text)).toEqual({ puzzle: '.'.repeat(36), shape: '3x2' });
    expect(boardOf({ ...six, shape: { size: 6, boxRows: 2, boxColumns: 3 } }, true).puzzle.text).toBe('.'.repeat(36));
  });

  it('proposes the most probable contents', () => {
    const found = choicesOf(grid, 0).map(({ kind, digit }) => `${kind} ${digit}`);
    expect(found).toEqual(['printed 1', 'handwritten 1', 'handwritten 2', 'handwritten 3']);
  });

  it('is confirmed cell by cell', () => {
    expect([nextDoubtful(sheet), nextDoubtful(sheet, 3), nextDoubtful(sheet, 7)]).toEqual([3, 7, 3]);
    const next = withContent(sheet, 3, withDigit(sheet.cells[3], 2));
    expect(next.cells[3]).toEqual({ kind: 'handwritten', digit: 2 });
    expect([...next.doubtful]).toEqual([7]);
    expect(nextDoubtful(withContent(next, 7, BLANK))).toBeUndefined();
    expect(withDigit(BLANK, 2)).toEqual({ kind: 'printed', digit: 2 });
    expect(withDigit(next.cells[3], 0)).toBe(BLANK);
  });

  it('is changed by another content, and not by a confirmation', () => {
    const confirmed = withContent(sheet, 3, { ...sheet.cells[3] });
    const changed = withContent(confirmed, 0, BLANK);
    const restored = withContent(changed, 0, sheet.cells[0]);
    expect([sheet, confirmed, changed, restored].map((one) => one.changed)).toEqual([false, false, true, true]);
  });
});

describe('the photo', () => {
  it('is cut to the grid with some paper around it', () => {
    expect(frameOf(grid, { width: 62, height: 100 })).toEqual([15, 0, 47, 50]);
  });

  it('has cells in perspective', () => {
    expect(transformOf(grid, 5)).toBe('matrix(0.1000 0.0000 0.0000 0.1000 35.0000 20.0000)');
    expect(transformOf(grid, 0)).toBe('matrix(0.0950 0.0000 0.0050 0.1000 25.2500 10.0000)');
  });
});
