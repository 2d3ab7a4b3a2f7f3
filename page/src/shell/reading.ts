import { readProgress, type Progress } from '../game/link';
import { puzzleOfLine, type Puzzle } from '../game/puzzle';
import { t } from '../words';
import { toast } from './messages';

/** The puzzle of a text, with its entries. */
export interface Reading {
  readonly puzzle: Puzzle;
  readonly progress?: Progress;
  /** Notes for the person. */
  readonly notes: readonly string[];
  /** The problem with the progress of a link, which is then ignored. */
  readonly wrong?: 'newer' | 'torn';
}

/**
 * Returns the puzzle of any text, or an error message. `saved` is the progress of a link. Plain lines are read
 * without the library, so they are shown before it is loaded.
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

/** Shows the notes about a text as messages. */
export function showReadingNotes({ notes, wrong }: Reading): void {
  if (notes.length > 0) toast(notes.join(' '));
  if (wrong) toast(wrong === 'newer' ? t().play.newerLink : t().play.tornLink, { kind: 'error' });
}
