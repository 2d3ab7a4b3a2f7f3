import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { ArcSudoku } from '../element/arc-sudoku';
import type { Action } from '../element/types';

/** The actions that a brush triggers: strokes of a pointer, and keys for the selected cells. */
export interface Strokes {
  /** A pointer came down on a cell. */
  begin(cell: number): void;
  /** The pointer reached further cells. `cells` are all cells of the stroke in order. */
  over(cells: readonly number[]): void;
  /** The pointer went up. */
  end(cells: readonly number[]): void;
  /** A digit key, or `undefined` for a key that clears cells. */
  key(digit: number | undefined, cells: readonly number[]): void;
}

/**
 * Turns an `<arc-sudoku>` into a drawing surface: bind `down` to `pointerdown`, `selected` to `arc-selection`, and
 * `input` to `arc-input`. After each stroke the selection is cleared, so the next stroke can start at the same cell.
 */
export class Brush implements ReactiveController {
  private cells?: readonly number[];
  private board?: ArcSudoku;

  constructor(
    host: ReactiveControllerHost,
    private readonly strokes: Strokes,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pointerup', this.up);
    addEventListener('pointercancel', this.up);
  }

  hostDisconnected(): void {
    removeEventListener('pointerup', this.up);
    removeEventListener('pointercancel', this.up);
    this.cells = undefined;
  }

  /** Handles the pointer before the board does, so the board's next selection is recognized as a stroke. */
  readonly down = {
    capture: true,
    handleEvent: (event: PointerEvent): void => {
      const board = event.currentTarget as ArcSudoku;
      const at = board.cellAt(event.clientX, event.clientY);
      if (!at || event.button !== 0 || this.cells) return;
      this.board = board;
      // A board with `multiple` would deselect cells that are already selected.
      if (board.multiple) board.select([]);
      this.cells = [at.cell];
      this.strokes.begin(at.cell);
    },
  };

  readonly selected = ({ detail }: CustomEvent<{ cells: readonly number[] }>): void => {
    if (!this.cells) return;
    const fresh = detail.cells.filter((cell) => !this.cells?.includes(cell));
    if (fresh.length === 0) return;
    this.cells = [...this.cells, ...fresh];
    this.strokes.over(this.cells);
  };

  private readonly up = (): void => {
    const { cells, board } = this;
    if (!cells) return;
    this.cells = undefined;
    board?.select([]);
    this.strokes.end(cells);
  };

  readonly input = (event: CustomEvent<Action>): void => {
    event.preventDefault();
    const { detail } = event;
    if (detail.kind === 'digit' || detail.kind === 'corner' || detail.kind === 'center') {
      this.strokes.key(detail.digit, detail.cells);
    } else if (detail.kind === 'clear') this.strokes.key(undefined, detail.cells);
  };
}
