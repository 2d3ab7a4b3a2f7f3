import { engine, isAbort } from '../../engine';
import { puzzleOfLine } from '../../game/puzzle';
import { session } from '../../shell/session';
import { STARTERS, type Level } from './starters';

/** How long a puzzle may take to be made before one is taken from the list. */
const PATIENCE = 15_000;

/** A puzzle of a level that was not played yet. Undefined if the signal came first. */
export async function freshPuzzle(level: Level, signal: AbortSignal): Promise<string | undefined> {
  try {
    const wish = { level: { least: level, most: level } };
    const reply = await engine.run('generate', wish, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
    const made = reply.rows[0]?.puzzle;
    if (made && puzzleOfLine(made)) return made;
  } catch (error) {
    // Whatever else went wrong, a puzzle of the list is better than none.
    if (signal.aborted && isAbort(error)) return undefined;
  }
  return signal.aborted ? undefined : starter(level);
}

function starter(level: Level): string {
  const played = new Set(session.library.all().rows.map(({ game }) => game.puzzle.text));
  const lines: readonly string[] = STARTERS[level];
  const fresh = lines.filter((line) => !played.has(line));
  const choice = fresh.length > 0 ? fresh : lines;
  return choice[Math.floor(Math.random() * choice.length)];
}
