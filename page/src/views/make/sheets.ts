import type { Made } from './made';

export const PER_PAGE = [1, 2, 4, 6] as const;
type PerPage = (typeof PER_PAGE)[number];

/** Width and height of the paper sizes, and the margin on all sides, in millimeters. */
export const SIZES = { a4: [210, 297], letter: [215.9, 279.4] } as const;
export const MARGIN = 13;

export const USUAL = {
  perPage: 4 as PerPage,
  paper: 'a4' as keyof typeof SIZES,
  title: '',
  ratings: true,
  /** Where solutions are: on the last pages, or on the back of each page of puzzles. */
  solutions: 'end' as 'end' | 'overleaf' | 'none',
  large: false,
  /** Whether each puzzle has a QR code that opens it in the page. */
  codes: false,
};
export type Layout = Readonly<typeof USUAL>;

/** A board on a page, with its number among all puzzles. */
export interface Placed {
  readonly number: number;
  readonly made: Made;
  readonly isSolution: boolean;
}

export interface Page {
  readonly kind: 'puzzles' | 'solutions';
  readonly columns: number;
  readonly rows: number;
  readonly boards: readonly Placed[];
}

/** Columns and rows of a page, by the number of boards. */
const GRID: Record<PerPage, readonly [number, number]> = { 1: [1, 1], 2: [1, 2], 4: [2, 2], 6: [2, 3] };
/** Columns and rows of a page of solutions, for usual and for large grids. */
const SMALL: readonly [number, number] = [4, 5];
const LARGE: readonly [number, number] = [2, 3];

/** The pages: the puzzles in order, each page followed by its solutions, or all solutions at the end. */
export function pagesOf(all: readonly Made[], { perPage, solutions }: Layout): Page[] {
  const boards = all.map((made, index) => ({ number: index + 1, made, isSolution: false }));
  const isLarge = all.some(({ puzzle }) => puzzle.shape.size > 9);
  const solved = (some: readonly Placed[]) => {
    const solved = some.filter(({ made }) => made.solution).map((board) => ({ ...board, isSolution: true }));
    return paged('solutions', solved, isLarge ? LARGE : tight(solved.length));
  };
  const pages = paged('puzzles', boards, GRID[perPage]);
  if (solutions === 'none') return pages;
  if (solutions === 'end') return [...pages, ...solved(boards)];
  // The back of a page is printed even if it is empty, because the next page begins on another sheet.
  const empty: Page = { kind: 'solutions', columns: 1, rows: 1, boards: [] };
  return pages.flatMap((page) => [page, solved(page.boards)[0] ?? empty]);
}

/** Columns and rows with the largest boards that fit the number of solutions on one page. */
function tight(count: number): readonly [number, number] {
  if (count <= 6) return [2, 3];
  return count <= 12 ? [3, 4] : SMALL;
}

function paged(kind: Page['kind'], boards: readonly Placed[], [columns, rows]: readonly [number, number]): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < boards.length; at += columns * rows) {
    pages.push({ kind, columns, rows, boards: boards.slice(at, at + columns * rows) });
  }
  return pages;
}

/** The style sheet for printing: sets the paper size and hides everything except the sheets. */
export function printStyle({ paper }: Layout): string {
  const [width, height] = SIZES[paper];
  return `@page { size: ${width}mm ${height}mm; margin: 0; }
@media print {
  html, body { background: #fff; margin: 0; }
  body > :not(arc-sheets) { display: none !important; }
}
@media screen { body > arc-sheets { display: none; } }`;
}
