import { changed } from '../element/edit';
import type { CellState } from '../element/types';
import { BitReader, BitWriter } from './bits';
import { elapsed } from './clock';
import type { Game } from './game';
import type { Puzzle } from './puzzle';

const VERSION = 1;

/** The parameters of a link: the puzzle, and optionally progress. */
export function linkParams(game: Game, withProgress: boolean, now: number): Record<string, string> {
  const params = { p: game.puzzle.text };
  return withProgress ? { ...params, s: writeProgress(game, now) } : params;
}

export interface Progress {
  readonly state: readonly CellState[];
  readonly auto: boolean;
  readonly spent: number;
}

/** The entries of a game as a short text, without the history. */
export function writeProgress(game: Game, now: number): string {
  const { size } = game.puzzle.shape;
  const bits = new BitWriter();
  bits.write(VERSION, 4);
  bits.write(game.auto ? 1 : 0, 1);
  bits.write(Math.min(Math.floor(elapsed(game.clock, now) / 1000), 2 ** 24 - 1), 24);
  const list = (digits: readonly number[] | undefined, length: number) => {
    bits.write(digits?.length ? 1 : 0, 1);
    if (digits?.length) for (let digit = 1; digit <= length; digit++) bits.write(digits.includes(digit) ? 1 : 0, 1);
  };
  for (const cell of game.state) {
    list(cell.colors, 9);
    if (cell.given) continue;
    bits.write(cell.digit === undefined ? 0 : 1, 1);
    if (cell.digit !== undefined) bits.write(cell.digit, 5);
    list(cell.corner, size);
    list(cell.center, size);
    list(cell.removed, size);
    bits.write(cell.candidateColors ? 1 : 0, 1);
    if (cell.candidateColors) for (let d = 1; d <= size; d++) bits.write(cell.candidateColors[d] ?? 0, 4);
  }
  return bits.finish();
}

/** Reads progress on a puzzle; `newer` if a newer page wrote it, `torn` if a part is missing or wrong. */
export function readProgress(puzzle: Puzzle, text: string): Progress | 'newer' | 'torn' {
  const bits = BitReader.of(text);
  if (!bits) return 'torn';
  const version = bits.read(4);
  if (version > VERSION) return 'newer';
  if (version !== VERSION) return 'torn';
  const { size } = puzzle.shape;
  const auto = bits.read(1) === 1;
  const spent = bits.read(24) * 1000;
  const list = (length: number): number[] => {
    if (bits.read(1) === 0) return [];
    return Array.from({ length }, (_, index) => index + 1).filter(() => bits.read(1) === 1);
  };
  let fits = true;
  const state = puzzle.givens.map((given): CellState => {
    const colors = list(9);
    if (given > 0) return changed({ digit: given, given: true }, { colors });
    const digit = bits.read(1) === 1 ? bits.read(5) : undefined;
    if (digit !== undefined && (digit < 1 || digit > size)) fits = false;
    const [corner, center, removed] = [list(size), list(size), list(size)];
    const candidateColors: Record<number, number> = {};
    if (bits.read(1) === 1) {
      for (let candidate = 1; candidate <= size; candidate++) {
        const color = bits.read(4);
        if (color > 9) fits = false;
        if (color > 0) candidateColors[candidate] = color;
      }
    }
    return changed({}, { digit, corner, center, removed, colors, candidateColors });
  });
  // Progress on another puzzle usually has a different length.
  return fits && bits.isDone ? { state, auto, spent } : 'torn';
}
