import { expect, test, vi } from 'vitest';

import { usualShape } from '../../element/rules';
import { traced as events } from './traced';
import { Trace, type Run } from './trace';

const puzzle = { text: '1......2..3.....', shape: usualShape(4), rules: [], givens: Array<number>(16).fill(0) };
const options = { strategy: 'fc-mrv', unique: true, steps: 100 };
const all = events('several');

test('events arrive in parts, the last ones with the reply', async () => {
  const changed = vi.fn();
  const run: Run = async (question, { progress }) => {
    expect(question).toEqual({ puzzle: puzzle.text, candidates: true, ...options });
    progress?.({ events: all.slice(0, 10) });
    progress?.({ events: all.slice(10, 20) });
    return { events: all.slice(20) };
  };
  const trace = new Trace(run, puzzle, options, changed);
  expect(trace.timeline.length).toBe(20);
  await vi.waitFor(() => expect(trace.status).toBe('done'));
  expect(trace.timeline.events).toEqual(all);
  expect(changed).toHaveBeenCalledTimes(3);
});

test('events stay when the search is stopped', async () => {
  let late: (() => void) | undefined;
  const run: Run = (_question, { progress, signal }) => {
    progress?.({ events: all.slice(0, 10) });
    late = () => progress?.({ events: all.slice(10) });
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  };
  const trace = new Trace(run, puzzle, options, () => undefined);
  trace.stop();
  late?.();
  await Promise.resolve();
  expect(trace.status).toBe('stopped');
  expect(trace.timeline.length).toBe(10);
});

test('a fault without events and an error are failures; a conflict is reported and searched', async () => {
  const fault = { code: 'symbol' as const, line: 1, column: 2, found: 'x', expected: 'y' };
  const none = () => undefined;
  const refused = new Trace(async () => ({ events: [], fault }), puzzle, options, none);
  await vi.waitFor(() => expect(refused.status).toBe('failed'));
  expect(refused.fault).toEqual(fault);
  const broken = new Trace(() => Promise.reject(new Error('gone')), puzzle, options, none);
  await vi.waitFor(() => expect(broken.message).toContain('gone'));
  const conflict = new Trace(async () => ({ events: all, fault }), puzzle, options, none);
  await vi.waitFor(() => expect(conflict.status).toBe('done'));
  expect(conflict.fault).toEqual(fault);
});
