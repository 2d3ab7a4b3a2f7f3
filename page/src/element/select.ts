import type { CellState } from './types';

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
export function rectangle(selection: Selection, from: number, to: number, size: number): Selection {
  const rows = [Math.floor(from / size), Math.floor(to / size)].sort((a, b) => a - b);
  const columns = [from % size, to % size].sort((a, b) => a - b);
  const all = new Set(selection);
  for (let row = rows[0]; row <= rows[1]; row++) {
    for (let column = columns[0]; column <= columns[1]; column++) all.add(row * size + column);
  }
  return extended([...all], to);
}

/** The next cell in a direction. The grid's ends are joined. */
export function moved(cell: number, down: number, right: number, size: number): number {
  const row = (Math.floor(cell / size) + down + size) % size;
  return row * size + (((cell % size) + right + size) % size);
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
