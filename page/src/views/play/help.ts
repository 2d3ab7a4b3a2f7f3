import type { LitElement } from 'lit';

import type { CellState, Layers, Shape } from '../../element/types';

/** What the panel of help is told of the game. */
export interface HelpBoard {
  readonly puzzle: string;
  readonly shape: Shape;
  readonly rules: readonly string[];
  readonly cells: readonly CellState[];
  readonly marks: readonly (readonly number[] | null)[];
}

/** What the panel of help draws over the board. */
export interface HelpShow {
  readonly layers?: Layers;
  readonly state?: readonly CellState[];
}

export interface HelpPanel extends LitElement {
  board: HelpBoard | null;
  paused: boolean;
  hint(): void;
}

/** Loads `<arc-help-panel>`; says whether there is one. */
export async function loadHelp(): Promise<boolean> {
  return customElements.get('arc-help-panel') !== undefined;
}
