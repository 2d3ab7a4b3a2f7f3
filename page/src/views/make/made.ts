import { symbolValue } from '../../element/cells';
import { parseRule, shapeWithRules, usualShape } from '../../element/rules';
import type { Shape } from '../../element/types';
import type { GenerateRow } from '../../engine';
import type { Puzzle } from '../../game/puzzle';

/** A row of the library's reply to `generate`. */
export type Row = Omit<GenerateRow, 'version'>;

/** A puzzle that was made. */
export interface Made {
  readonly puzzle: Puzzle;
  readonly solution?: readonly number[];
  readonly clues: number;
  readonly seed: string;
  readonly level?: string;
  readonly score?: number;
  readonly er?: number;
  /** The name of the technique of the hardest step, as in options. */
  readonly hardest?: string;
}

export function madeOf(row: Row): Made {
  const givens = digitsOf(row.puzzle);
  const size = Math.round(Math.sqrt(givens.length));
  const all = [...(row.rules ?? []), ...(row.regions ? [`regions ${row.regions}`] : [])];
  const shape = shapeWithRules(
    shapeOf(row.shape, size),
    all.map((text) => parseRule(text, size)),
  );
  const rules = all.filter((text) => !/^regions\b/.test(text));
  const { puzzle, shape: boxes, rules: texts, regions } = row;
  const plain = all.length === 0 && boxes === undefined;
  const text = plain ? puzzle : JSON.stringify({ puzzle, shape: boxes, regions, rules: texts });
  const { hodoku, se } = row.ratings ?? {};
  return {
    puzzle: { text, shape, rules, givens },
    solution: row.solution ? digitsOf(row.solution) : undefined,
    clues: row.clues ?? givens.filter((digit) => digit > 0).length,
    seed: row.seed,
    level: hodoku?.level?.toLowerCase(),
    score: hodoku?.score,
    er: se?.er,
    hardest: hodoku?.hardest ?? se?.hardest,
  };
}

/** One digit a cell, 0 for none, of a line or of numbers. */
export function digitsOf(text: string): number[] {
  if (text.includes(' '))
    return text
      .trim()
      .split(/\s+/)
      .map((word) => Number(word) || 0);
  return [...text].map((symbol) => symbolValue(symbol) ?? 0);
}

/** The shape of a text such as `2x3` or `latin`; without one, the usual shape of the size. */
export function shapeOf(text: string | undefined, size: number): Shape {
  if (text === 'latin') return { size, boxRows: 0, boxColumns: 0 };
  const [, rows, columns] = /^(\d+)x(\d+)$/.exec(text ?? '') ?? [];
  return rows ? { size, boxRows: Number(rows), boxColumns: Number(columns) } : usualShape(size);
}

/** All puzzles as JSON lines. */
export function linesOf(all: readonly Made[]): string {
  const lines = all.map(({ puzzle, solution, level, score, er, seed }) => {
    const row = puzzle.text.startsWith('{') ? (JSON.parse(puzzle.text) as object) : { puzzle: puzzle.text };
    const line = solution?.map((digit) => digit.toString(36).toUpperCase()).join('');
    return JSON.stringify({ ...row, solution: line, level, score, er, seed });
  });
  return `${lines.join('\n')}\n`;
}
