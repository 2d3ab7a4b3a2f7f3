import { readProgress, type Progress } from '../game/link';
import { puzzleOfLine, type Puzzle } from '../game/puzzle';
import { t } from '../words';
import { toast } from './messages';

export interface Reading {
  readonly puzzle: Puzzle;
  readonly progress?: Progress;
  readonly notes: readonly string[];
  /** The problem with the progress of a link, which is then ignored. */
  readonly wrong?: 'newer' | 'torn';
}

/** The maximum length of a text that is searched for a link of this page, or of an unknown site. */
export const LONGEST_LINK = 200_000;

/**
 * Returns the puzzle of any text, or an error message. `saved` is the progress of a link. Plain lines are read
 * without the library, so they are shown before it is loaded.
 */
export async function puzzleFrom(text: string, saved: string | null = null): Promise<Reading | string> {
  const params = ownParams(text);
  if (params) return puzzleFrom(params.get('p') ?? '', params.get('s'));
  const plain = puzzleOfLine(text);
  if (plain) return withProgress({ puzzle: plain, notes: [] }, saved);
  const [{ readText }, { read }] = await Promise.all([import('../exchange/read'), import('../exchange/library')]);
  const reading = await readText(text, read, t());
  return typeof reading === 'string' ? reading : withProgress(reading, saved);
}

/** The parameters of a link of this page, such as `#/play?p=...`, if it contains a puzzle. */
function ownParams(text: string): URLSearchParams | undefined {
  const [, query = ''] = (text.length < LONGEST_LINK && /^[^{]*#\/\w+\?(\S+)/.exec(text)) || [];
  const params = new URLSearchParams(query);
  return params.has('p') ? params : undefined;
}

function withProgress(reading: Reading, saved: string | null): Reading {
  if (saved === null) return reading;
  const progress = readProgress(reading.puzzle, saved);
  const { puzzle, notes } = reading;
  return typeof progress === 'string' ? { puzzle, notes, wrong: progress } : { ...reading, progress };
}

export function showReadingNotes({ notes, wrong }: Reading): void {
  if (notes.length > 0) toast(notes.join(' '));
  if (wrong) toast(wrong === 'newer' ? t().play.newerLink : t().play.tornLink, { kind: 'error' });
}
