import { expect, test } from 'vitest';

import { bestOf, finishedOf } from './finished';
import { enter, helped, mistakesOf, newGame, restart, undo } from './game';
import { puzzleOfLine, type Puzzle } from './puzzle';
import { readSaved, savedForm } from './saved';

const puzzle: Puzzle = { ...(puzzleOfLine('.234341221434321') as Puzzle), level: 'easy' };
const digit = (value: number) => ({ kind: 'digit', digit: value, cells: [0] }) as const;

test('a result has the time, the help that was used, and the wrong digits, even if they were undone', () => {
  let game = { ...newGame(puzzle, 'x', 0), clock: { spent: 65_400 } };
  game = helped(undo(enter(game, digit(4), 1), 2));
  game = enter(enter(game, digit(4), 3), digit(3), 4);
  expect(mistakesOf(game)).toBe(1);
  game = enter(game, digit(1), 5);
  const result = { id: 'x', date: 9, seconds: 65, hints: 1, mistakes: 2, level: 'easy', shape: '2x2', rules: [] };
  expect(finishedOf(game, 9)).toEqual(result);
  // The counts are stored with the game.
  expect(finishedOf(readSaved(JSON.parse(JSON.stringify(savedForm(game, 9)))) ?? newGame(puzzle, '', 0), 9)).toEqual(
    result,
  );
});

test('the best time is the time of another solved game of the same level', () => {
  const row = (id: string, seconds: number, level = 'easy', solved = true) => ({
    game: { ...newGame({ ...puzzle, level }, id, 0), clock: { spent: seconds * 1000 } },
    progress: 1,
    solved,
  });
  const result = finishedOf(newGame(puzzle, 'x', 0), 9);
  const rows = [row('x', 1), row('a', 70), row('b', 60), row('c', 5, 'hard'), row('d', 5, 'easy', false)];
  expect([bestOf(rows, result), bestOf(rows.slice(0, 1), result)]).toEqual([60, undefined]);
  expect(bestOf(rows, { ...result, level: undefined })).toBeUndefined();
});

test('only the cells that the puzzle restricts have marks at the start, also after a restart', () => {
  const candidates = puzzle.givens.map((_, cell) => (cell === 5 ? [1, 2] : [1, 2, 3, 4]));
  const game = newGame({ ...(puzzleOfLine('1...............') as Puzzle), candidates }, 'x', 0);
  expect(game.state.map(({ center }) => center)).toEqual(
    game.state.map((_, cell) => (cell === 5 ? [1, 2] : undefined)),
  );
  expect(game.auto).toBe(false);
  expect(restart(enter(game, { kind: 'digit', digit: 2, cells: [5] }, 1), 2).state).toEqual(game.state);
});
