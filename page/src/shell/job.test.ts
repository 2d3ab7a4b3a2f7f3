// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { grouped, percent } from './job';

test('small shares have more decimal places', () => {
  document.documentElement.lang = 'en';
  expect([0, 0.00000123, 0.0123456, 0.5, 1].map(percent)).toEqual(['0', '0.0001', '1.23', '50', '100']);
  expect(grouped('12345678901234567890')).toBe('12,345,678,901,234,567,890');
  document.documentElement.lang = 'de';
  expect([percent(0.0123), grouped(12345)]).toEqual(['1,23', '12.345']);
});
