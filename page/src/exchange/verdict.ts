import type { AskOf, SolveReply } from '../engine';
import type { Puzzle } from '../game/puzzle';
import type { Words } from '../words';

/** How long the solutions of a puzzle that was opened are looked for, in seconds. */
const SECONDS = 5;

/** Why a puzzle that was opened is not a proper one; undefined if it is, or if that is not known in time. */
export async function tellVerdict(
  { text }: Pick<Puzzle, 'text'>,
  solve: (ask: AskOf<'solve'>) => Promise<Pick<SolveReply, 'outcome' | 'fault'>>,
  { exchange }: Words,
): Promise<string | undefined> {
  const { outcome, fault } = await solve({ puzzle: text, time: SECONDS });
  if (fault) return exchange.improper.broken(exchange.phrase(fault.found));
  if (outcome === 'multiple') return exchange.improper.multiple;
  return outcome === 'unsatisfiable' ? exchange.improper.unsatisfiable : undefined;
}
