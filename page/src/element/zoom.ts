import { columnsOf, extraRows, rowsOf, type Extent } from './cells';
import { extentOf, middle } from './geometry';

/* An enlarged board scrolls: the host is the viewport, and the sheet in it is the whole board. */

/** The next zoom level of a control that cycles through all levels. Candidates of large grids need more levels. */
export function nextZoom(zoom: number, grid: Extent): number {
  return zoom < (widest(grid) > 16 ? 4 : 3) ? zoom + 1 : 1;
}

/** Whether a grid is so large that its board may need to be enlarged. */
export const isLarge = (grid: Extent): boolean => widest(grid) > 9;

const widest = (grid: Extent) => Math.max(columnsOf(grid), rowsOf(grid) + extraRows(grid));

/** The position of a cell on the sheet, from 0 to 1. */
function partOf(cell: number, grid: Extent): [x: number, y: number] {
  const [[x, y], [wide, high]] = [middle(grid, cell), extentOf(grid)];
  return [x / wide, y / high];
}

/** After a change of the zoom level, scrolls the previous middle, or the given cell, to the middle. */
export function keepMiddle(host: HTMLElement, before: number, now: number, grid: Extent, cell?: number): void {
  const { clientWidth: width, clientHeight: height } = host;
  const old = [(host.scrollLeft + width / 2) / (width * before), (host.scrollTop + height / 2) / (height * before)];
  const [x, y] = cell === undefined ? old : partOf(cell, grid);
  host.scrollTo(x * width * now - width / 2, y * height * now - height / 2);
}

/** Scrolls as little as necessary to show a cell and a part of its neighbors. */
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
