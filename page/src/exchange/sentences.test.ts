import { expect, test } from 'vitest';

import { isKnownSentence, sentences } from './sentences';

test.each([
  'Normal sudoku rules apply',
  'Normal 6x6 sudoku rules apply',
  'Standard irregular sudoku rules apply',
  'Place the digits 1-9 in each row, column and box once',
  'Digits in cages sum to the given total and cannot repeat',
  'Numbers in a cage must add up to the number in the corner',
  'Digits cannot repeat within a cage',
  'Have fun',
])('“%s” has the meaning of the form', (text) => expect(isKnownSentence(text)).toBe(true));

test.each([
  "Cells a knight's move apart cannot contain the same digit",
  'Digits along a thermometer increase from the bulb',
  'Digits in cages sum to a square number of the total, and the total is unknown',
  'Digits cannot repeat on the marked diagonals',
  'Normal sudoku rules do NOT apply',
  'Numbers in cages add up to prime sums',
  'Digits in cages sum to the same total',
  'Fill the grid with digits so that each row, column and box contains three different digits, once or twice',
])('“%s” is a rule', (text) => expect(isKnownSentence(text)).toBe(false));

test('sentences end at full stops and lines, not in numbers', () => {
  expect(sentences('Normal rules apply. Sums are 1.5 times!\n\n3 lines; no more…')).toEqual([
    'Normal rules apply',
    'Sums are 1.5 times',
    '3 lines',
    'no more…',
  ]);
});
