import { expect, test } from 'vitest';

import { AskError, EngineError } from '../engine/errors';
import { failureText } from './messages';

test('failures are told in the words of the page', () => {
  expect(failureText(new EngineError('load', 'Failed to fetch'))).toMatch(/^The solver could not be loaded\./);
  expect(failureText(new EngineError('trap', 'unreachable'))).toMatch(/stopped .* \(unreachable\)/);
  expect(failureText(new AskError('count: at least 1'))).toMatch(/: count: at least 1$/);
  const missing = new TypeError('Failed to fetch dynamically imported module: http://localhost/x.js');
  expect(failureText(missing)).toMatch(/^This part of the page/);
  expect(failureText(new Error('gone'))).toBe('Something went wrong: gone');
  expect(failureText('odd')).toBe('Something went wrong: odd');
});
