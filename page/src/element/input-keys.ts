import type { ArcSudoku } from './arc-sudoku';
import { columnsOf, leastOf } from './cells';
import { commandOf, MODES, type Command } from './keys';
import { cursorOf, extended, moved, toggled } from './select';
import type { Mode } from './types';

/** How long a first character waits for a second one. */
const WAIT = 900;

const waiting = new WeakMap<ArcSudoku, { figure: number; mode: Mode; timer: ReturnType<typeof setTimeout> }>();

/** Commands that change nothing but the selection. */
const READING: readonly string[] = ['move', 'jump', 'all', 'none', 'hint'];

/** Performs the command of a key. Returns whether the key has one. */
export function keyboard(board: ArcSudoku, event: KeyboardEvent): boolean {
  const { shape } = board.layout;
  const most = shape.size - 1 + leastOf(shape);
  const command = commandOf(event, board.letters && most > 9 ? most : 0);
  if (!command) {
    // With digit-first entry, the Enter key enters the active digit into the selection.
    const enters = board.entry === 'digit' && board.selection.length > 0 && !board.readonly;
    if (event.key === 'Enter' && enters) enterActive(board, board.selection);
    return event.key === 'Enter' && enters;
  }
  if (command.kind !== 'figure') flush(board);
  if (board.readonly && !READING.includes(command.kind)) return false;
  if (command.kind === 'none' && board.selection.length === 0) return false;
  perform(board, command);
  return true;
}

function perform(board: ArcSudoku, command: Command): void {
  const { layout, selection, mode } = board;
  const wide = columnsOf(layout.shape);
  const cursor = cursorOf(selection);
  const cells = board.state.map((_, cell) => cell).filter((cell) => !layout.voids.has(cell));
  const go = (to: number, extend: boolean) => board.select(extend ? extended(selection, to) : [to], true);
  switch (command.kind) {
    case 'move':
      return go(cursor === undefined ? cells[0] : moved(cursor, command.down, command.right, layout), command.extend);
    case 'jump': {
      const row = Math.floor((cursor ?? 0) / wide);
      const within = command.ofGrid ? cells : cells.filter((cell) => Math.floor(cell / wide) === row);
      return go(within.at(command.toEnd ? -1 : 0) ?? cells[0], command.extend);
    }
    case 'all':
      return board.select(cells, true);
    case 'none':
      return board.select([]);
    case 'hint':
    case 'undo':
    case 'redo':
      return board.request({ kind: command.kind });
    case 'mode':
      // The key of the current mode switches between cells and candidates.
      if (command.mode !== 'color' || mode !== 'color') return board.request({ kind: 'mode', mode: command.mode });
      return board.request({ kind: 'target', target: board.target === 'cell' ? 'candidate' : 'cell' });
    case 'next-mode':
      return board.request({ kind: 'mode', mode: MODES[(MODES.indexOf(mode) + 1) % MODES.length] });
    case 'mark-cell':
      return cursor === undefined ? undefined : board.select(toggled(selection, cursor));
    case 'clear':
      return board.request({ kind: 'clear', mode, cells: selection });
    case 'digit':
      return enterValue(board, command.digit, command.mode ?? mode);
    case 'figure':
      // If digit keys choose candidates, digit keys with Alt choose colors.
      if (command.mode === 'color' && mode === 'color' && board.target === 'candidate' && command.figure > 0) {
        return board.request({ kind: 'active-color', color: command.figure });
      }
      return enterFigure(board, command.figure, command.mode ?? mode);
  }
}

/** Enters a digit with one character, or waits for the second character in a larger grid. */
function enterFigure(board: ArcSudoku, figure: number, mode: Mode): void {
  const { shape } = board.layout;
  const isColor = mode === 'color' && board.target === 'cell';
  const [least, most] = isColor ? [1, 9] : [leastOf(shape), shape.size - 1 + leastOf(shape)];
  const first = taken(board);
  if (first) {
    const both = 10 * first.figure + figure;
    if (first.mode === mode && both <= most) return enterValue(board, both, mode);
    enterValue(board, first.figure, first.mode);
  }
  if (figure === 0 && least > 0) {
    if (most < 10) board.request({ kind: 'clear', mode, cells: board.selection });
  } else if (figure > 0 && 10 * figure <= most) {
    waiting.set(board, { figure, mode, timer: setTimeout(() => flush(board), WAIT) });
    board.showPending(String(figure));
  } else if (figure <= most) enterValue(board, figure, mode);
}

/** Enters a character that still waits for a second one. */
export function flush(board: ArcSudoku): void {
  const first = taken(board);
  if (first) enterValue(board, first.figure, first.mode);
}

/** Removes and returns the character that waits for a second one. */
function taken(board: ArcSudoku) {
  const first = waiting.get(board);
  if (!first) return undefined;
  clearTimeout(first.timer);
  waiting.delete(board);
  board.showPending(undefined);
  return first;
}

/** Enters the typed value of a digit or number of a color. */
function enterValue(board: ArcSudoku, value: number, mode: Mode): void {
  const isColor = mode === 'color' && board.target === 'cell';
  enterDigit(board, isColor ? value : value + 1 - leastOf(board.layout.shape), mode);
}

/** Enters a digit into the selection, or makes it the active digit with digit-first entry. */
export function enterDigit(board: ArcSudoku, digit: number, mode: Mode): void {
  const cells = board.selection;
  if (board.entry === 'digit' && mode === board.mode && !(mode === 'color' && board.target === 'candidate')) {
    board.request(mode === 'color' ? { kind: 'active-color', color: digit } : { kind: 'active', digit });
    return;
  }
  if (cells.length === 0) return;
  if (mode !== 'color') board.request({ kind: mode, digit, cells });
  else if (board.target === 'cell') board.request({ kind: 'color', color: digit, cells });
  else board.request({ kind: 'candidate-color', digit, color: board.activeColor, cells });
}

/** Enters the active digit or color into cells. */
export function enterActive(board: ArcSudoku, cells: readonly number[]): void {
  const { mode, activeDigit: digit, activeColor: color } = board;
  board.request(mode === 'color' ? { kind: 'color', color, cells } : { kind: mode, digit, cells });
}
