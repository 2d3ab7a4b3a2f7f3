import { singlesOf, type Single } from '../../game/singles';
import type { HelpBoard } from './board';
import { helpEngine } from './engine';
import type { MistakesReply } from './wire';

/** Help with boards for which the library knows no steps: what is wrong, else a single. */
export interface SingleHint {
  readonly wrong: MistakesReply;
  readonly single?: Single;
}

/** Mistakes of a board of any shape and rules, and a single if it has none. */
export async function singleHint(board: HelpBoard): Promise<SingleHint> {
  const wrong = await helpEngine().ask('mistakes', board.ask);
  const isWrong = (wrong.mistakes ?? []).length > 0 || (wrong.conflicts ?? []).length > 0;
  if (isWrong || ['unsatisfiable', 'malformed', 'solved'].includes(wrong.outcome)) return { wrong };
  const digits = board.cells.map(({ digit }) => digit);
  const singles = singlesOf(board.layout, digits, board.marks);
  // The last digit of a house is easiest to see.
  const empty = ({ house }: Single) => house?.cells.filter((cell) => digits[cell] === undefined).length ?? Infinity;
  singles.sort((a, b) => empty(a) - empty(b));
  return { wrong, single: singles[0] };
}
