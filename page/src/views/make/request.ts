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
export class Wrong {
  constructor(
    readonly field: 'count' | 'book' | 'rating' | 'clues' | 'cages' | 'seed' | 'levels' | 'hardest' | 'mask',
    readonly least?: number,
    readonly most?: number,
  ) {}
}

export type GenerateAsk = AskOf<'generate'> & { readonly count: number };

/** Whether levels and ratings exist for such puzzles. */
export function canRate({ size, ruleset, useCages }: Form): boolean {
  return size === 9 && !useCages && (!ruleset || ruleset.rules.length === 0);
}

export const MOST = 200;

/**
 * Validates a form and converts it to options of questions: one, or one for each level of a book.
 *
 * @throws {Wrong} If a field is invalid.
 */
export function asksOf(form: Form): readonly GenerateAsk[] {
  if (form.difficulty !== 'book' || !canRate(form)) return [askOf(form)];
  const counts = LEVELS.map((level) => within(form.book[level] || '0', 0, MOST, true) ?? Infinity);
  const sum = counts.reduce((total, count) => total + count);
  if (sum < 1 || sum > MOST) throw new Wrong('book', 1, MOST);
  return LEVELS.filter((_, at) => counts[at] > 0).map((level) =>
    askOf({ ...form, difficulty: 'level', levelFrom: level, levelTo: level, count: form.book[level] }),
  );
}

function askOf(form: Form): GenerateAsk {
  const { size, mask, minimal, symmetry } = form;
  const cells = size * size;
  const count = within(form.count, 1, MOST, true);
  if (count === undefined) throw new Wrong('count', 1, MOST);
  const seed = form.seed.trim();
  if (!/^\d{0,19}$/.test(seed)) throw new Wrong('seed');
  const usual = { count, ...shapeOf(form), seed: seed === '' ? undefined : seed };
  // Puzzles with cages have no clues, so options about clues do not apply.
  if (form.useCages) return { ...usual, cages: span(form, 'cages', 1, size).join('..') };
  const clues = span(form, 'clues', 0, cells).join('..');
  const masked = form.useMask && mask.length === cells;
  if (masked && !mask.includes(true)) throw new Wrong('mask');
  return {
    ...usual,
    symmetry,
    ...difficultyOf(form),
    clues: clues === '..' ? undefined : clues,
    mask: masked ? mask.map((may) => (may ? 'x' : '.')).join('') : undefined,
    minimal: minimal === 'orbits' ? undefined : minimal,
    rate: canRate(form) ? (form.bothScales ? ['hodoku', 'se'] : ['hodoku']) : undefined,
  };
}

function difficultyOf(form: Form): Pick<GenerateAsk, 'scale' | 'min' | 'max' | 'level' | 'hardest'> {
  const { difficulty, levelFrom, levelTo } = form;
  if (!canRate(form)) return {};
  const hardest = form.hardest === '' ? undefined : form.hardest;
  if (difficulty === 'any') return hardest === undefined ? {} : { scale: 'hodoku', hardest };
  if (difficulty === 'level') {
    if (LEVELS.indexOf(levelFrom) > LEVELS.indexOf(levelTo)) throw new Wrong('levels');
    return { scale: 'hodoku', level: `${levelFrom}..${levelTo}`, hardest };
  }
  const [min, max] = difficulty === 'er' ? span(form, 'rating', 1, 12) : span(form, 'rating', 0, 100_000, true);
  return { scale: difficulty === 'er' ? 'se' : 'hodoku', min, max, hardest };
}

function shapeOf({ size, ruleset }: Form): Pick<GenerateAsk, 'shape' | 'rules'> {
  const { boxRows, boxColumns } = usualShape(size);
  const usual = boxRows > 0 ? [boxRows, boxColumns] : undefined;
  const boxes = ruleset ? ruleset.boxes : usual;
  const shape = boxes ? boxes.join('x') : `grid ${size}x${size}`;
  return ruleset && ruleset.rules.length > 0 ? { shape, rules: [...ruleset.rules] } : { shape };
}

/** A number within limits; undefined for other texts. */
function within(text: string, least: number, most: number, isWhole: boolean): number | undefined {
  const plain = text.trim().replace(',', '.');
  const number = Number(plain);
  const isNumber = plain !== '' && (!isWhole || /^\d+$/.test(plain));
  return isNumber && number >= least && number <= most ? number : undefined;
}

/** Reads the ends of a range, which may be empty. */
function span(
  form: Form,
  field: 'cages' | 'clues' | 'rating',
  least: number,
  most: number,
  isWhole = field !== 'rating',
) {
  const texts = [form[`${field}From`], form[`${field}To`]];
  const [from, to] = texts.map((text) => within(text, least, most, isWhole));
  const isRead = texts.every((text, at) => text.trim() === '' || [from, to][at] !== undefined);
  if (!isRead || (from !== undefined && to !== undefined && from > to)) throw new Wrong(field, least, most);
  return [from, to];
}
