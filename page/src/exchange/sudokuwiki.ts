import type { CellState } from '../element/types';
import { Form } from './form';
import { unescaped } from './lz';
import { enteredOf, rowOf } from './row';
import { type Imported, Refusal, shown } from './types';

const ORIGIN = 'sudokuwiki';
const ALL = 0x1ff;

/** What a cell of a board has. */
interface Cell {
  readonly given: number;
  readonly state: CellState;
}

/** Reads the value of `bd=`: 81 digits, 729 digits of candidates, or two characters a cell. */
export function readSudokuwiki(board: string): Imported {
  const text = unescaped(board).replace(/\s/g, '');
  const cells = read(text);
  return {
    kind: 'puzzle',
    origin: ORIGIN,
    row: rowOf({ size: 9, givens: cells.map(({ given }) => given), rules: [] }),
    entered: enteredOf(cells.map(({ state }) => state)),
    drawings: [],
  };
}

function read(text: string): Cell[] {
  if (/^[0-9.]{81}$/.test(text)) return [...text].map((digit) => clue(Number(digit.replace('.', '0'))));
  if (/^[0-9.]{729}$/.test(text)) return chunks(text, 9).map((digits) => candidates(maskOf(digits), false));
  if (/^S9B[0-9a-z]{162}$/i.test(text)) return chunks(text.slice(3), 2).map(offset);
  if (/^[0-9a-v]{162}$/i.test(text)) return chunks(text, 2).map(shifted);
  // Other lengths and letters belong to other kinds of puzzles.
  const other = /^(S[0-9]+[A-Z])/i.exec(text);
  if (other && !/^S9B/i.test(text)) throw new Refusal({ kind: 'packing', origin: ORIGIN, prefix: other[1] });
  return new Form(ORIGIN, shown(text), 'bd').refuse('board', `${shown(text)} (${text.length})`);
}

const chunks = (text: string, length: number) => text.match(new RegExp(`.{${length}}`, 'g')) ?? [];
const clue = (digit: number): Cell => ({ given: digit, state: {} });
const digits = (mask: number) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => mask & (1 << (digit - 1)));
const maskOf = (text: string) =>
  [...text].reduce((mask, digit) => (digit >= '1' ? mask | (1 << (Number(digit) - 1)) : mask), 0);

function candidates(mask: number, isClue: boolean): Cell {
  const center = digits(mask);
  if (isClue && center.length === 1) return clue(center[0]);
  if (center.length === 1) return { given: 0, state: { digit: center[0] } };
  return { given: 0, state: mask === ALL || mask === 0 ? {} : { center } };
}

/** Base 36: clues from 1, digits that were found from 10, sets of candidates from 19. */
function offset(pair: string, index: number): Cell {
  const value = parseInt(pair, 36);
  if (value <= 9) return clue(value);
  if (value <= 18) return { given: 0, state: { digit: value - 9 } };
  if (value - 18 > ALL) refuse(pair, index);
  const center = digits(value - 18);
  return { given: 0, state: center.length === 9 ? {} : { center } };
}

/** Base 32: a set of candidates, shifted by one bit that tells clues. */
function shifted(pair: string, index: number): Cell {
  const value = parseInt(pair, 32);
  if (value >> 1 > ALL) refuse(pair, index);
  return candidates(value >> 1, (value & 1) === 1);
}

function refuse(pair: string, index: number): never {
  return new Form(ORIGIN, pair, `bd[${index}]`).refuse('board');
}
