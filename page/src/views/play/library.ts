import { conflictsOf } from '../../element/conflicts';
import { cellName, columnsOf, rowsOf } from '../../element/cells';
import { AskError, engine, isAbort, type Engine } from '../../engine';
import * as games from '../../game/game';
import { puzzleOfLine, type Puzzle } from '../../game/puzzle';
import { failureText, showLoading, toast } from '../../shell/messages';
import { puzzleFrom, tellReading } from '../../shell/reading';
import { session } from '../../shell/session';
import { t } from '../../words';
import { STARTERS, type Level } from './starters';

/** How long a puzzle may take to be made before one is taken from the list. */
const MAKING_LIMIT = 15_000;

/** A puzzle to begin with. */
type Fresh =
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
  const patience = AbortSignal.timeout(MAKING_LIMIT);
  try {
    const options = { level };
    const { rows } = await library.run('generate', options, {
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

/** What a check says: a message, and the cells that are wrong. */
export interface Checked {
  readonly text: string;
  readonly cells: readonly string[];
  /** The check itself failed. */
  readonly kind?: 'error';
}

/** How long a check may think before it gives up. */
const CHECK_SECONDS = 10;

/** Goes on with the latest game, or begins the first one, if none is open. */
export function goOn(): void {
  if (session.value || session.resume()) return;
  const first = puzzleOfLine(STARTERS.easy[0]);
  if (first) session.start({ ...first, name: t().play.levels.easy.name });
}

/** Opens the puzzle, and perhaps the progress, of a link. What is wrong with it is said; the game before goes on. */
export async function openFragment(params: URLSearchParams): Promise<void> {
  const reading = await puzzleFrom(params.get('p') ?? '', params.get('s'));
  if (typeof reading === 'string') return toast(reading, { kind: 'error' });
  tellReading(reading);
  session.start(reading.puzzle, reading.progress);
}

/** The name of a puzzle without one. */
export const unnamed = ({ shape }: Puzzle): string => t().play.unnamed(rowsOf(shape), columnsOf(shape));

/** The rules that a board breaks as it is, with their cells. */
export interface Broken {
  readonly rules: readonly string[];
  readonly cells: readonly string[];
  /** Whether all cells are filled and every rule is kept. */
  readonly solved: boolean;
}

/** Asks the library which rules are broken; undefined where it cannot be asked. */
export async function findBroken(game: games.Game): Promise<Broken | undefined> {
  const { puzzle, digits } = games.boardAsk(game);
  try {
    const { outcome, conflicts = [] } = await engine.ask('conflicts', { puzzle, digits });
    if (outcome === 'malformed') return undefined;
    return {
      rules: conflicts.map(({ constraint }) => constraint),
      cells: [...new Set(conflicts.flatMap(({ cells }) => cells))],
      solved: outcome === 'solved',
    };
  } catch {
    return undefined;
  }
}

/** Says what is wrong on the board, and where. Without the library, as far as rules show it. */
export async function findMistakes(game: games.Game): Promise<Checked> {
  const texts = t().play;
  const isGiven = (name: string) => game.state.some(({ given }, cell) => given && cellName(cell, shape) === name);
  const { shape } = game.puzzle;
  showLoading(engine);
  try {
    const reply = await engine.ask('mistakes', { ...games.boardAsk(game), time: CHECK_SECONDS });
    const mistakes = reply.mistakes ?? [];
    const broken = (reply.conflicts ?? []).flatMap((conflict) => conflict.cells).filter((name) => !isGiven(name));
    const wrong = mistakes.filter(({ kind }) => kind === 'wrong').map(({ cell }) => cell);
    const missing = mistakes.filter(({ kind }) => kind === 'missing').map(({ cell }) => cell);
    const cells = [...new Set([...wrong, ...missing, ...broken])];
    const { outcome } = reply;
    const text = outcome === 'mistakes' ? texts.mistakes(wrong.length, missing.length) : texts.checked[outcome];
    return { text: text ?? texts.noMistakes, cells };
  } catch (error) {
    if (error instanceof AskError) return { text: failureText(error), cells: [], kind: 'error' };
    const conflicts = [...conflictsOf(games.layoutFor(game.puzzle), games.digitsOf(game))].sort((a, b) => a - b);
    const cells = conflicts.filter((cell) => !game.state[cell].given).map((cell) => cellName(cell, shape));
    return { text: cells.length > 0 ? texts.checked.conflicts : texts.checked.unknown, cells };
  }
}
