import { conflictsOf } from '../../element/conflicts';
import { cellName, columnsOf, rowsOf } from '../../element/cells';
import type { CellState } from '../../element/types';
import { AskError, engine, isAbort, type Engine } from '../../engine';
import * as games from '../../game/game';
import { isIncomplete, puzzleOfLine, type Puzzle } from '../../game/puzzle';
import { failureText, showLoading, toast } from '../../shell/messages';
import { puzzleFrom, showReadingNotes } from '../../shell/reading';
import { session } from '../../shell/session';
import { t } from '../../words';
import { STARTERS, type Level } from './starters';

/** Time limit for making a puzzle before one is taken from the list, in milliseconds. */
const MAKING_LIMIT = 15_000;

/** A puzzle for a new game. */
type Fresh =
  /** A new puzzle. */
  | { readonly kind: 'made'; readonly line: string }
  /** A puzzle of the list, and the reason: the time limit, or a failure. */
  | { readonly kind: 'kept'; readonly line: string; readonly why: 'time' | 'failed' }
  | { readonly kind: 'cancelled' };

/** Returns a puzzle of a level that was not played yet. `drawn` receives the number of puzzles tried. */
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
  // After any failure, use a puzzle of the list.
  return { kind: 'kept', line: starter(level), why: patience.aborted ? 'time' : 'failed' };
}

function starter(level: Level): string {
  const played = new Set(session.library.all().rows.map(({ game }) => game.puzzle.text));
  const lines: readonly string[] = STARTERS[level];
  const fresh = lines.filter((line) => !played.has(line));
  const choice = fresh.length > 0 ? fresh : lines;
  return choice[Math.floor(Math.random() * choice.length)];
}

/** The result of a check: a message, and the wrong cells. */
export interface Checked {
  readonly text: string;
  readonly cells: readonly string[];
  /** The check itself failed. */
  readonly kind?: 'error';
}

/** Time limit of a check, in seconds. */
const CHECK_SECONDS = 10;

/** If no game is open, resumes the latest one or starts the first one. */
export function goOn(): void {
  if (session.value || session.resume()) return;
  const first = puzzleOfLine(STARTERS.easy[0]);
  if (first) session.start({ ...first, name: t().play.levels.easy.name });
}

/** Opens the puzzle and the progress of a link. If that fails, shows a message, and the current game stays. */
export async function openFragment(params: URLSearchParams): Promise<void> {
  const reading = await puzzleFrom(params.get('p') ?? '', params.get('s'));
  if (typeof reading === 'string') return toast(reading, { kind: 'error' });
  showReadingNotes(reading);
  session.start(reading.puzzle, reading.progress);
}

/** The name of a puzzle without a name. */
export const unnamed = ({ shape }: Puzzle): string => t().play.unnamed(rowsOf(shape), columnsOf(shape));

/** The rules that a board breaks, with their cells. */
export interface Broken {
  readonly rules: readonly string[];
  readonly cells: readonly string[];
  /** Whether all cells are filled and all rules are obeyed. */
  readonly solved: boolean;
}

/** The broken rules, from the library; undefined if it is not available. */
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

/** Checks the board for mistakes. Without the library, reports only conflicts. */
export async function findMistakes(game: games.Game): Promise<Checked> {
  const texts = t().play;
  const isGiven = (name: string) => game.state.some(({ given }, cell) => given && cellName(cell, shape) === name);
  const { shape, origin } = game.puzzle;
  if (isIncomplete(game.puzzle)) {
    const { solution } = origin ?? {};
    if (!solution) return { text: t().exchange.author.noCheck, cells: [] };
    const isWrong = ({ digit }: CellState, cell: number) => digit !== undefined && digit !== solution[cell];
    const cells = game.state.flatMap((one, cell) => (isWrong(one, cell) ? [cellName(cell, shape)] : []));
    const isFull = game.state.every(({ digit }) => digit !== undefined);
    if (cells.length > 0) return { text: texts.mistakes(cells.length, 0), cells };
    return { text: isFull ? t().exchange.author.correct : texts.noMistakes, cells };
  }
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
