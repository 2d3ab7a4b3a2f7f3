import { expect, test } from 'vitest';

import { applyHelp, enter, newGame } from '../../game/game';
import { puzzleOfLine } from '../../game/puzzle';
import {
  boardAfter,
  candidatesOf,
  fillChanges,
  helpBoard,
  isSameBoard,
  mistakeChanges,
  mistakeLayers,
  placeLayers,
  stepChanges,
  stepLayers,
  unnoted,
} from './board';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

const game = () => newGame(puzzleOfLine(LINE)!, 'id', 0);

test('noted candidates are the remaining ones', () => {
  const noted = enter(game(), { kind: 'center', digit: 1, cells: [2] }, 0);
  const board = helpBoard(noted);
  expect(candidatesOf(board)[2]).toEqual([1]);
  expect(candidatesOf(board)[3]).toEqual([2, 6]);
  expect(isSameBoard(board, helpBoard(noted))).toBe(true);
  expect(isSameBoard(board, helpBoard(game()))).toBe(false);
});

test('a hint names where to look: houses, or cells', () => {
  const board = helpBoard(game());
  const tints = placeLayers(board, ['r1', 'b9'])?.tints ?? [];
  expect(tints.map(({ cells }) => cells[0])).toEqual(['r1c1', 'r7c7']);
  expect(placeLayers(board, ['r1c3', 'r2c2'])?.tints).toEqual([{ role: 'focus', cells: ['r1c3', 'r2c2'] }]);
  expect(placeLayers(board, undefined)).toBeUndefined();
});

test('a step fills its own cells with candidates, and leaves the others as they are', () => {
  const noted = enter(game(), { kind: 'corner', digit: 2, cells: [3] }, 0);
  const picture = { marks: [{ cell: 'r1c3', digit: 1, role: 'placed' }] };
  const { domains, tints } = stepLayers(helpBoard(noted), picture, ['The 3 in r1c2 and r1c3, r34c5.', 'r1c1r2']);
  expect(domains?.[2]).toEqual([1, 2, 4]);
  expect([domains?.[3], domains?.[5]]).toEqual([undefined, undefined]);
  expect(tints).toEqual([{ role: 'focus', cells: ['r1c2'] }]);
});

test('what a step and its mending change', () => {
  const [placements, eliminations] = [[{ cell: 'r1c3', digit: 4 }], [{ cell: 'r1c4', digit: 2 }]];
  const changes = stepChanges({ placements, eliminations }, 9);
  expect(changes).toEqual([
    { kind: 'place', cell: 2, digit: 4 },
    { kind: 'remove', cell: 3, digit: 2 },
  ]);
  const after = applyHelp(game(), changes, 0);
  expect(after.state[2].digit).toBe(4);
  expect(after.state[3].center).toEqual([6]);
  expect(after.past).toHaveLength(1);
});

test('mistakes: wrong digits go, missing marks come back', () => {
  const mistakes = [
    { kind: 'wrong' as const, cell: 'r1c3', digit: 1 },
    { kind: 'missing' as const, cell: 'r1c4', digit: 6 },
  ];
  expect(mistakeChanges(mistakes, 'wrong', 9)).toEqual([{ kind: 'clear', cell: 2 }]);
  expect(mistakeChanges(mistakes, 'missing', 9)).toEqual([{ kind: 'restore', cell: 3, digit: 6 }]);
  expect(mistakeLayers(mistakes).tints).toEqual([
    { role: 'bad', cells: ['r1c3'] },
    { role: 'warn', cells: ['r1c4'] },
  ]);
});

test('marks are filled in where nothing is noted', () => {
  const noted = enter(game(), { kind: 'center', digit: 1, cells: [2] }, 0);
  const board = helpBoard(noted);
  const picture = { groups: [{ role: 'cells', number: 1, cells: ['r1c1', 'r1c3', 'r1c4'] }] };
  expect(unnoted(board, picture)).toEqual([3]);
  const filled = applyHelp(noted, fillChanges(board), 0);
  expect(filled.state[2].center).toEqual([1]);
  expect(filled.state[3].center).toEqual([2, 6]);
  expect(filled.state.every(({ digit, center }) => digit !== undefined || (center?.length ?? 0) > 0)).toBe(true);
});

test('a board after some steps, for paths of puzzles with rules', () => {
  const board = helpBoard(game());
  const steps = [{ placements: [{ cell: 'r1c3', digit: 4 }] }, { eliminations: [{ cell: 'r1c4', digit: 2 }] }];
  const after = boardAfter(board, steps);
  expect([after[0], after[2], after[3]]).toEqual([{ digit: 5, given: true }, { digit: 4 }, { center: [6] }]);
  // Rules are found by their cells.
  const tints = placeLayers(board, ['thermo: r1c1 r2c2'])?.tints;
  expect(tints).toEqual([{ role: 'focus', cells: ['r1c1', 'r2c2'] }]);
});
