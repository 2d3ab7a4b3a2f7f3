import { expect, test } from 'vitest';

import { scoresSize } from './marginals';

const rows = (count: number, row: string) => `${row}\n`.repeat(count);

test('scores in all formats', () => {
  expect(scoresSize(rows(81, Array(9).fill('-1.5').join(',')))).toBe(9);
  expect(scoresSize(`a;b;c;d\n# 4x4\n${rows(16, '.5e-2;0;1e-3;-inf')}`)).toBe(4);
  expect(scoresSize(rows(16, '1 2 3 4'))).toBe(4);
});

test('other texts', () => {
  expect(scoresSize('')).toBeUndefined();
  expect(
    scoresSize('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'),
  ).toBeUndefined();
  expect(scoresSize(rows(9, '5 3 4 6 7 8 9 1 2'))).toBeUndefined();
  expect(scoresSize(rows(80, Array(9).fill('1').join(' ')))).toBeUndefined();
  expect(scoresSize(`${rows(15, '1,2,3,4')}1,2,x,4`)).toBeUndefined();
});
