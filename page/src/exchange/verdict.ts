import type { AskOf, SolveReply } from '../engine';
import type { Puzzle } from '../game/puzzle';
import type { Words } from '../words';

/** Time limit for solving an opened puzzle, in seconds. */
const SECONDS = 5;

/** The reason why an opened puzzle is not proper; undefined if it is, or if the time limit was reached. */
export async function improperText(
  { text }: Pick<Puzzle, 'text'>,
  solve: (ask: AskOf<'solve'>) => Promise<Pick<SolveReply, 'outcome' | 'fault'>>,
  { exchange }: Words,
): Promise<string | undefined> {
  const { outcome, fault } = await solve({ puzzle: text, time: SECONDS });
  if (fault) return exchange.improper.broken(exchange.phrase(fault.found));
  if (outcome === 'multiple') return exchange.improper.multiple;
  return outcome === 'unsatisfiable' ? exchange.improper.unsatisfiable : undefined;
}
