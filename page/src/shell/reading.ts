import { readProgress, type Progress } from '../game/link';
import { puzzleOfLine, type Puzzle } from '../game/puzzle';
import { t } from '../words';
import { toast } from './messages';

/** The puzzle of a text, with what was entered. */
export interface Reading {
  readonly puzzle: Puzzle;
  readonly progress?: Progress;
  /** What a person should know. */
  readonly notes: readonly string[];
  /** What is wrong with the progress of a link, which is left out then. */
  readonly wrong?: 'newer' | 'torn';
}

/**
 * The puzzle of any text, or what is wrong with it; `saved` is the progress of a link. Plain lines are read here, so that
 * they are shown before anything else is loaded.
 */
export async function puzzleFrom(text: string, saved: string | null = null): Promise<Reading | string> {
  const plain = puzzleOfLine(text);
  if (plain) return withProgress({ puzzle: plain, notes: [] }, saved);
  const [{ readText }, { read }] = await Promise.all([import('../exchange/read'), import('../exchange/library')]);
  const outcome = await readText(text, read, t());
  if (outcome.kind === 'problem') return outcome.text;
  if (outcome.kind === 'own') return puzzleFrom(outcome.params.get('p') ?? '', outcome.params.get('s'));
  const { puzzle, state, notes } = outcome;
  return withProgress({ puzzle, notes, ...(state ? { progress: { state, auto: false, spent: 0 } } : {}) }, saved);
}

function withProgress(reading: Reading, saved: string | null): Reading {
  if (saved === null) return reading;
  const progress = readProgress(reading.puzzle, saved);
  const { puzzle, notes } = reading;
  return typeof progress === 'string' ? { puzzle, notes, wrong: progress } : { ...reading, progress };
}

/** Says what a person should know of what was read. */
export function tellReading({ notes, wrong }: Reading): void {
  if (notes.length > 0) toast(notes.join(' '));
  if (wrong) toast(wrong === 'newer' ? t().play.newerLink : t().play.tornLink, { kind: 'error' });
}
