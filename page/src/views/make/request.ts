import type { AskOf } from '../../engine';
import { usualShape } from '../../element/rules';
import { LEVELS, type Level } from '../../game/levels';
import type { Words } from '../../words';

/** A shape and rules as texts. */
export interface Ruleset {
  readonly size: number;
  /** Boxes as rows and columns; undefined for none. */
  readonly boxes?: readonly [number, number];
  readonly rules: readonly string[];
}

/** The initial values of the form. Numbers are texts until they are validated. */
export const EMPTY = {
  size: 9 as number,
  count: '6',
  difficulty: 'level' as keyof Words['make']['difficulties'],
  levelFrom: 'easy' as Level,
  levelTo: 'medium' as Level,
  /** The number of puzzles of each level in a book. */
  book: { easy: '8', medium: '8', hard: '4', unfair: '0', extreme: '0' } as Readonly<Record<Level, string>>,
  ratingFrom: '',
  ratingTo: '',
  hardest: '',
  symmetry: 'half-turn' as keyof Words['make']['symmetries'],
  cluesFrom: '',
  cluesTo: '',
  useMask: false,
  /** For each cell, whether it may have a clue. */
  mask: [] as readonly boolean[],
  useCages: false,
  cagesFrom: '2',
  cagesTo: '5',
  minimal: 'orbits' as keyof Words['make']['minimals'],
  seed: '',
  bothScales: true,
  /** A shape and rules from the editor, which replace the size. */
  ruleset: undefined as Ruleset | undefined,
};

export type Form = Readonly<typeof EMPTY>;

/** A field with an invalid value, and the permitted range. */
export interface Wrong {
  readonly field: 'count' | 'book' | 'rating' | 'clues' | 'cages' | 'seed' | 'levels' | 'hardest' | 'mask';
  readonly least?: number;
  readonly most?: number;
}

/** The options of the question `generate`. */
export type GenerateAsk = AskOf<'generate'> & { readonly count: number };
/** A range whose ends may be empty. */
interface Span {
  readonly least?: number;
  readonly most?: number;
}

/** Whether levels and ratings exist for such puzzles. */
export function canRate({ size, ruleset, useCages }: Form): boolean {
  return size === 9 && !useCages && (!ruleset || ruleset.rules.length === 0);
}

/** The maximum number of puzzles in one run. */
export const MOST = 200;

/** Validates a form and converts it to options of questions: one, or one for each level of a book. */
export function asksOf(form: Form): { asks: readonly GenerateAsk[] } | { wrong: Wrong } {
  if (form.difficulty !== 'book' || !canRate(form)) {
    const result = askOf(form);
    return 'wrong' in result ? result : { asks: [result.ask] };
  }
  const counts = LEVELS.map((level) => whole(form.book[level] || '0', 0, MOST));
  const sum = counts.reduce<number>((total, count) => total + (count ?? MOST + 1), 0);
  if (sum < 1 || sum > MOST) return { wrong: { field: 'book', least: 1, most: MOST } };
  const asks: GenerateAsk[] = [];
  for (const level of LEVELS.filter((_, at) => counts[at])) {
    const one = { difficulty: 'level', levelFrom: level, levelTo: level, count: form.book[level] } as const;
    const result = askOf({ ...form, ...one });
    if ('wrong' in result) return result;
    asks.push(result.ask);
  }
  return { asks };
}

function askOf(form: Form): { ask: GenerateAsk } | { wrong: Wrong } {
  const { size } = form;
  const cells = size * size;
  const count = whole(form.count, 1, MOST);
  if (count === undefined) return { wrong: { field: 'count', least: 1, most: MOST } };
  const clues = span(form.cluesFrom, form.cluesTo, 0, cells, true);
  if (!clues) return { wrong: { field: 'clues', least: 0, most: cells } };
  const cages = form.useCages ? span(form.cagesFrom, form.cagesTo, 1, size, true) : {};
  if (!cages) return { wrong: { field: 'cages', least: 1, most: size } };
  if (form.seed.trim() !== '' && !/^\d{1,19}$/.test(form.seed.trim())) return { wrong: { field: 'seed' } };
  const masked = form.useMask && !form.useCages && form.mask.length === cells;
  if (masked && !form.mask.includes(true)) return { wrong: { field: 'mask' } };
  const seed = form.seed.trim() === '' ? {} : { seed: form.seed.trim() };
  // Puzzles with cages have no clues, so options about clues do not apply.
  if (form.useCages) return { ask: { count, ...shapeOf(form), cages: rangeText(cages), ...seed } };
  const difficulty = difficultyOf(form);
  if ('wrong' in difficulty) return difficulty;
  return {
    ask: {
      count,
      ...shapeOf(form),
      symmetry: form.symmetry,
      ...difficulty.part,
      ...(isEmpty(clues) ? {} : { clues: rangeText(clues) }),
      ...(masked ? { mask: form.mask.map((may) => (may ? 'x' : '.')).join('') } : {}),
      ...(form.minimal === 'orbits' ? {} : { minimal: form.minimal }),
      ...seed,
      ...(canRate(form) ? { rate: form.bothScales ? ['hodoku', 'se'] : ['hodoku'] } : {}),
    },
  };
}

/** The text of a range: `22..26`, `..25`. */
const rangeText = ({ least, most }: Span) => `${least ?? ''}..${most ?? ''}`;

const isEmpty = (one: Span) => one.least === undefined && one.most === undefined;

type Difficulty = Pick<GenerateAsk, 'scale' | 'min' | 'max' | 'level' | 'hardest'>;

function difficultyOf(form: Form): { part: Difficulty } | { wrong: Wrong } {
  const { difficulty, hardest } = form;
  if (!canRate(form)) return { part: {} };
  const technique = hardest === '' ? {} : { hardest };
  if (difficulty === 'level') {
    if (LEVELS.indexOf(form.levelFrom) > LEVELS.indexOf(form.levelTo)) return { wrong: { field: 'levels' } };
    return { part: { scale: 'hodoku', level: `${form.levelFrom}..${form.levelTo}`, ...technique } };
  }
  if (difficulty === 'any') return { part: hardest === '' ? {} : { scale: 'hodoku', hardest } };
  const [least, most] = difficulty === 'er' ? [1, 12] : [0, 100_000];
  const hardness = span(form.ratingFrom, form.ratingTo, least, most, difficulty === 'score');
  if (!hardness) return { wrong: { field: 'rating', least, most } };
  const { least: min, most: max } = hardness;
  const ends = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  return { part: { scale: difficulty === 'er' ? 'se' : 'hodoku', ...ends, ...technique } };
}

function shapeOf({ size, ruleset }: Form): Pick<GenerateAsk, 'shape' | 'rules'> {
  const { boxRows, boxColumns } = usualShape(size);
  const usual = boxRows > 0 ? [boxRows, boxColumns] : undefined;
  const boxes = ruleset ? ruleset.boxes : usual;
  const shape = boxes ? boxes.join('x') : `grid ${size}x${size}`;
  return ruleset && ruleset.rules.length > 0 ? { shape, rules: [...ruleset.rules] } : { shape };
}

function whole(text: string, least: number, most: number): number | undefined {
  const number = Number(text.trim());
  return /^\d+$/.test(text.trim()) && number >= least && number <= most ? number : undefined;
}

/** Reads a range; undefined if an end is not a number within the limits, or the ends are in the wrong order. */
function span(from: string, to: string, least: number, most: number, isWhole: boolean): Span | undefined {
  const end = (text: string): number | undefined | false => {
    if (text.trim() === '') return undefined;
    const number = Number(text.trim().replace(',', '.'));
    const fits = number >= least && number <= most && (!isWhole || Number.isInteger(number));
    return fits ? number : false;
  };
  const [first, last] = [end(from), end(to)];
  if (first === false || last === false) return undefined;
  if (first !== undefined && last !== undefined && first > last) return undefined;
  return { ...(first === undefined ? {} : { least: first }), ...(last === undefined ? {} : { most: last }) };
}
