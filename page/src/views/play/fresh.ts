import { session } from '../../shell/session';
import { STARTERS, type Level } from './starters';

/** A puzzle of a level that was not played yet. Undefined if the signal came first. */
export async function freshPuzzle(level: Level, signal: AbortSignal): Promise<string | undefined> {
  const played = new Set(session.library.all().rows.map(({ game }) => game.puzzle.text));
  const lines: readonly string[] = STARTERS[level];
  const fresh = lines.filter((line) => !played.has(line));
  const choice = fresh.length > 0 ? fresh : lines;
  return signal.aborted ? undefined : choice[Math.floor(Math.random() * choice.length)];
}
