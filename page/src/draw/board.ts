import { cellIndex, cellNames, range } from '../element/cells';
import { changed, edited } from '../element/edit';
import { houseNamed } from '../element/houses';
import { cellsOf, parseRule } from '../element/rules';
import type { CellState, Edit, Layers, Shape, Tint } from '../element/types';
import { layoutFor } from '../game/game';
import { digitsOfLine, lineOf, puzzleOfLine, type Puzzle } from '../game/puzzle';
import type { Findings } from './checker';

/** A board that a setter edits. Clues are `given`; solved digits are not. */
export interface Board {
  readonly puzzle: Puzzle;
  readonly cells: readonly CellState[];
}

/** The board of a puzzle. Digits of `state` other than clues become entered digits. */
export function boardOf(puzzle: Puzzle, state?: readonly CellState[]): Board {
  const cells = puzzle.givens.map((given, cell): CellState => {
    if (given > 0) return { digit: given, given: true };
    const digit = state?.[cell]?.digit;
    return digit === undefined ? {} : { digit };
  });
  return { puzzle, cells };
}

export const emptyBoard = (size: number): Board => boardOf(puzzleOfLine('.'.repeat(size * size)) as Puzzle);

/** Whether a board is blank: no digits, no rules, no restricted candidates. */
export const isBlank = ({ puzzle, cells }: Board): boolean =>
  puzzle.rules.length === 0 && !puzzle.candidates && !puzzle.shape.regions && cells.every(({ digit }) => !digit);

const digitsOf = ({ cells }: Board) => cells.map(({ digit }) => digit ?? 0);

/** The puzzle of some digits as a text that the library reads, with the rules of the board. */
function textOf({ text, candidates, shape }: Puzzle, digits: readonly number[]): string {
  const line = lineOf(digits, shape);
  if (!text.trimStart().startsWith('{')) return line;
  const row = JSON.parse(text) as Record<string, unknown>;
  // The text keeps restricted candidates. The digits are a separate option of the question.
  if (candidates) return text;
  delete row['solution'];
  return JSON.stringify({ ...row, puzzle: line });
}

/** All digits of the board as clues, as options of a question. */
export function cluesAsk(board: Board): { puzzle: string; digits?: string } {
  const digits = digitsOf(board);
  const puzzle = textOf(board.puzzle, digits);
  return board.puzzle.candidates ? { puzzle, digits: lineOf(digits, board.puzzle.shape) } : { puzzle };
}

/** Only the clues, as a text to play or to store. */
export function cluesText(board: Board): string {
  return textOf(
    board.puzzle,
    board.cells.map(({ digit, given }) => (given ? (digit ?? 0) : 0)),
  );
}

/** Whether a cell has a clue of a puzzle with restricted candidates, which cannot be edited. */
const isFixed = ({ puzzle }: Board, cell: number) => puzzle.candidates !== undefined && puzzle.givens[cell] > 0;

/** The board after an edit. Entered digits become clues. Edits of marks and colors are ignored. */
export function editedBoard(board: Board, edit: Edit): Board {
  if (edit.kind !== 'digit' && edit.kind !== 'clear') return board;
  const free = edit.cells.filter((cell) => !isFixed(board, cell));
  if (free.length === 0) return board;
  const open = board.cells.map((cell, index) => (free.includes(index) ? changed(cell, { given: undefined }) : cell));
  const next = edited(open, { ...edit, cells: free }).map((cell, index) =>
    free.includes(index) && cell.digit !== undefined ? { ...cell, given: true } : cell,
  );
  return { ...board, cells: next };
}

/** The board with some cells filled from a solution. Existing digits stay. */
export function filled(board: Board, solution: readonly number[], cells?: readonly number[]): Board {
  const { voids } = layoutFor(board.puzzle);
  const next = board.cells.map((cell, index) => {
    const wanted = (cells === undefined || cells.includes(index)) && !voids.has(index);
    return wanted && cell.digit === undefined && solution[index] > 0 ? { digit: solution[index] } : cell;
  });
  return { ...board, cells: next };
}

export function unsolved(board: Board): Board {
  return { ...board, cells: board.cells.map((cell) => (cell.given ? cell : {})) };
}

export function cleared(board: Board): Board {
  return { ...board, cells: board.cells.map((cell, index) => (isFixed(board, index) ? cell : {})) };
}

/** The names of the cells in which two solutions differ. */
export function differences(a: readonly number[], b: readonly number[], shape: Shape): string[] {
  const cells = range(a.length).filter((cell) => a[cell] !== b[cell]);
  return cellNames(cells, shape);
}

/** Colors of candidates by their number of solutions. Candidates at the maximum have none. */
export const COUNT_COLORS = { one: 3, few: 1, more: 2 } as const;

/** The maximum number of solutions for the color `few`. */
export const FEW = 9;

function countColor(count: number, most: number): number | undefined {
  if (count >= most) return undefined;
  return count === 1 ? COUNT_COLORS.one : count <= FEW ? COUNT_COLORS.few : COUNT_COLORS.more;
}

export function candidatesShown(cells: readonly CellState[], counts: readonly (readonly number[])[], most: number) {
  const domains = counts.map((row) => row.flatMap((count, index) => (count > 0 ? [index + 1] : [])));
  const colored = cells.map((cell, index) => {
    if (cell.digit !== undefined || most <= 1) return cell;
    const colors = (counts[index] ?? []).flatMap((count, at): [number, number][] => {
      const color = count > 0 ? countColor(count, most) : undefined;
      return color === undefined ? [] : [[at + 1, color]];
    });
    return { ...cell, candidateColors: Object.fromEntries(colors) };
  });
  return { cells: colored, domains };
}

/** The cells of a part of a puzzle: of a clue such as `r1c2=3`, a house or a rule. */
export function cellsOfPart(part: string, { puzzle }: Board): readonly number[] {
  const clue = /^(\w+)=\d+$/.exec(part);
  if (clue) return [cellIndex(clue[1], puzzle.shape)].filter((cell) => cell !== undefined);
  return houseNamed(layoutFor(puzzle), part)?.cells ?? cellsOf(parseRule(part, puzzle.shape));
}

type Shown = { readonly cells: readonly CellState[]; readonly layers: Layers };

/** The board with the results of its check: contradictions, differences of solutions, true candidates. */
export function boardShown(board: Board, findings: Findings, most: number): Shown {
  const { solved, conflicts, contradiction, candidates } = findings;
  const { puzzle, cells } = board;
  const { shape } = puzzle;
  const tints: Tint[] = [];
  if (conflicts.length > 0) tints.push({ role: 'bad', cells: conflicts.flatMap(({ cells }) => [...cells]) });
  for (const part of contradiction?.parts ?? []) {
    tints.push({ role: 'bad', cells: cellNames(cellsOfPart(part, board), shape) });
  }
  if (solved?.solution !== undefined && solved.second !== undefined) {
    const [a, b] = [solved.solution, solved.second].map((text) => digitsOfLine(text, shape));
    tints.push({ role: 'warn', cells: differences(a, b, shape) });
  }
  if (!candidates?.counts.length || most === 0) return { cells, layers: { tints } };
  const shown = candidatesShown(cells, candidates.counts, most);
  return { cells: shown.cells, layers: { tints, domains: shown.domains } };
}
