import type { CellState, Layers } from '../../element/types';
import type { HelpChange } from '../../game/game';

/** What is drawn over the board while help is shown. */
export interface HelpShow {
  readonly layers?: Layers;
  /** Shown instead of the game, which stays as it is: a state of the path. */
  readonly state?: readonly CellState[];
}

declare global {
  interface HTMLElementEventMap {
    'arc-help-show': CustomEvent<HelpShow | undefined>;
    'arc-help-apply': CustomEvent<readonly HelpChange[]>;
  }
}
