/**
 * The size of a grid and its boxes. Cells are numbered row by row from 0, followed by the extra cells. Digits are
 * numbered from 1, whatever their values.
 */
export interface Shape {
  /** Number of digits, and of rows and columns unless these are given. Sizes from 1 to 25 are legible. */
  readonly size: number;
  readonly rows?: number;
  readonly columns?: number;
  /** The value of the first digit, 0 or 1, for display and sums. The default is 1. */
  readonly least?: number;
  /** Number of extra cells, `v1` and so on, in rows below the grid. */
  readonly extra?: number;
  /** Whether rows, columns and boxes may repeat digits, unless the rules `rows`, `columns` and `boxes` forbid it. */
  readonly bare?: boolean;
  /** Rows of a box; 0 for a grid without boxes. */
  readonly boxRows: number;
  /** Columns of a box; 0 for a grid without boxes. */
  readonly boxColumns: number;
  /** Instead of boxes: the number of each cell's region. */
  readonly regions?: readonly number[];
}

/** The content of a cell. All fields are optional. */
export interface CellState {
  /** The digit, given or entered. */
  readonly digit?: number;
  /** Whether the digit is part of the puzzle and cannot be changed. */
  readonly given?: boolean;
  readonly corner?: readonly number[];
  readonly center?: readonly number[];
  /** Colors of the cell, 1 to 9. */
  readonly colors?: readonly number[];
  /** Colors of individual candidates, by digit. */
  readonly candidateColors?: Readonly<Record<number, number>>;
  /** Digits that were removed from automatic marks. */
  readonly removed?: readonly number[];
}

/** What a digit key enters. */
export type Mode = 'digit' | 'corner' | 'center' | 'color';

/** What a color is given to. */
export type ColorTarget = 'cell' | 'candidate';

/** A change of cells that a person requests. */
export type Edit =
  | { readonly kind: 'digit' | 'corner' | 'center'; readonly digit: number; readonly cells: readonly number[] }
  | { readonly kind: 'color'; readonly color: number; readonly cells: readonly number[] }
  | {
      readonly kind: 'candidate-color';
      readonly digit: number;
      readonly color: number;
      readonly cells: readonly number[];
    }
  | { readonly kind: 'clear'; readonly mode: Mode; readonly cells: readonly number[] };

/** Everything that a person can request: the detail of `arc-input`. */
export type Action =
  | Edit
  | { readonly kind: 'undo' | 'redo' | 'hint' }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'target'; readonly target: ColorTarget }
  | { readonly kind: 'active'; readonly digit: number }
  | { readonly kind: 'active-color'; readonly color: number }
  | { readonly kind: 'entry'; readonly entry: Entry; readonly digit?: number };

/** Whether cells or a digit are chosen first. */
export type Entry = 'cell' | 'digit';

/** What the board emphasizes. */
export interface Highlight {
  /** Cells and marks with the digit of the cursor's cell. */
  readonly equal: boolean;
  /** Cells that share a house with the cursor's cell. */
  readonly peers: boolean;
  /** Digits that contradict a rule. */
  readonly conflicts: boolean;
}

/** A candidate with its role in a picture. */
export interface PictureMark {
  readonly cell: string;
  readonly digit: number;
  readonly role: string;
  readonly pair?: number | null;
}

export interface PictureEnd {
  readonly cells: readonly string[];
  readonly digit: number;
}

/** The drawing of a step, in the form of the library's `PictureReply`. */
export interface Picture {
  /** Houses and rules of a step. */
  readonly areas?: readonly { readonly name: string; readonly cells: readonly string[] }[];
  readonly marks?: readonly PictureMark[];
  readonly groups?: readonly { readonly role: string; readonly number: number; readonly cells: readonly string[] }[];
  readonly houses?: readonly { readonly house: string; readonly role: string }[];
  readonly links?: readonly {
    readonly from: PictureEnd;
    readonly to: PictureEnd;
    readonly strong: boolean;
    readonly step?: boolean;
    readonly chain: number;
  }[];
}

/** Tinted cells. Each role also has its own frame or pattern, so it does not depend on color alone. */
export interface Tint {
  readonly cells: readonly string[];
  readonly role: 'focus' | 'good' | 'bad' | 'warn' | 'changed' | 'mask';
}

/** A shape or text of a document, in the form of the library's `DrawnShape`. */
export interface DrawnShape {
  readonly above?: boolean;
  /** A small mark whose color usually has a meaning. */
  readonly dot?: boolean;
  readonly color: string;
  readonly width?: number | null;
  readonly path?: string;
  readonly text?: string | null;
  readonly at?: readonly number[];
}

/** Drawings over the state. */
export interface Layers {
  /** What the document of a puzzle draws; `margin` is the space that it needs around the grid. A side of a cell is 1000. */
  readonly drawing?: { readonly shapes: readonly DrawnShape[]; readonly margin: number };
  /** Cells in fog, which hides the drawing and the rules. */
  readonly fog?: readonly number[];
  /** Digits that break a rule, in addition to the conflicts that the board finds. */
  readonly conflicts?: readonly string[];
  readonly picture?: Picture;
  /** The candidates of cells, drawn instead of all marks. Other cells show their marks. */
  readonly domains?: readonly (readonly number[] | undefined)[];
  /** A number from 0 to 1 for each digit of every cell: how dark the square behind its candidate is. */
  readonly shares?: readonly (readonly number[])[];
  /** Cells without a value, or with a contradiction. */
  readonly failures?: readonly string[];
  readonly tints?: readonly Tint[];
}
