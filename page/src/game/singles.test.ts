import { expect, test } from 'vitest';

import { layoutOf } from '../element/houses';
import { parseLine, usualShape } from '../element/rules';
import { singlesOf, withSingles } from './singles';

const four = layoutOf(usualShape(4));
const digitsOf = (line: string) => (parseLine(line)?.digits ?? []).map((digit) => digit || undefined);

test('a digit with one place in a house, and a cell with one candidate', () => {
  const singles = singlesOf(four, digitsOf('123. .... .... ....'));
  expect(singles).toContainEqual(expect.objectContaining({ cell: 3, digit: 4, house: expect.anything() }));
  const naked = singlesOf(four, digitsOf('1... ..2. ..3. ....')).find(({ cell }) => cell === 2);
  expect(naked).toMatchObject({ cell: 2, digit: 4 });
});

test('noted candidates restrict the cells', () => {
  const noted = Array.from({ length: 16 }, (_, cell) => (cell === 5 ? [2] : null));
  expect(singlesOf(four, digitsOf('................'), noted)).toEqual([{ cell: 5, digit: 2 }]);
});

test('a whole puzzle, and a stop at a contradiction', () => {
  const layout = layoutOf(usualShape(9));
  const line = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const solved = withSingles(layout, digitsOf(line)).join('');
  expect(solved).toBe('534678912672195348198342567859761423426853791713924856961537284287419635345286179');
  const wrong = digitsOf('12.. ..3. ...3 ...4'.replaceAll(' ', ''));
  expect(withSingles(four, wrong)).toHaveLength(16);
});
