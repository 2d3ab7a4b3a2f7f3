import { cellCount, columnsOf, extraRows, placeOf, rowsOf } from './cells';
import type { Layout } from './houses';
import type { CellState } from './types';

/** The cells that there are. */
type Field = Pick<Layout, 'shape' | 'voids'>;

/** Selected cells, in the order of their selection. The last is where the cursor is. */
export type Selection = readonly number[];

export const cursorOf = (selection: Selection): number | undefined => selection.at(-1);

/** The selection with the cursor on `cell`, which joins it. */
export function extended(selection: Selection, cell: number): Selection {
  return [...selection.filter((other) => other !== cell), cell];
}

/** The selection without `cell` if it is selected, else with it. */
export function toggled(selection: Selection, cell: number): Selection {
  return selection.includes(cell) ? selection.filter((other) => other !== cell) : [...selection, cell];
}

/** All cells of the rectangle between two cells, added to the selection. */
export function rectangle(selection: Selection, from: number, to: number, { shape, voids }: Field): Selection {
  const wide = columnsOf(shape);
  const [[top, left], [bottom, right]] = [placeOf(shape, from), placeOf(shape, to)];
  const all = new Set(selection);
  for (let row = Math.min(top, bottom); row <= Math.max(top, bottom); row++) {
    for (let column = Math.min(left, right); column <= Math.max(left, right); column++) {
      const cell = row * wide + column;
      if (cell < cellCount(shape) && !voids.has(cell)) all.add(cell);
    }
  }
  return extended([...all], to);
}

/** The next cell in a direction. The grid's ends are joined; cells that are no part of the puzzle are passed. */
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

/** The cells that are equal to this one: with its digit, else with its marks, else with its colors. */
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
