import type { AskOf, SolveReply } from '../engine';
import type { Puzzle } from '../game/puzzle';
import type { Words } from '../words';

/** Time limit for solving an opened puzzle, in seconds. */
const SECONDS = 5;

/** What is known about the solutions of a puzzle. */
export interface PuzzleVerdict extends Pick<SolveReply, 'outcome' | 'solution'> {
  /** The reason why the puzzle is not proper; undefined if it is, or if the time limit was reached. */
  readonly problem?: string;
}

/** Searches for the solutions of an opened puzzle. */
export async function puzzleVerdict(
  { text }: Pick<Puzzle, 'text'>,
  solve: (ask: AskOf<'solve'>) => Promise<Pick<SolveReply, 'outcome' | 'fault' | 'solution'>>,
  { exchange: { improper, phrase } }: Words,
): Promise<PuzzleVerdict> {
  const { outcome, fault, solution } = await solve({ puzzle: text, time: SECONDS });
  if (fault) return { outcome, problem: improper.broken(phrase(fault.found)) };
  if (outcome === 'multiple' || outcome === 'unsatisfiable') return { outcome, problem: improper[outcome] };
  return { outcome, ...(outcome === 'unique' ? { solution } : {}) };
}
