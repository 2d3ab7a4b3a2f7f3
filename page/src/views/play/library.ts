import { conflictsOf } from '../../element/conflicts';
import { cellName, columnsOf, rowsOf } from '../../element/cells';
import type { CellState } from '../../element/types';
import { AskError, engine, type AskOf, type Engine } from '../../engine';
import { timeText } from '../../game/clock';
import * as games from '../../game/game';
import { isLevel, type Level } from '../../game/levels';
import { isClassic, isIncomplete, isUsual, puzzleOfLine, regionLine, shapeText, type Puzzle } from '../../game/puzzle';
import { failureText, showLoading, toast } from '../../shell/messages';
import { puzzleFrom, showReadingNotes } from '../../shell/reading';
import { session } from '../../shell/session';
import { language, t } from '../../words';
import { STARTERS } from './starters';

/** Time limit for making a puzzle before one is taken from the list, in milliseconds. */
const MAKING_LIMIT = 15_000;

/** A level with or without a seed, or the grid and the rules of another puzzle. */
export type FreshAsk =
  { readonly level: Level; readonly seed?: string } | Pick<AskOf<'generate'>, 'shape' | 'rules' | 'cages' | 'symmetry'>;

/** A puzzle for a new game, if there is one. If none could be made, `why` is the reason, and it is from the list. */
interface Fresh {
  readonly puzzle?: Puzzle;
  readonly why?: 'time' | 'failed' | 'unlike';
}

/** The options of a puzzle like another one: of the same level, or with the same grid and rules. */
export async function likeThis({ text, shape, rules, level, candidates }: Puzzle): Promise<FreshAsk> {
  if (isClassic({ text, shape, rules, givens: [] }) && !candidates) return { level: await levelOf(text, level) };
  const { size, boxRows, boxColumns, regions } = shape;
  const grid = boxRows > 0 && isUsual(shape) ? `${boxRows}x${boxColumns}` : shapeText(shape);
  const own = { shape: grid === 'latin' ? `grid ${size}x${size}` : grid };
  // Cages with sums allow few other puzzles, so new ones are drawn.
  if (rules.length > 0 && rules.every((rule) => /^cage /.test(rule))) return { ...own, cages: '2..5' };
  return { ...own, rules: [...(regions ? [`regions ${regionLine(regions)}`] : []), ...rules], symmetry: 'half-turn' };
}

async function levelOf(puzzle: string, known: string | undefined): Promise<Level> {
  if (isLevel(known)) return known;
  try {
    const { ratings } = await engine.run('ratings', { puzzle, scales: ['hodoku'] });
    const found = ratings[0]?.level?.toLowerCase();
    return isLevel(found) ? found : 'medium';
  } catch {
    return 'medium';
  }
}

/** The classic puzzle of a line, which was made for a level. */
function leveled(line: string, level: Level): Puzzle | undefined {
  const puzzle = puzzleOfLine(line);
  return puzzle && { ...puzzle, level };
}

/**
 * Returns such a puzzle that was not played yet. `drawn` receives the number of puzzles tried. The puzzle of a seed has
 * no time limit, because another one cannot replace it.
 */
export async function freshPuzzle(
  ask: FreshAsk,
  signal: AbortSignal,
  drawn: (count: number) => void = () => {},
  library: Pick<Engine, 'run'> = engine,
): Promise<Fresh> {
  const patience = AbortSignal.timeout(MAKING_LIMIT);
  const hasSeed = 'seed' in ask;
  try {
    const { rows } = await library.run('generate', ask, {
      signal: hasSeed ? signal : AbortSignal.any([signal, patience]),
      progress: (progress) => drawn(progress.drawn),
    });
    const row = rows[0];
    const puzzle =
      row && ('level' in ask ? leveled(row.puzzle, ask.level) : (await import('../make/made')).madeOf(row).puzzle);
    if (puzzle) return { puzzle };
  } catch {
    // After any failure, use a puzzle of the list.
  }
  if (hasSeed || !('level' in ask)) return { why: 'unlike' };
  return { puzzle: leveled(starter(ask.level), ask.level), why: patience.aborted ? 'time' : 'failed' };
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
  readonly kind?: 'error';
  /** Whether digits differ from the only solution. */
  readonly isWrong?: boolean;
}

/** Time limit of a check, in seconds. */
const CHECK_SECONDS = 10;

/** If no game is open, resumes the latest one or starts the first one. */
export function goOn(): void {
  if (session.value || session.resume()) return;
  const first = leveled(STARTERS.easy[0], 'easy');
  if (first) session.start(first);
}

/** Opens the puzzle and the progress of a link. If that fails, shows a message, and the current game stays. */
export async function openFragment(params: URLSearchParams): Promise<void> {
  const reading = await puzzleFrom(params.get('p') ?? '', params.get('s'));
  if (typeof reading === 'string') return toast(reading, { kind: 'error' });
  showReadingNotes(reading);
  session.start(reading.puzzle, reading.progress);
  if (reading.progress && params.has('s')) toast(t().play.sharedGame(timeText(reading.progress.spent)));
}

/** The name of a puzzle. Levels have their name in the language of the page; earlier versions stored the name. */
export function titleOf({ name, level, day, shape }: Puzzle): string {
  const texts = t().play;
  if (!isLevel(level)) return name ?? texts.unnamed(rowsOf(shape), columnsOf(shape));
  if (!day) return t().common.levels[level];
  const date = new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'short' }).format(new Date(`${day}T12:00`));
  return texts.dailyOf(date.replaceAll(' ', '\u00a0'), t().common.levels[level]);
}

/**
 * The number of steps to undo until the last state without a mistake. It is `none` if no such state is stored, and
 * `unknown` if the library cannot find the solution.
 */
export async function stepsToCorrect(
  game: games.Game,
  library: Pick<Engine, 'ask'> = engine,
): Promise<number | 'none' | 'unknown'> {
  let state = game;
  let asked = '';
  for (let steps = 0; steps <= game.past.length; steps++) {
    const ask = games.boardAsk(state);
    // Colors and corner marks do not change the question.
    if (JSON.stringify(ask) !== asked) {
      asked = JSON.stringify(ask);
      const { outcome } = await library.ask('mistakes', { ...ask, time: CHECK_SECONDS });
      if (['fine', 'solved', 'multiple'].includes(outcome)) return steps;
      if (!['mistakes', 'conflicts'].includes(outcome)) return 'unknown';
    }
    state = games.undo(state, state.touched);
  }
  return 'none';
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
    return { text: text ?? texts.noMistakes, cells, isWrong: wrong.length > 0 };
  } catch (error) {
    if (error instanceof AskError) return { text: failureText(error), cells: [], kind: 'error' };
    const conflicts = [...conflictsOf(games.layoutFor(game.puzzle), games.digitsOf(game))].sort((a, b) => a - b);
    const cells = conflicts.filter((cell) => !game.state[cell].given).map((cell) => cellName(cell, shape));
    return { text: cells.length > 0 ? texts.checked.conflicts : texts.checked.unknown, cells };
  }
}
