import type { Action, CellState, ColorTarget, Entry, Highlight, Layers, Mode, Shape } from './types';

/** A board, as scripts of other pages see it. */
export interface ArcSudokuElement extends HTMLElement {
  /** The size, boxes and regions of the grid. */
  shape?: Shape;
  /** A line of symbols, `.` or `0` for empty cells; sets `shape` and `state`. */
  puzzle?: string;
  /** Boxes of `puzzle` as rows x columns (`2x3`), or `latin`. */
  boxes?: string;
  /** What is in the cells, row by row. Replaced, never changed. */
  state: readonly CellState[];
  /** Numbers of cells from 0; the last has the cursor. */
  selection: readonly number[];
  /** What is drawn over the state. */
  layers: Layers;
  /** Texts of rules as the library writes them. */
  rules: readonly string[];
  /** No input; arrow keys still read the cells. */
  readonly: boolean;
  /** `en` or `de`. */
  language: string;
  /** What the board emphasizes by itself. */
  highlight: Highlight;
  /** What digit keys enter. */
  mode: Mode;
  /** What colors are given to. */
  target: ColorTarget;
  /** Which comes first, cells or a digit. */
  entry: Entry;
  /** The digit that a click enters with digit-first entry. */
  activeDigit: number;
  /** The color that a click gives to candidates, and to cells with digit-first entry. */
  activeColor: number;
  /** Whether clicks add to the selection. */
  multiple: boolean;
  /** How much larger than its place the board is drawn. */
  zoom: number;
  /** Whether digits from 10 on are letters. */
  letters: boolean;
  /** Whether rows and columns have names. */
  labels: boolean;
  /** Whether rows are named by letters. */
  chess: boolean;
  /** Center marks stand together in the middle, or each at the place of its digit. */
  centerMarks: 'line' | 'places';
  /** Selects cells; the last one has the cursor. */
  select(cells: readonly number[], focus?: boolean): void;
  /** Asks for an action, as a person does, and carries it out if no listener prevents that. */
  request(action: Action): void;
  /** The drawing as an SVG document with the colors that it has now. */
  toSVG(): string;
}

/** The events of a board. */
export interface ArcSudokuEvents {
  /** What a person asks for. Unless a listener prevents the default, the board carries it out itself. */
  'arc-input': CustomEvent<Action>;
  'arc-selection': CustomEvent<{ cells: readonly number[] }>;
}
