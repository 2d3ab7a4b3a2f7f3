import { expect, test, vi } from 'vitest';

import type { CompareReport, RunRow } from '../../engine';
import { fakeEngine } from '../../engine/fake-engine';
import { Comparison } from './comparison';

const ask = { puzzles: '....', strategies: ['a', 'b'] };
const row = (puzzle: number, strategy: number): RunRow => ({
  puzzle,
  strategy,
  clues: 4,
  outcome: 'solved',
  nodes: 1,
  backtracks: 0,
  propagations: 0,
  eliminations: 0,
  conflicts: 0,
  learned: 0,
  restarts: 0,
  time_us: 1,
});
const report: CompareReport = { version: 1, question: 'first', puzzles: 2, strategies: [] };

function begin() {
  const { calls, library } = fakeEngine();
  const changed = vi.fn();
  const comparison = new Comparison(ask, changed, library);
  return { comparison, changed, ...calls[0] };
}

test('rows arrive when they are finished; the reply has all rows', async () => {
  const { comparison, changed, progress, answer } = begin();
  const all = [row(0, 0), row(0, 1), row(1, 0), row(1, 1)];
  const seen: number[] = [];
  changed.mockImplementation(() => seen.push(comparison.runs.length));
  progress?.({ done: 1, all: 2, runs: all.slice(0, 2) });
  progress?.({ done: 2, all: 2, runs: all.slice(2) });
  answer({ report, runs: all, errors: ['line 3'] });
  await vi.waitFor(() => expect(comparison.working).toBeUndefined());
  expect(seen).toEqual([2, 4, 4]);
  expect(comparison).toMatchObject({ done: 2, all: 2, errors: ['line 3'], runs: all, report });
});

test('cancelling keeps finished rows, and no others arrive', async () => {
  const { comparison, progress } = begin();
  progress?.({ done: 1, all: 2, runs: [row(0, 0)] });
  comparison.stop();
  progress?.({ done: 2, all: 2, runs: [row(1, 0)] });
  await Promise.resolve();
  expect(comparison).toMatchObject({ working: undefined, error: undefined, done: 1, runs: [row(0, 0)] });
});

test('a failure keeps finished rows and its message', async () => {
  const { comparison, progress, answer } = begin();
  progress?.({ done: 1, all: 2, runs: [row(0, 0)] });
  answer(Promise.reject(new Error('gone')));
  await vi.waitFor(() => expect(comparison.working).toBeUndefined());
  expect(comparison).toMatchObject({ error: expect.stringContaining('gone'), runs: [row(0, 0)] });
});
