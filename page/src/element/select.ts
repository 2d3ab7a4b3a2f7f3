import { cellCount, columnsOf, extraRows, placeOf, range, rowsOf } from './cells';
import type { Layout } from './houses';
import type { CellState } from './types';

type Field = Pick<Layout, 'shape' | 'voids'>;

/** Selected cells, in the order of their selection. The last one has the cursor. */
export type Selection = readonly number[];

export const cursorOf = (selection: Selection): number | undefined => selection.at(-1);

/** The selection with `cell` added, which has the cursor. */
export function extended(selection: Selection, cell: number): Selection {
  return [...selection.filter((other) => other !== cell), cell];
}

/** The selection with `cell` removed if it is selected, or else added. */
export function toggled(selection: Selection, cell: number): Selection {
  return selection.includes(cell) ? selection.filter((other) => other !== cell) : [...selection, cell];
}

/** Adds all cells of the rectangle between two cells to the selection. */
export function rectangle(selection: Selection, from: number, to: number, { shape, voids }: Field): Selection {
  const [[top, left], [bottom, right]] = [placeOf(shape, from), placeOf(shape, to)];
  const isBetween = (at: number, one: number, other: number) => (at - one) * (at - other) <= 0;
  const inside = range(cellCount(shape)).filter((cell) => {
    const [row, column] = placeOf(shape, cell);
    return isBetween(row, top, bottom) && isBetween(column, left, right) && !voids.has(cell);
  });
  return extended([...new Set([...selection, ...inside])], to);
}

/** The next cell in a direction. It wraps around at the ends of the grid, and void cells are skipped. */
export function moved(cell: number, down: number, right: number, { shape, voids }: Field): number {
  const [high, wide] = [rowsOf(shape) + extraRows(shape), columnsOf(shape)];
  let [row, column] = placeOf(shape, cell);
  for (let steps = high + wide; steps > 0; steps--) {
    [row, column] = [(row + down + high) % high, (column + right + wide) % wide];
    const next = row * wide + column;
    if (next < cellCount(shape) && !voids.has(next)) return next;
  }
  return cell;
}

/** The cells with the same digit as this one, or else with the same marks, or else with the same colors. */
export function alike(state: readonly CellState[], cell: number): number[] {
  const one = state[cell];
  const all = state.map((_, index) => index);
  if (one.digit !== undefined) return all.filter((other) => state[other].digit === one.digit);
  for (const part of ['center', 'corner', 'colors'] as const) {
    if (!one[part]?.length) continue;
    const text = one[part].join();
    return all.filter((other) => state[other].digit === undefined && state[other][part]?.join() === text);
  }
  return [cell];
}
