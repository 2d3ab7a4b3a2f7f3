import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { ArcSudoku } from '../element/arc-sudoku';
import { SIDES } from '../element/cells';
import type { Action } from '../element/types';

/** A point of a cell, in fractions of its side. */
export interface Point {
  readonly cell: number;
  readonly x: number;
  readonly y: number;
}

/** The actions that a brush triggers: strokes of a pointer, and keys for the selected cells. */
export interface Strokes {
  begin(cell: number): void;
  /** The pointer reached further cells. `cells` are all cells of the stroke in order. */
  over(cells: readonly number[]): void;
  /** The pointer went up. `from` is where it came down. */
  end(cells: readonly number[], from: Point): void;
  /** Whether strokes may begin next to the grid. */
  readonly outside?: () => boolean;
  /** A digit key, or `undefined` for a key that clears cells. */
  key(digit: number | undefined, cells: readonly number[]): void;
}

/**
 * Turns an `<arc-sudoku>` into a drawing surface: bind `down` to `pointerdown`, `selected` to `arc-selection`, and
 * `input` to `arc-input`. After each stroke the selection is cleared, so the next stroke can start at the same cell.
 */
export class Brush implements ReactiveController {
  private cells?: readonly number[];
  private from?: Point;
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
      const { clientX: x, clientY: y } = event;
      const at = board.cellAt(x, y) ?? (this.strokes.outside?.() ? nearest(board, x, y) : undefined);
      if (!at || event.button !== 0 || this.cells) return;
      [this.board, this.from] = [board, at];
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
    const { cells, board, from } = this;
    if (!cells || !from) return;
    this.cells = undefined;
    board?.select([]);
    this.strokes.end(cells, from);
  };

  readonly input = (event: CustomEvent<Action>): void => {
    event.preventDefault();
    const { detail } = event;
    if (detail.kind === 'digit' || detail.kind === 'corner' || detail.kind === 'center') {
      this.strokes.key(detail.digit, detail.cells);
    } else if (detail.kind === 'clear') this.strokes.key(undefined, detail.cells);
  };
}

/** How far from the grid a stroke may begin, in pixels. */
const REACH = 64;

/** The point of the grid's border that is nearest to a point next to the grid. */
function nearest(board: ArcSudoku, x: number, y: number): Point | undefined {
  for (let far = 2; far < REACH; far += 4) {
    for (const [down, right] of [...SIDES, ...SIDES.map(([a, b]) => [a + b, b - a])]) {
      const at = board.cellAt(x + right * far, y + down * far);
      const end = (step: number, within: number) => (step === 0 ? within : step > 0 ? 0 : 1);
      if (at) return { cell: at.cell, x: end(right, at.x), y: end(down, at.y) };
    }
  }
  return undefined;
}
