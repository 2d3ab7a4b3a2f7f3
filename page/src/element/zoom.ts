import { columnsOf, extraRows, rowsOf, type Extent } from './cells';
import { extentOf, middle } from './geometry';

/** A board that is shown larger than its place: what scrolls, and the sheet in it. */

/** The enlargement after this one, for a control that goes through all; candidates of large grids need more. */
export function nextZoom(zoom: number, grid: Extent): number {
  return zoom < (widest(grid) > 16 ? 4 : 3) ? zoom + 1 : 1;
}

/** Whether cells are so small that a board needs to be enlarged. */
export const isLarge = (grid: Extent): boolean => widest(grid) > 9;

const widest = (grid: Extent) => Math.max(columnsOf(grid), rowsOf(grid) + extraRows(grid));

/** Where a cell is on the sheet, from 0 to 1. */
function partOf(cell: number, grid: Extent): [x: number, y: number] {
  const [[x, y], [wide, high]] = [middle(grid, cell), extentOf(grid)];
  return [x / wide, y / high];
}

/** After another enlargement: what was in the middle, or the cell with the cursor, is in the middle. */
export function keepMiddle(host: HTMLElement, before: number, now: number, grid: Extent, cell?: number): void {
  const { clientWidth: width, clientHeight: height } = host;
  const old = [(host.scrollLeft + width / 2) / (width * before), (host.scrollTop + height / 2) / (height * before)];
  const [x, y] = cell === undefined ? old : partOf(cell, grid);
  host.scrollTo(x * width * now - width / 2, y * height * now - height / 2);
}

/** Scrolls just as far as shows a cell, with a part of those beside it. */
export function reveal(host: HTMLElement, zoom: number, grid: Extent, cell: number): void {
  const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = host;
  const [x, y] = partOf(cell, grid);
  const side = (width * zoom) / columnsOf(grid);
  const along = (at: number, part: number, whole: number) => {
    const middle = part * whole * zoom;
    return Math.min(Math.max(at, middle + side - whole), middle - side);
  };
  host.scrollTo(along(scrollLeft, x, width), along(scrollTop, y, height));
}
