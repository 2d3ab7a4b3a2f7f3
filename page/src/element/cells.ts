import type { Shape } from './types';

/** The extent of a grid: a shape, or the side of a square. */
export type Extent = number | Pick<Shape, 'size' | 'rows' | 'columns' | 'extra'>;

export const columnsOf = (grid: Extent): number => (typeof grid === 'number' ? grid : (grid.columns ?? grid.size));

/** Rows of the grid, without the rows of extra cells. */
export const rowsOf = (grid: Extent): number => (typeof grid === 'number' ? grid : (grid.rows ?? grid.size));

/** Number of cells without the extra cells. */
export const gridCells = (grid: Extent): number => rowsOf(grid) * columnsOf(grid);

const extraOf = (grid: Extent): number => (typeof grid === 'number' ? 0 : (grid.extra ?? 0));

export const cellCount = (grid: Extent): number => gridCells(grid) + extraOf(grid);

/** Number of rows of extra cells below the grid. */
export const extraRows = (grid: Extent): number => Math.ceil(extraOf(grid) / columnsOf(grid));

/** Row and column of a cell, from 0. Extra cells are in the rows below the grid. */
export function placeOf(grid: Extent, cell: number): readonly [row: number, column: number] {
  const columns = columnsOf(grid);
  return [Math.floor(cell / columns), cell % columns];
}

/** The cell in a row and a column of the grid; undefined outside. */
export function cellIn(grid: Extent, row: number, column: number): number | undefined {
  const inside = row >= 0 && column >= 0 && row < rowsOf(grid) && column < columnsOf(grid);
  return inside ? row * columnsOf(grid) + column : undefined;
}

/** Rows and columns from a cell to its neighbors: right, below, left, above. */
export const SIDES: readonly (readonly [down: number, right: number])[] = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];

/** The name of a cell in texts: `r3c4`, or `v1` for an extra cell. */
export function cellName(cell: number, grid: Extent): string {
  const inside = gridCells(grid);
  if (cell >= inside) return `v${cell - inside + 1}`;
  const [row, column] = placeOf(grid, cell);
  return `r${row + 1}c${column + 1}`;
}

export const cellNames = (cells: readonly number[], grid: Extent): string[] =>
  cells.map((cell) => cellName(cell, grid));

/** The letters of rows, without I. */
const ROWS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** The name of a row, from 0: its number, or its letter if there are enough letters. */
export const rowName = (row: number, chess: boolean): string => (chess && ROWS[row]) || String(row + 1);

/** Replaces names such as `r3c4` in a text by letters and numbers such as `C4`. */
export const chessNames = (text: string): string =>
  text.replace(/\br(\d+)c(\d+)\b/g, (name, row: string, column: string) => {
    const letter = ROWS[Number(row) - 1];
    return letter ? letter + column : name;
  });

/** The cell with a name; undefined if it is not in the grid. */
export function cellIndex(name: string, grid: Extent): number | undefined {
  const [, row, column, extra] = /^(?:r(\d+)c(\d+)|v(\d+))$/i.exec(name) ?? [];
  if (row) return cellIn(grid, Number(row) - 1, Number(column) - 1);
  const inside = Number(extra) >= 1 && Number(extra) <= extraOf(grid);
  return inside ? gridCells(grid) + Number(extra) - 1 : undefined;
}

/** The cells with the given names, without names outside the grid. */
export function cellIndexes(names: readonly string[], grid: Extent): number[] {
  return names.map((name) => cellIndex(name, grid)).filter((cell) => cell !== undefined);
}

/**
 * Whether a grid is N x N with digits 1 to N, with the rules of rows and columns, with boxes of N cells or none, and
 * without extra cells.
 */
export function isPlain(shape: Shape): boolean {
  const { size, boxRows, boxColumns, extra = 0, bare = false } = shape;
  if (rowsOf(shape) !== size || columnsOf(shape) !== size || ![0, size].includes(boxRows * boxColumns)) return false;
  return leastOf(shape) === 1 && extra === 0 && !bare;
}

export const leastOf = ({ least }: Pick<Shape, 'least'>): number => least ?? 1;

export const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** The digits 1 to `size`. */
export const digitsOf = (size: number): number[] => range(size).map((index) => index + 1);

/** The text of a digit: its value as a number, or a letter from 10. `least` is the value of the first digit. */
export function digitText(digit: number, letters: boolean, least = 1): string {
  const value = digit - 1 + least;
  return letters && value > 9 ? String.fromCharCode(55 + value) : String(value);
}

/** The value of a symbol in puzzle texts: 1 to 9, then A to Z; 0 for a blank; undefined for anything else. */
export function symbolValue(symbol: string): number | undefined {
  if (/^[.0*_]$/.test(symbol)) return 0;
  const value = /^[1-9a-z]$/i.test(symbol) ? parseInt(symbol, 36) : NaN;
  return Number.isNaN(value) ? undefined : value;
}
