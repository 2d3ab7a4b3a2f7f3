import type { board } from '../words/en';
import { digitText } from './cells';
import type { CellState } from './types';

/** The words of the board in one language. */
export type BoardWords = typeof board;

export interface Describe {
  readonly words: BoardWords;
  readonly size: number;
  readonly letters: boolean;
}

/** What is in a cell, in words: "5, given". */
export function contents({ words, letters }: Describe, state: CellState, conflict: boolean): string {
  const list = (digits: readonly number[]) => digits.map((digit) => digitText(digit, letters)).join(' ');
  const parts: string[] = [];
  if (state.digit !== undefined) {
    parts.push(digitText(state.digit, letters));
    if (state.given) parts.push(words.given);
    if (conflict) parts.push(words.conflict);
  } else {
    if (state.corner?.length) parts.push(words.corner(list(state.corner)));
    if (state.center?.length) parts.push(words.center(list(state.center)));
    if (parts.length === 0) parts.push(words.empty);
  }
  if (state.colors?.length) parts.push(state.colors.map((color) => words.colorNames[color - 1]).join(' '));
  for (const [digit, color] of Object.entries(state.candidateColors ?? {})) {
    if (state.digit === undefined) parts.push(words.candidateColor(Number(digit), words.colorNames[color - 1]));
  }
  return parts.join(', ');
}

/** The name of a cell: "row 3 column 4, 5, given". */
export function cellLabel(how: Describe, cell: number, state: CellState, conflict: boolean): string {
  const name = how.words.cell(Math.floor(cell / how.size) + 1, (cell % how.size) + 1);
  return `${name}, ${contents(how, state, conflict)}`;
}
