import type { CellState, Edit } from './types';

export interface EditContext {
  /** For each cell, its automatic candidates. If they are given, entering a center mark strikes out the candidate. */
  readonly automatic?: readonly (readonly number[])[];
  /** For each cell, the cells from whose marks a new digit is removed. */
  readonly peers?: readonly (readonly number[])[];
}

export const without = (list: readonly number[] | undefined, digit: number) =>
  (list ?? []).filter((other) => other !== digit);
export const including = (list: readonly number[] | undefined, digit: number) =>
  [...without(list, digit), digit].sort((a, b) => a - b);

/** The cell with some changes. Empty fields are omitted, so equal cells have equal data. */
export function changed(cell: CellState, changes: Partial<CellState>): CellState {
  const entries = Object.entries({ ...cell, ...changes }).filter(([, value]) => {
    if (value === undefined || value === false) return false;
    return typeof value !== 'object' || Object.keys(value as object).length > 0;
  });
  return Object.fromEntries(entries) as CellState;
}

/** The cells after an edit; the same array if nothing changes. */
export function edited(state: readonly CellState[], edit: Edit, context: EditContext = {}): readonly CellState[] {
  const next = [...state];
  const { automatic } = context;
  const open = edit.cells.filter((cell) => isEmpty(next[cell]));
  if (edit.kind === 'digit') enterDigit(next, edit.digit, edit.cells, context);
  else if (edit.kind === 'center' && automatic) {
    toggleAutomatic(next, edit.digit, open, automatic);
  } else if (edit.kind === 'corner' || edit.kind === 'center') toggle(next, edit.kind, edit.digit, open);
  else if (edit.kind === 'color') toggle(next, 'colors', edit.color, edit.cells);
  else if (edit.kind === 'candidate-color') colorCandidates(next, edit.digit, edit.color, open);
  else if (edit.kind === 'clear') for (const cell of edit.cells) next[cell] = cleared(next[cell], edit.mode);
  return next.every((cell, index) => cell === state[index] || same(cell, state[index])) ? state : next;
}

function enterDigit(next: CellState[], digit: number, cells: readonly number[], context: EditContext): void {
  const free = cells.filter((cell) => !next[cell].given);
  if (free.length > 0 && free.every((cell) => next[cell].digit === digit)) {
    for (const cell of free) next[cell] = changed(next[cell], { digit: undefined });
    return;
  }
  for (const cell of free) next[cell] = changed(next[cell], { digit });
  for (const peer of new Set(free.flatMap((cell) => context.peers?.[cell] ?? []))) {
    const { corner, center } = next[peer];
    if (corner?.includes(digit) || center?.includes(digit)) {
      next[peer] = changed(next[peer], { corner: without(corner, digit), center: without(center, digit) });
    }
  }
}

const isEmpty = (cell: CellState) => cell.digit === undefined;

type List = 'corner' | 'center' | 'colors';

/** Removes a mark or color if all cells have it; else adds it where it is missing. */
function toggle(next: CellState[], kind: List, value: number, cells: readonly number[]): void {
  const all = cells.every((cell) => next[cell][kind]?.includes(value));
  for (const cell of cells) {
    const marks = all ? without(next[cell][kind], value) : including(next[cell][kind], value);
    next[cell] = changed(next[cell], { [kind]: marks });
  }
}

type Lists = readonly (readonly number[])[];

/** Strikes out an automatic candidate of some open cells, or restores it if one of them lacks it. */
function toggleAutomatic(next: CellState[], digit: number, cells: readonly number[], automatic: Lists): void {
  const open = cells.filter((cell) => automatic[cell].includes(digit));
  const all = open.every((cell) => !next[cell].removed?.includes(digit));
  for (const cell of open) {
    const removed = all ? including(next[cell].removed, digit) : without(next[cell].removed, digit);
    next[cell] = changed(next[cell], { removed });
  }
}

function colorCandidates(next: CellState[], digit: number, color: number, empty: readonly number[]): void {
  const all = empty.every((cell) => next[cell].candidateColors?.[digit] === color);
  for (const cell of empty) {
    const { [digit]: _, ...others } = next[cell].candidateColors ?? {};
    next[cell] = changed(next[cell], { candidateColors: all ? others : { ...others, [digit]: color } });
  }
}

/** The cell after a deletion: without the entries of the mode, or if there are none, of the next kind in this order. */
function cleared(cell: CellState, mode: Edit['kind'] | 'color'): CellState {
  const digit = !cell.given && cell.digit !== undefined;
  const parts: readonly (readonly [string, boolean, Partial<CellState>])[] = [
    ['digit', digit, { digit: undefined }],
    ['center', isEmpty(cell) && !!cell.center?.length, { center: undefined }],
    ['corner', isEmpty(cell) && !!cell.corner?.length, { corner: undefined }],
    ['color', !!cell.colors?.length || !!cell.candidateColors, { colors: undefined, candidateColors: undefined }],
  ];
  const part = (!digit && parts.find(([name, has]) => name === mode && has)) || parts.find(([, has]) => has);
  return part ? changed(cell, part[2]) : cell;
}

const KEYS = ['digit', 'given', 'corner', 'center', 'colors', 'candidateColors', 'removed'] as const;

export function same(a: CellState, b: CellState): boolean {
  return KEYS.every((key) => a[key] === b[key] || JSON.stringify(a[key]) === JSON.stringify(b[key]));
}
