import type { ArcSudoku } from './arc-sudoku';
import { enterActive, flush } from './input-keys';
import type { CellState } from './types';
import { alike, cursorOf, extended, rectangle, toggled, type Selection } from './select';

const LONG = 500;
/** How far a finger may move during a long press. */
const STILL = 8;

/** Whether a point is near a corner of a cell. A pointer on a diagonal path passes there without meaning the cell. */
const atCorner = (x: number, y: number): boolean => Math.abs(x - 0.5) + Math.abs(y - 0.5) > 0.78;

interface Press {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  /** The selection and the state before the press. */
  readonly before: Selection;
  readonly state: readonly CellState[];
  /** What the pointer does with each cell that it reaches. */
  readonly drag: 'add' | 'remove' | 'enter' | 'none';
  last: number;
  /**
   * The action of a tap. On an enlarged board it waits until the finger is lifted, because the finger may move the
   * board.
   */
  tap?: () => void;
  timer?: ReturnType<typeof setTimeout>;
}

export class Pointers {
  private press?: Press;

  constructor(private readonly board: ArcSudoku) {}

  get busy(): boolean {
    return this.press !== undefined;
  }

  readonly down = (event: PointerEvent): void => {
    const { board } = this;
    const at = board.cellAt(event.clientX, event.clientY);
    if (board.readonly || !at || event.button !== 0 || this.press) return;
    // By default, the cell would take the focus without the selection.
    event.preventDefault();
    flush(board);
    const { cell } = at;
    const digit =
      board.mode === 'color' && board.target === 'candidate' ? board.candidateAt(cell, at.x, at.y) : undefined;
    const control = event.ctrlKey || event.metaKey || board.multiple;
    const entering = board.entry === 'digit' && !control && !event.shiftKey;
    const before = board.selection;
    const drag =
      digit !== undefined ? 'none' : entering ? 'enter' : control && before.includes(cell) ? 'remove' : 'add';
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.press = { pointer, x, y, before, state: board.state, drag, last: cell };
    const act = () => {
      if (digit !== undefined) {
        board.select([cell], true);
        board.request({ kind: 'candidate-color', digit, color: board.activeColor, cells: [cell] });
      } else if (entering) {
        board.select([cell], true);
        this.enter(cell);
      } else if (event.shiftKey) {
        board.select(rectangle(before, cursorOf(before) ?? cell, cell, board.layout), true);
      } else board.select(control ? toggled(before, cell) : [cell], true);
    };
    if (board.zoom > 1 && event.pointerType === 'touch' && !board.multiple) this.press.tap = act;
    else {
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      act();
    }
    if (digit === undefined && !control && !event.shiftKey) this.press.timer = setTimeout(() => this.long(cell), LONG);
  };

  readonly move = (event: PointerEvent): void => {
    const { board, press } = this;
    if (!press || event.pointerId !== press.pointer) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL) clearTimeout(press.timer);
    if (press.tap) return;
    // A fast pointer skips cells; the coalesced events contain them.
    const events = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of events.length > 0 ? events : [event]) {
      const at = board.cellAt(clientX, clientY);
      if (!at || at.cell === press.last || atCorner(at.x, at.y)) continue;
      clearTimeout(press.timer);
      press.last = at.cell;
      if (press.drag === 'add') board.select(extended(board.selection, at.cell), true);
      else if (press.drag === 'remove') board.select(board.selection.filter((cell) => cell !== at.cell));
      else if (press.drag === 'enter') {
        board.select([at.cell], true);
        this.enter(at.cell, true);
      }
    }
  };

  readonly up = (event: PointerEvent): void => {
    if (event.pointerId !== this.press?.pointer) return;
    const { tap } = this.press;
    this.end();
    tap?.();
  };

  /** Two fingers zoom, or one finger moves the board: restores the selection before the press. */
  readonly cancel = (event: PointerEvent): void => {
    if (event.pointerId !== this.press?.pointer) return;
    if (this.press.drag !== 'enter' && !this.press.tap) this.board.select(this.press.before);
    this.end();
  };

  readonly double = (event: MouseEvent): void => {
    const { board } = this;
    const at = board.cellAt(event.clientX, event.clientY);
    if (board.readonly || !at || board.entry === 'digit' || board.multiple) return;
    const cells = alike(board.state, at.cell);
    board.select(
      extended(event.ctrlKey || event.shiftKey ? [...new Set([...board.selection, ...cells])] : cells, at.cell),
    );
  };

  private end(): void {
    clearTimeout(this.press?.timer);
    this.press = undefined;
  }

  /** Enters the active digit into a cell. While dragging, cells that have it already are skipped. */
  private enter(cell: number, dragging = false): void {
    const { board } = this;
    const { mode, activeDigit, activeColor } = board;
    const { digit, colors, ...marks } = board.state[cell];
    const has = {
      digit: digit === activeDigit,
      corner: marks.corner?.includes(activeDigit),
      center: marks.center?.includes(activeDigit),
      color: colors?.includes(activeColor),
    };
    if (!dragging || !has[mode]) enterActive(board, [cell]);
  }

  /** A long press switches between cell-first and digit-first entry. On a digit, this digit becomes active. */
  private long(cell: number): void {
    const { board } = this;
    const { digit } = board.state[cell];
    // After a long press, lifting the finger is not a tap.
    if (this.press?.tap) this.press.tap = () => undefined;
    // Undo what the beginning of the press entered.
    if (this.press?.drag === 'enter' && this.press.state !== board.state) board.request({ kind: 'undo' });
    if (board.entry === 'digit') board.request({ kind: 'entry', entry: 'cell' });
    else if (digit !== undefined) board.request({ kind: 'entry', entry: 'digit', digit });
  }
}
