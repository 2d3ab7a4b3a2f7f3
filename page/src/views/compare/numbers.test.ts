import { expect, test } from 'vitest';

import { percent, short, time } from './stats';

test.each([
  [0, '0'],
  [0.0049, '0.005'],
  [1.234, '1.23'],
  [12.34, '12.3'],
  [123.4, '123'],
  [1_234_567, '1,234,567'],
  [NaN, '–'],
])('%d with few digits', (value, text) => expect(short(value, 'en')).toBe(text));

test('times have a unit and are not shorter than the clock step', () => {
  expect(time(1.5, 'de')).toBe('1,5 ms');
  expect(time(1500, 'en')).toBe('1.5 s');
  expect(time(0.05, 'en', 0.1)).toBe('< 0.1 ms');
  expect(time(NaN, 'en')).toBe('–');
  expect(percent(0.999, 'en')).toBe('100%');
});
