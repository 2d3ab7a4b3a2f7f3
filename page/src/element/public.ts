import type { Action, CellState, ColorTarget, Entry, Highlight, Layers, Mode, Shape } from './types';

/** The interface of a board for scripts of other pages. */
export interface ArcSudokuElement extends HTMLElement {
  /** The size, boxes and regions of the grid. */
  shape?: Shape;
  /** A line of symbols, `.` or `0` for empty cells; sets `shape` and `state`. */
  puzzle?: string;
  /** A line of symbols. If it is given, only these digits solve the puzzle. */
  solution?: string;
  /** When keys are below the board: `auto` for screens that are touched. The boards of arcdoku's own page have none. */
  keypad: 'auto' | 'always' | 'none';
  /** Boxes of `puzzle` as rows x columns (`2x3`), or `latin`; not used with `shape`. */
  boxes?: string;
  /** The contents of the cells, row by row. The array is replaced, never changed. */
  state: readonly CellState[];
  /** Numbers of selected cells, from 0. The last one has the cursor. */
  selection: readonly number[];
  /** Drawings over the state. */
  layers: Layers;
  /** Texts of rules as the library writes them. */
  rules: readonly string[];
  /** No input; arrow keys still read the cells. */
  readonly: boolean;
  /** `en` or `de`. */
  language: string;
  /** What the board emphasizes. */
  highlight: Highlight;
  /** What digit keys enter. */
  mode: Mode;
  /** What colors are given to. */
  target: ColorTarget;
  /** Whether cells or a digit are chosen first. */
  entry: Entry;
  /** The digit that a click enters with digit-first entry. */
  activeDigit: number;
  /** The color that a click gives to candidates, and to cells with digit-first entry. */
  activeColor: number;
  /** Whether clicks add to the selection, for touch screens. */
  multiple: boolean;
  /** The scale of the drawing relative to the element. From 2, the board scrolls, and fingers move it. */
  zoom: number;
  /** Whether digits from 10 are shown as letters. */
  letters: boolean;
  /** Whether colors have patterns, and lines of different colors have letters. Inherited as a CSS property. */
  patterns: boolean;
  /** Whether rows and columns have names. */
  labels: boolean;
  /** Whether rows are named by letters. */
  chess: boolean;
  /** Whether center marks are together in the middle, or each at the place of its digit. */
  centerMarks: 'line' | 'places';
  /** Selects cells. The last one has the cursor. */
  select(cells: readonly number[], focus?: boolean): void;
  /** Requests an action, as a person does. Performs it unless a listener prevents the default. */
  request(action: Action): void;
  /** Returns the drawing as an SVG document with its current colors. */
  toSVG(): string;
}

/** The events of a board. */
export interface ArcSudokuEvents {
  /** An action that a person requests. Unless a listener prevents the default, the board performs it. */
  'arc-input': CustomEvent<Action>;
  /** All cells have digits without a violation, or the digits of `solution`. Digits are numbered from 1. */
  solved: CustomEvent<{ digits: readonly (number | undefined)[] }>;
  'arc-selection': CustomEvent<{ cells: readonly number[] }>;
}
