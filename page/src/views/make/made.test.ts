import { expect, test } from 'vitest';

import { linesOf, madeOf } from './made';
import { pagesOf, USUAL } from './sheets';

const LINE = '.4....6.3...1.....279.....4.8....2.9.9...8..1....7..4.5..83...7.......5....2..31.';
const SOLUTION = '145789623638124795279356184486513279792468531351972846524831967813697452967245318';

const rated = {
  puzzle: LINE,
  solution: SOLUTION,
  clues: 24,
  seed: '256283502296680',
  ratings: {
    hodoku: { level: 'Medium', score: 478, hardest: 'pointing' },
    se: { er: 2, hardest: 'direct-hidden-pair' },
  },
};

test('a row of the library becomes a puzzle with its ratings', () => {
  const made = madeOf(rated);
  expect(made).toMatchObject({ clues: 24, level: 'medium', score: 478, er: 2, hardest: 'pointing' });
  expect(made.puzzle.text).toBe(LINE);
  expect(made.puzzle.shape).toEqual({ size: 9, boxRows: 3, boxColumns: 3 });
  expect(made.solution?.slice(0, 3)).toEqual([1, 4, 5]);
});

test('rows with a shape and rules', () => {
  const row = { puzzle: '.'.repeat(16), rules: ['cage 3: r1c1 r1c2'], seed: '1' };
  const made = madeOf(row);
  expect(JSON.parse(made.puzzle.text)).toEqual({ puzzle: row.puzzle, rules: row.rules });
  expect(made.puzzle.rules).toEqual(row.rules);
  const jigsaw = madeOf({ puzzle: '.'.repeat(16), shape: 'latin', rules: ['regions 1112132233243444'], seed: '1' });
  expect(jigsaw.puzzle.shape.regions?.slice(0, 6)).toEqual([0, 0, 0, 1, 0, 2]);
  expect(jigsaw.puzzle.rules).toEqual([]);
  expect(madeOf({ puzzle: '.'.repeat(36), shape: '3x2', seed: '1' }).puzzle.shape).toMatchObject({ boxRows: 3 });
});

test('all puzzles as JSON Lines', () => {
  const [line] = linesOf([madeOf(rated)]).split('\n');
  expect(JSON.parse(line)).toEqual({
    puzzle: LINE,
    solution: SOLUTION,
    level: 'medium',
    score: 478,
    er: 2,
    seed: '256283502296680',
  });
});

test('the back of a page is a page, even without solutions', () => {
  const all = [madeOf({ puzzle: '.'.repeat(16), seed: '1' })];
  expect(pagesOf(all, { ...USUAL, solutions: 'end' })).toHaveLength(1);
  expect(pagesOf(all, { ...USUAL, solutions: 'overleaf' })).toHaveLength(2);
});
