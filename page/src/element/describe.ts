import type { board } from '../words/en';
import { digitText, gridCells, leastOf, placeOf } from './cells';
import type { CellState, Shape } from './types';

/** The words of the board in one language. */
export type BoardWords = typeof board;

export interface Describe {
  readonly words: BoardWords;
  readonly shape: Shape;
  readonly letters: boolean;
}

/** What is in a cell, in words: "5, given". */
export function contents({ words, letters, shape }: Describe, state: CellState, conflict: boolean): string {
  const text = (digit: number) => digitText(digit, letters, leastOf(shape));
  const list = (digits: readonly number[]) => digits.map(text).join(' ');
  const parts: string[] = [];
  if (state.digit !== undefined) {
    parts.push(text(state.digit));
    if (state.given) parts.push(words.given);
    if (conflict) parts.push(words.conflict);
  } else {
    if (state.corner?.length) parts.push(words.corner(list(state.corner)));
    if (state.center?.length) parts.push(words.center(list(state.center)));
    if (parts.length === 0) parts.push(words.empty);
  }
  if (state.colors?.length) parts.push(state.colors.map((color) => words.colorNames[color - 1]).join(' '));
  for (const [digit, color] of Object.entries(state.candidateColors ?? {})) {
    if (state.digit === undefined) parts.push(words.candidateColor(text(Number(digit)), words.colorNames[color - 1]));
  }
  return parts.join(', ');
}

/** The name of a cell: "row 3 column 4, 5, given". */
export function cellLabel(how: Describe, cell: number, state: CellState, conflict: boolean): string {
  const [row, column] = placeOf(how.shape, cell);
  const inside = gridCells(how.shape);
  const name = cell < inside ? how.words.cell(row + 1, column + 1) : how.words.extraCell(cell - inside + 1);
  return `${name}, ${contents(how, state, conflict)}`;
}
