import { expect, test, vi } from 'vitest';

import { usualShape } from '../../element/rules';
import { fakeEngine } from '../../engine/fake-engine';
import { traced as events } from './traced';
import { Trace } from './trace';

const puzzle = { text: '1......2..3.....', shape: usualShape(4), rules: [], givens: Array<number>(16).fill(0) };
const options = { strategy: 'fc-mrv', unique: true, steps: 100 };
const all = events('several');

function begin() {
  const { calls, library } = fakeEngine();
  const changed = vi.fn();
  const trace = new Trace(puzzle, options, changed, library);
  changed.mockClear();
  return { trace, changed, ...calls[0] };
}

test('events arrive in parts, the last ones with the reply', async () => {
  const { trace, changed, ask, progress, answer } = begin();
  expect(ask).toEqual({ puzzle: puzzle.text, candidates: true, ...options });
  progress?.({ events: all.slice(0, 10) });
  progress?.({ events: all.slice(10, 20) });
  expect(trace.timeline.length).toBe(20);
  answer({ events: all.slice(20) });
  await vi.waitFor(() => expect(trace.working).toBeUndefined());
  expect(trace.timeline.events).toEqual(all);
  expect(changed).toHaveBeenCalledTimes(3);
});

test('events stay when the search is stopped', async () => {
  const { trace, progress } = begin();
  progress?.({ events: all.slice(0, 10) });
  trace.stop();
  progress?.({ events: all.slice(10) });
  await Promise.resolve();
  expect([trace.working, trace.error, trace.timeline.length]).toEqual([undefined, undefined, 10]);
});

test('a fault is reported, with or without events', async () => {
  const fault = { code: 'symbol' as const, line: 1, column: 2, found: 'x', expected: 'y' };
  for (const found of [[], all]) {
    const { trace, answer } = begin();
    answer({ events: found, fault });
    await vi.waitFor(() => expect(trace.fault).toEqual(fault));
    expect(trace.timeline.events).toEqual(found);
  }
});
