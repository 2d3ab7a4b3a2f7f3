import { engine, isAbort, type Engine } from '../../engine';
import { puzzleOfLine } from '../../game/puzzle';
import { session } from '../../shell/session';
import { STARTERS, type Level } from './starters';

/** How long a puzzle may take to be made before one is taken from the list. */
const PATIENCE = 15_000;

/** A puzzle to begin with. */
export type Fresh =
  /** Made for this game. */
  | { readonly kind: 'made'; readonly line: string }
  /** One of the list, and why none was made: there was no time, or something went wrong. */
  | { readonly kind: 'kept'; readonly line: string; readonly why: 'time' | 'failed' }
  | { readonly kind: 'cancelled' };

/** A puzzle of a level that was not played yet; `drawn` is told how many were tried before. */
export async function freshPuzzle(
  level: Level,
  signal: AbortSignal,
  drawn: (count: number) => void = () => {},
  library: Pick<Engine, 'run'> = engine,
): Promise<Fresh> {
  const patience = AbortSignal.timeout(PATIENCE);
  try {
    const wish = { level: { least: level, most: level } };
    const { rows } = await library.run('generate', wish, {
      signal: AbortSignal.any([signal, patience]),
      progress: (progress) => drawn(progress.drawn),
    });
    const line = rows[0]?.puzzle;
    if (signal.aborted) return { kind: 'cancelled' };
    if (line && puzzleOfLine(line)) return { kind: 'made', line };
  } catch (error) {
    if (signal.aborted && isAbort(error)) return { kind: 'cancelled' };
  }
  // Whatever went wrong, a puzzle of the list is better than none.
  return { kind: 'kept', line: starter(level), why: patience.aborted ? 'time' : 'failed' };
}

function starter(level: Level): string {
  const played = new Set(session.library.all().rows.map(({ game }) => game.puzzle.text));
  const lines: readonly string[] = STARTERS[level];
  const fresh = lines.filter((line) => !played.has(line));
  const choice = fresh.length > 0 ? fresh : lines;
  return choice[Math.floor(Math.random() * choice.length)];
}
