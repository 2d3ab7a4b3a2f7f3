import type { Shape } from '../../element/types';
import { engine } from '../../engine';
import { read } from '../../exchange/library';
import { readText } from '../../exchange/read';
import { t } from '../../words';
import { digitsOf, type Made } from './made';

/** How long the solution and the ratings of a puzzle for print may take each. */
const SECONDS = 5;

/** A puzzle that was not made here, with its solution and ratings as far as they are found; or what is wrong. */
export async function madeOfText(text: string): Promise<Made | string> {
  const outcome = await readText(text, read, t());
  if (outcome.kind === 'problem') return outcome.text;
  if (outcome.kind !== 'puzzle') return t().exchange.nothing;
  const { puzzle } = outcome;
  const ask = { puzzle: puzzle.text, time: SECONDS };
  const isPlain = puzzle.rules.length === 0 && !puzzle.candidates && isClassic(puzzle.shape);
  const [solved, rated] = await Promise.all([engine.run('solve', ask), isPlain ? engine.run('rate', ask) : undefined]);
  const on = (scale: string) => rated?.ratings.find((one) => one.scale === scale);
  const [hodoku, se] = [on('hodoku'), on('se')];
  const unique = solved.outcome === 'unique' ? solved.solution : undefined;
  return {
    puzzle,
    solution: unique === undefined ? undefined : digitsOf(unique),
    clues: puzzle.givens.filter((digit) => digit > 0).length,
    seed: '',
    level: hodoku?.level?.toLowerCase(),
    score: hodoku?.score,
    er: se?.er,
    hardest: hodoku?.hardest ?? se?.hardest,
  };
}

function isClassic({ size, boxRows, boxColumns, regions }: Shape): boolean {
  return size === 9 && boxRows === 3 && boxColumns === 3 && !regions;
}
