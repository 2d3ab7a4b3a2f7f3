import { expect, test } from 'vitest';

import { usualShape } from '../element/rules';
import { digitsOfLine, puzzleOfLine, type Puzzle } from '../game/puzzle';
import {
  boardOf,
  candidatesShown,
  cleared,
  cluesAsk,
  cluesText,
  COUNT_COLORS,
  differences,
  editedBoard,
  filled,
  unsolved,
} from './board';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const puzzle = puzzleOfLine(LINE) as Puzzle;
const solution = digitsOfLine(SOLUTION, usualShape(9));

test('clues can be changed, and entered digits are clues', () => {
  const board = boardOf(puzzle);
  const changed = editedBoard(board, { kind: 'digit', digit: 9, cells: [0] });
  expect(changed.cells[0]).toEqual({ digit: 9, given: true });
  expect(cluesText(changed)).toBe(`9${LINE.slice(1)}`);
  expect(editedBoard(board, { kind: 'corner', digit: 1, cells: [2] })).toBe(board);
});

test('solved digits are part of questions, but are not clues', () => {
  const board = filled(boardOf(puzzle), solution, [2]);
  expect(board.cells[2]).toEqual({ digit: 4 });
  expect(cluesAsk(board)).toEqual({ puzzle: `534${LINE.slice(3)}` });
  expect(cluesText(board)).toBe(LINE);
  expect(unsolved(board).cells[2]).toEqual({});
  expect(cleared(board).cells.every(({ digit }) => digit === undefined)).toBe(true);
});

test('clues and rules stay together', () => {
  const text = '{"puzzle":"................","rules":["diagonals"],"solution":"1234341221434321"}';
  const rules: Puzzle = { ...(puzzleOfLine('.'.repeat(16)) as Puzzle), text, rules: ['diagonals'] };
  const board = editedBoard(boardOf(rules), { kind: 'digit', digit: 2, cells: [1] });
  expect(JSON.parse(cluesText(board))).toEqual({ puzzle: '.2..............', rules: ['diagonals'] });
});

test('clues of puzzles with restricted candidates are fixed', () => {
  const candidates = Array.from({ length: 16 }, () => [1, 2]);
  const givens = [1, ...Array.from({ length: 15 }, () => 0)];
  const restricted: Puzzle = {
    ...(puzzleOfLine('.'.repeat(16)) as Puzzle),
    text: '{"puzzle":"1 12 12"}',
    candidates,
    givens,
  };
  const board = boardOf(restricted);
  expect(editedBoard(board, { kind: 'digit', digit: 2, cells: [0] })).toBe(board);
  const next = editedBoard(board, { kind: 'digit', digit: 2, cells: [1] });
  expect(cluesAsk(next)).toEqual({ puzzle: '{"puzzle":"1 12 12"}', digits: '12..............' });
});

test('where two solutions differ', () => {
  expect(differences([1, 2, 2, 1], [1, 2, 1, 2], usualShape(2))).toEqual(['r2c1', 'r2c2']);
  expect(digitsOfLine('1 2 40', usualShape(40))).toEqual([1, 2, 40]);
  expect(digitsOfLine('19AG', usualShape(16))).toEqual([1, 9, 10, 16]);
  expect(digitsOfLine('0.8', { ...usualShape(9), least: 0 })).toEqual([1, 0, 9]);
});

test('candidates with the color of their count', () => {
  const cells = [{ digit: 1, given: true }, {}];
  const counts = [
    [20, 0, 0, 0, 0],
    [0, 1, 5, 15, 20],
  ];
  const shown = candidatesShown(cells, counts, 20);
  expect(shown.domains).toEqual([[1], [2, 3, 4, 5]]);
  expect(shown.cells[0]).toBe(cells[0]);
  expect(shown.cells[1].candidateColors).toEqual({
    2: COUNT_COLORS.one,
    3: COUNT_COLORS.few,
    4: COUNT_COLORS.more,
  });
  expect(candidatesShown(cells, [[1], [0, 1]], 1).cells).toEqual(cells);
});
