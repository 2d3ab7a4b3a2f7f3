import { expect, test } from 'vitest';

import { parseRoute, routeTo } from './route';

test('fragments are read and written', () => {
  const { view, params } = parseRoute('#/play?p=12%2B&x=');
  expect([view, params.get('p'), params.get('x'), params.get('y')]).toEqual(['play', '12+', '', null]);
  expect(parseRoute('').view).toBe('');
  expect(parseRoute('#rules').view).toBe('rules');
  expect(routeTo('play')).toBe('#/play');
  expect(parseRoute(routeTo('play', { p: 'a b&c=#%' })).params.get('p')).toBe('a b&c=#%');
});
