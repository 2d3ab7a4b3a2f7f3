import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

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
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    toasts.value = [];
  });
  const texts = () => toasts.value.map(({ text }) => text);

  /** An engine that loads until `end` is called. */
  function loading() {
    let end = (_: 'loaded' | 'failed') => {};
    const work = new Promise<void>((done, fail) => {
      end = (how) => {
        engine.loading = undefined;
        if (how === 'loaded') done();
        else fail(new EngineError('load', 'gone'));
      };
    });
    const engine: { loading: Promise<void> | undefined; end: typeof end } = { loading: work, end };
    return engine;
  }

  test.each(['loaded', 'failed'] as const)('disappears when it is %s', async (how) => {
    const engine = loading();
    showLoading(engine);
    showLoading(engine);
    expect(texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    expect(texts()).toEqual(['The solver is still loading. The result will follow.']);
    engine.end(how);
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual([]);
  });

  test('disappears after a while if loading takes long, and does not appear if it was quick', async () => {
    const slow = loading();
    showLoading(slow);
    await vi.advanceTimersByTimeAsync(6600);
    expect(texts()).toEqual([]);
    const quick = loading();
    showLoading(quick);
    quick.end('loaded');
    await vi.advanceTimersByTimeAsync(600);
    expect(texts()).toEqual([]);
  });
});
