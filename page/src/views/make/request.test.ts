import { expect, test } from 'vitest';

import { asksOf, canRate, EMPTY, type Form } from './request';

const ask = (changed: Partial<Form> = {}) => asksOf({ ...EMPTY, ...changed })[0];

function wrong(changed: Partial<Form>): unknown {
  try {
    return ask(changed);
  } catch (error) {
    return error;
  }
}

test('the initial form', () => {
  expect(ask()).toEqual({
    count: 6,
    shape: '3x3',
    symmetry: 'half-turn',
    scale: 'hodoku',
    level: 'easy..medium',
    rate: ['hodoku', 'se'],
  });
});

test('a book has a number of puzzles of each level', () => {
  const book = { easy: '2', medium: '', hard: '3', unfair: '0', extreme: '0' };
  expect(asksOf({ ...EMPTY, difficulty: 'book', book }).map(({ count, level }) => [count, level])).toEqual([
    [2, 'easy..easy'],
    [3, 'hard..hard'],
  ]);
  expect(wrong({ difficulty: 'book', book: { ...book, hard: '199' } })).toEqual({ field: 'book', least: 1, most: 200 });
  expect(wrong({ difficulty: 'book', book: { ...book, easy: '0', hard: '' } })).toMatchObject({ field: 'book' });
});

test('ratings on both scales', () => {
  expect(ask({ difficulty: 'er', ratingFrom: '3,4', ratingTo: '7.2' })).toMatchObject({
    scale: 'se',
    min: 3.4,
    max: 7.2,
  });
  expect(ask({ difficulty: 'score', ratingFrom: '500', hardest: 'x-wing' })).toMatchObject({
    scale: 'hodoku',
    min: 500,
    hardest: 'x-wing',
  });
  expect(wrong({ difficulty: 'score', ratingFrom: '1.5' })).toEqual({ field: 'rating', least: 0, most: 100_000 });
  expect(wrong({ difficulty: 'er', ratingFrom: '8', ratingTo: '7' })).toMatchObject({ field: 'rating' });
});

test('other sizes and rules are not rated', () => {
  const large = { ...EMPTY, size: 16 };
  expect(canRate(large)).toBe(false);
  expect(ask({ size: 16 })).toEqual({ count: 6, shape: '4x4', symmetry: 'half-turn' });
  const ruleset = { size: 9, rules: ['diagonals'], boxes: [3, 3] as const };
  expect(ask({ ruleset })).toMatchObject({ rules: ['diagonals'], shape: '3x3' });
  expect(ask({ size: 7, ruleset: { size: 7, rules: [] } })).toEqual({
    count: 6,
    shape: 'grid 7x7',
    symmetry: 'half-turn',
  });
  expect(ask({ useCages: true, useMask: true, cluesFrom: '20' })).toEqual({
    count: 6,
    shape: '3x3',
    cages: '2..5',
  });
});

test('mask, clues, seed', () => {
  const mask = Array.from({ length: 81 }, (_, cell) => cell % 2 === 0);
  expect(ask({ useMask: true, mask }).mask).toHaveLength(81);
  expect(ask({ useMask: true, mask }).mask?.slice(0, 3)).toBe('x.x');
  expect(ask({ mask }).mask).toBeUndefined();
  expect(ask({ cluesFrom: '22', cluesTo: '' }).clues).toBe('22..');
  expect(ask({ seed: ' 42 ' }).seed).toBe('42');
  expect(wrong({ useMask: true, mask: mask.map(() => false) })).toEqual({ field: 'mask' });
  expect(wrong({ cluesFrom: '30', cluesTo: '22' })).toEqual({ field: 'clues', least: 0, most: 81 });
  expect(wrong({ seed: 'abc' })).toEqual({ field: 'seed' });
  expect(wrong({ count: '0' })).toEqual({ field: 'count', least: 1, most: 200 });
  expect(wrong({ levelFrom: 'hard', levelTo: 'easy' })).toEqual({ field: 'levels' });
});
