import { isPlain } from '../../element/cells';
import { boxedShape, parseRule, shapeWithRules } from '../../element/rules';
import { type GenerateRow, type RatingReply, engine } from '../../engine';
import { digitsOfLine, isClassic, lineOf, type Puzzle, regionLine, shapeText } from '../../game/puzzle';
import { puzzleFrom } from '../../shell/reading';
import { Store } from '../../shell/store';
import { type Words, t } from '../../words';
import type { Ruleset } from './request';

/** The shape and the rules of a puzzle, or an error message about its text. */
export async function rulesetFrom(text: string): Promise<Ruleset | string> {
  const reading = await puzzleFrom(text);
  if (typeof reading === 'string') return reading;
  const { shape, rules } = reading.puzzle;
  if (!isPlain(shape) || rules.some((rule) => /^void\b/.test(rule))) return t().exchange.unmade(shapeText(shape));
  const { size, boxRows, boxColumns, regions } = shape;
  if (!regions) return { size, rules, ...(boxRows > 0 ? { boxes: [boxRows, boxColumns] as const } : {}) };
  return { size, rules: [`regions ${regionLine(regions)}`, ...rules] };
}

/** Time limit for the solution and for the ratings of a puzzle for print, in seconds. */
const SECONDS = 5;

/** A puzzle from a text, with its solution and ratings if they are found in time; or an error message. */
export async function madeOfText(text: string): Promise<Made | string> {
  const reading = await puzzleFrom(text);
  if (typeof reading === 'string') return reading;
  const { puzzle } = reading;
  const ask = { puzzle: puzzle.text, time: SECONDS };
  const isRated = isClassic(puzzle) && !puzzle.candidates;
  const [solved, rated] = await Promise.all([
    engine.run('solve', ask),
    isRated ? engine.run('ratings', ask) : undefined,
  ]);
  const on = (scale: string) => rated?.ratings.find((one) => one.scale === scale);
  const unique = solved.outcome === 'unique' ? solved.solution : undefined;
  return made(puzzle, '', unique, on('hodoku'), on('se'));
}

/** A puzzle with its solution and the shown part of the ratings on both scales. */
function made(puzzle: Puzzle, seed: string, solution?: string, hodoku?: RatingReply, se?: RatingReply) {
  return {
    puzzle,
    solution: solution ? digitsOfLine(solution) : undefined,
    clues: puzzle.givens.filter((digit) => digit > 0).length,
    seed,
    level: hodoku?.level?.toLowerCase(),
    score: hodoku?.score,
    er: se?.er,
    /** The technique of the hardest step, by its name in options. */
    hardest: hodoku?.hardest ?? se?.hardest,
  };
}
export type Made = Readonly<ReturnType<typeof made>>;

/** The titles of techniques in the language of the page, by their names in options. */
export const techniqueNames = new Store<ReadonlyMap<string, string>>(new Map());

/** The ratings of a puzzle that exist: `Medium · score 478 · SE 2.0`. */
export function ratingText({ level, score, er }: Made, { make: texts, common }: Words): string {
  const parts = [
    level === undefined ? '' : (common.levels[level] ?? level),
    score === undefined ? '' : texts.score(score),
    er === undefined ? '' : texts.er(er.toFixed(1)),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

export type Row = Omit<GenerateRow, 'version'>;

export function madeOf(row: Row): Made {
  const givens = digitsOfLine(row.puzzle);
  const size = Math.round(Math.sqrt(givens.length));
  const all = [...(row.rules ?? []), ...(row.regions ? [`regions ${row.regions}`] : [])];
  const shape = shapeWithRules(
    boxedShape(row.shape, size),
    all.map((text) => parseRule(text, size)),
  );
  const rules = all.filter((text) => !/^regions\b/.test(text));
  const { puzzle, shape: boxes, rules: texts, regions } = row;
  const plain = all.length === 0 && boxes === undefined;
  const text = plain ? puzzle : JSON.stringify({ puzzle, shape: boxes, regions, rules: texts });
  return made({ text, shape, rules, givens }, row.seed, row.solution, row.ratings?.hodoku, row.ratings?.se);
}

export function linesOf(all: readonly Made[]): string {
  const lines = all.map(({ puzzle, solution, level, score, er, seed }) => {
    const row = puzzle.text.startsWith('{') ? (JSON.parse(puzzle.text) as object) : { puzzle: puzzle.text };
    return JSON.stringify({ ...row, solution: solution && lineOf(solution), level, score, er, seed });
  });
  return `${lines.join('\n')}\n`;
}
