import { expect, test } from 'vitest';

import { conclusionOf, readLibrary, stateText } from './library';

const LINE =
  ':0800:367:+59+68+4+1..77+4+8+6325+9+1+3+2+1+7+9+58+4+61+5+392+86+7+4+8+62+4+17+9+5+34+7+9+35+61+8+26.4+5.+3..92.+71.9+4.5+9.5+2.+4..+8::685 698::';

test('a line has given and entered digits, and candidates', () => {
  const state = readLibrary(LINE);
  expect(state?.cells[0]).toEqual({ digit: 5 });
  expect(state?.cells[1]).toEqual({ digit: 9, given: true });
  expect(state?.cells[6]).toEqual({ center: [2, 3] });
  expect(state?.eliminations).toEqual([
    { digit: 6, cell: 67 },
    { digit: 6, cell: 79 },
  ]);
  expect(state && conclusionOf('xy-wing', state).eliminations).toEqual([
    { digit: 6, cell: 'r8c5' },
    { digit: 6, cell: 'r9c8' },
  ]);
});

test('deleted candidates are gone', () => {
  const deleted = LINE.replace('::685', ':217:685');
  expect(readLibrary(deleted)?.cells[6]).toEqual({ center: [3] });
});

test('the state of a line has no conclusion', () => {
  const text = stateText(LINE);
  expect(text).not.toContain('685');
  expect(readLibrary(text)?.cells).toEqual(readLibrary(LINE)?.cells);
});

test.each(['', 'x', ':0800:367:123::', LINE.slice(1), LINE.replace('685', '605'), `${LINE.slice(0, 40)}::::`])(
  'no line: %s',
  (text) => {
    expect(readLibrary(text)).toBeUndefined();
  },
);
