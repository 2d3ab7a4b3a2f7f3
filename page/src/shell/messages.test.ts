import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Engine } from '../engine';
import { AskError, EngineError } from '../engine/errors';
import { failureText, showLoading, toasts } from './messages';

test('failures are in the texts of the page', () => {
  expect(failureText(new EngineError('load', 'Failed to fetch'))).toMatch(/^The solver could not be loaded\./);
  expect(failureText(new EngineError('trap', 'unreachable'))).toMatch(/crashed \(unreachable\)/);
  expect(failureText(new AskError('count: at least 1'))).toMatch(/: count: at least 1$/);
  const missing = new TypeError('Failed to fetch dynamically imported module: http://localhost/x.js');
  expect(failureText(missing)).toMatch(/^This part of the page/);
  expect(failureText(new Error('gone'))).toBe('Something went wrong: gone');
  expect(failureText('odd')).toBe('Something went wrong: odd');
});

describe('the message that the solver is still loading', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const shownAfter = async (time: number) => {
    await vi.advanceTimersByTimeAsync(time);
    return toasts.value.map(({ text }) => text);
  };

  test('appears once, after a moment, and disappears after a failure or a while', async () => {
    const message = 'The solver is still loading. The result will follow.';
    let fail = (_: Error) => {};
    const engine = { loading: new Promise<void>((_, reject) => (fail = reject)) };
    showLoading(engine);
    showLoading(engine);
    expect([await shownAfter(0), await shownAfter(600)]).toEqual([[], [message]]);
    fail(new EngineError('load', 'gone'));
    expect(await shownAfter(0)).toEqual([]);
    const slow = { loading: new Promise(() => {}) };
    showLoading(slow);
    expect([await shownAfter(600), await shownAfter(6000)]).toEqual([[message], []]);
  });

  test('does not appear if loading was quick', async () => {
    const quick: { loading?: Promise<unknown> } = { loading: Promise.resolve() };
    showLoading(quick as Pick<Engine, 'loading'>);
    delete quick.loading;
    expect(await shownAfter(600)).toEqual([]);
  });
});
