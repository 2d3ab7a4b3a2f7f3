import type { TemplateResult } from 'lit';

import { spokenCell } from '../../draw/names';
import { cellIndex, cellIndexes, cellName, cellNames, range, type Extent } from '../../element/cells';
import { openDigits } from '../../element/conflicts';
import { houseNamed, type Layout } from '../../element/houses';
import { cellsOf, parseRule } from '../../element/rules';
import type { CellState, Layers, Picture, Tint } from '../../element/types';
import { boardAsk, layoutFor, notedCandidates, shownState, type Game, type HelpChange } from '../../game/game';
import { isClassic } from '../../game/puzzle';
import type { MistakeReply, StepReply } from '../../engine';

/** What is drawn over the board while help is shown. */
export interface HelpShow {
  readonly layers?: Layers;
  /** A state of the path, which is shown instead of the game. The game does not change. */
  readonly state?: readonly CellState[];
}

/** A topic of help: its content, what is drawn, and what is announced. */
export interface Shown extends HelpShow {
  readonly content: TemplateResult;
  readonly spoken?: string;
}

/** The parts of the player's board that help uses. */
export interface HelpBoard {
  readonly ask: ReturnType<typeof boardAsk>;
  readonly layout: Layout;
  /** Whether the puzzle has rules or is not a classic 9x9 grid: help then uses the techniques for rules. */
  readonly isRuled: boolean;
  readonly cells: readonly CellState[];
  /** The noted candidates of each cell; null for a cell without notes, in which all candidates are possible. */
  readonly marks: readonly (readonly number[] | null)[];
}

export function helpBoard(game: Game): HelpBoard {
  return {
    ask: boardAsk(game),
    layout: layoutFor(game.puzzle),
    isRuled: !isClassic(game.puzzle),
    cells: shownState(game),
    marks: notedCandidates(game),
  };
}

/** Whether two boards give the same answers. */
export const isSameBoard = (a: HelpBoard | null, b: HelpBoard | null): boolean =>
  JSON.stringify(a?.ask) === JSON.stringify(b?.ask);

/** The candidates of each cell for the library: the noted ones, without digits of filled peers. */
export function candidatesOf({ layout, cells, marks }: HelpBoard): number[][] {
  const digits = cells.map(({ digit }) => digit);
  return openDigits(layout, digits).map((open, cell) => open.filter((digit) => marks[cell]?.includes(digit) ?? true));
}

/** The cells with candidates in a picture. */
function pictureCells(picture: Picture, grid: Extent): Set<number> {
  const names = [
    ...(picture.marks ?? []).map(({ cell }) => cell),
    ...(picture.areas ?? []).flatMap(({ cells }) => cells),
    ...(picture.groups ?? []).flatMap(({ cells }) => cells),
    ...(picture.links ?? []).flatMap(({ from, to }) => [...from.cells, ...to.cells]),
  ];
  return new Set(cellIndexes(names, grid));
}

/**
 * The drawing of a step over the player's board. Cells of the step show their candidates even if these are not noted.
 * Other cells keep their marks. Filled cells that the words of the step name are framed.
 */
export function stepLayers(board: HelpBoard, picture: Picture, premises: readonly string[] = []): Layers {
  const { cells, layout } = board;
  const { shape } = layout;
  const inside = pictureCells(picture, shape);
  const domains = candidatesOf(board).map((digits, cell) => (inside.has(cell) ? digits : undefined));
  // Marks would be on top of digits.
  const marks = picture.marks?.filter(({ cell }) => cells[cellIndex(cell, shape) ?? 0].digit === undefined);
  return { picture: { ...picture, marks }, domains, tints: [namedTint(cells, shape, premises)] };
}

/** The filled cells that texts name, because they are the reason of a step. */
export function namedTint(cells: readonly CellState[], grid: Extent, texts: readonly string[]): Tint {
  const words = new Set(texts.join(' ').split(/\W+/));
  const named = range(cells.length).filter(
    (cell) => cells[cell].digit !== undefined && words.has(spokenCell(cell, grid)),
  );
  return { role: 'focus', cells: cellNames(named, grid) };
}

/** The places that a hint names: houses, each with its own tint, or cells. */
export function placeLayers({ layout }: HelpBoard, places: readonly string[] | undefined): Layers | undefined {
  if (!places?.length) return undefined;
  const grid = layout.shape;
  const sets = places.map((name) => houseNamed(layout, name)?.cells ?? cellsOf(parseRule(name, grid)));
  const tints = sets
    .filter((cells) => cells.length > 0)
    .map((cells) => ({ role: 'focus' as const, cells: cells.map((cell) => cellName(cell, grid)) }));
  const cells = places.filter((name) => cellIndex(name, grid) !== undefined);
  return { tints: cells.length > 0 ? [...tints, { role: 'focus', cells }] : tints };
}

export function mistakeLayers(mistakes: readonly MistakeReply[]): Layers {
  const of = (kind: MistakeReply['kind']) => mistakes.filter((one) => one.kind === kind).map(({ cell }) => cell);
  return {
    tints: [
      { role: 'bad', cells: of('wrong') },
      { role: 'warn', cells: of('missing') },
    ],
  };
}

/** The conclusion of a step. */
type Marks = Pick<StepReply, 'placements' | 'eliminations'>;

export function stepChanges({ placements = [], eliminations = [] }: Marks, grid: Extent): HelpChange[] {
  const changes = (kind: 'place' | 'remove', list: typeof placements): HelpChange[] =>
    list.flatMap(({ cell: name, digit }) => {
      const cell = cellIndex(name, grid);
      return cell === undefined ? [] : [{ kind, cell, digit }];
    });
  return [...changes('place', placements), ...changes('remove', eliminations)];
}

/** The board after some steps: the digits, and the remaining candidates as center marks. */
export function boardAfter(board: HelpBoard, steps: readonly Marks[]): CellState[] {
  const left = candidatesOf(board).map((digits) => new Set(digits));
  const digits = board.cells.map(({ digit }) => digit);
  const at = (name: string) => cellIndex(name, board.layout.shape) ?? -1;
  for (const { placements = [], eliminations = [] } of steps) {
    for (const { cell, digit } of placements) {
      digits[at(cell)] = digit;
      for (const peer of board.layout.peers[at(cell)] ?? []) left[peer].delete(digit);
    }
    for (const { cell, digit } of eliminations) left[at(cell)]?.delete(digit);
  }
  return board.cells.map((cell, index): CellState => {
    const digit = digits[index];
    if (digit === undefined) return { center: [...left[index]] };
    return cell.given ? { digit, given: true } : { digit };
  });
}

/** The changes that fix mistakes of a kind: wrong digits are removed, missing marks are restored. */
export function mistakeChanges(mistakes: readonly MistakeReply[], kind: MistakeReply['kind'], grid: Extent) {
  return mistakes.flatMap((mistake): HelpChange[] => {
    const cell = cellIndex(mistake.cell, grid);
    if (cell === undefined || mistake.kind !== kind) return [];
    return [kind === 'wrong' ? { kind: 'clear', cell } : { kind: 'restore', cell, digit: mistake.digit }];
  });
}

/** The empty cells of a step in which the player has no notes. */
export function unnoted(board: HelpBoard, picture: Picture): number[] {
  const inside = pictureCells(picture, board.layout.shape);
  return [...inside].filter((cell) => board.cells[cell].digit === undefined && board.marks[cell] === null);
}

/** Fills in the marks of all empty cells without notes. */
export function fillChanges(board: HelpBoard): HelpChange[] {
  return candidatesOf(board).flatMap((digits, cell): HelpChange[] => {
    const isOpen = board.cells[cell].digit === undefined && board.marks[cell] === null && digits.length > 0;
    // Restoring one candidate of a cell without notes notes all its possible candidates.
    return isOpen ? [{ kind: 'restore', cell, digit: digits[0] }] : [];
  });
}
