import { cellName } from '../../element/cells';
import { openDigits } from '../../element/conflicts';
import { layoutOf, type Layout } from '../../element/houses';
import { usualShape } from '../../element/rules';
import { newGame } from '../../game/game';
import { linkParams } from '../../game/link';
import { puzzleOfLine } from '../../game/puzzle';
import { routeTo } from '../../shell/route';
import type { CellState } from '../../element/types';
import type { StepReply } from '../../engine';

/** A state and, if the line contains one, the next step. */
export interface LibraryState {
  /** Digits, and the candidates of all other cells as center marks. */
  readonly cells: readonly CellState[];
  readonly placements: readonly Candidate[];
  readonly eliminations: readonly Candidate[];
}

export interface Candidate {
  readonly cell: number;
  readonly digit: number;
}

let layout: Layout | undefined;

/** The plain 9x9 grid. */
export function classic(): Layout {
  return (layout ??= layoutOf(usualShape(9)));
}

/** Triples `DRC`: digit, row, column. */
function candidates(field: string | undefined): Candidate[] | undefined {
  const words = (field ?? '').split(' ').filter((word) => word !== '');
  if (!words.every((word) => /^[1-9]{3}$/.test(word))) return undefined;
  return words.map((word) => ({ digit: Number(word[0]), cell: (Number(word[1]) - 1) * 9 + Number(word[2]) - 1 }));
}

/**
 * Reads a line of a regression library: `:code:digits:values:deleted:eliminations:placements:`. In the values, a `+`
 * precedes each filled-in digit. Undefined for other texts.
 */
export function readLibrary(line: string): LibraryState | undefined {
  const [before, , , values = '', deleted, eliminated, placed] = line.trim().split(':');
  const parts = values.match(/\+?[1-9]|[.0]/g) ?? [];
  if (before !== '' || parts.length !== 81 || parts.join('') !== values) return undefined;
  const [gone, eliminations, placements] = [deleted, eliminated, placed].map(candidates);
  if (!gone || !eliminations || !placements) return undefined;
  const digits = parts.map((part) => Number(part.at(-1)?.replace('.', '0')) || undefined);
  const open = openDigits(classic(), digits).map((list) => new Set(list));
  for (const { cell, digit } of gone) open[cell].delete(digit);
  const cells = parts.map((part, cell): CellState => {
    const digit = digits[cell];
    if (digit === undefined) return { center: [...open[cell]] };
    return part.startsWith('+') ? { digit } : { digit, given: true };
  });
  return { cells, placements, eliminations };
}

/** The conclusion of a line as a step of its technique. */
export function conclusionOf(technique: string, { placements, eliminations }: LibraryState): StepReply {
  const marks = (list: readonly Candidate[]) => list.map(({ cell, digit }) => ({ cell: cellName(cell, 9), digit }));
  return {
    technique,
    name: technique,
    digits: [],
    placements: marks(placements),
    eliminations: marks(eliminations),
  };
}

/** The line without its step, as a text of the state. */
export function stateText(line: string): string {
  const fields = line.trim().split(':');
  return `:0000:x:${fields[3]}:${fields[4] ?? ''}:::`;
}

/**
 * The fragment that opens the state of a library line as a game, or the list of techniques if the line cannot be read.
 */
export function playLink(line: string): string {
  const cells = readLibrary(line)?.cells;
  const clues = cells?.map(({ digit, given }) => (given ? String(digit) : '.')).join('');
  const puzzle = clues === undefined ? undefined : puzzleOfLine(clues);
  if (!cells || !puzzle) return routeTo('techniques');
  const game = { ...newGame(puzzle, '', 0), state: cells };
  return routeTo('play', linkParams(game, true, 0));
}
