import { expect, test, vi } from 'vitest';

import type { CompareReport, RunRow } from '../../engine';
import { Comparison, type Run } from './comparison';

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

test('rows arrive when they are finished; the reply has all rows', async () => {
  const seen: number[] = [];
  const all = [row(0, 0), row(0, 1), row(1, 0), row(1, 1)];
  const run: Run = async (_ask, { progress }) => {
    await Promise.resolve();
    progress?.({ done: 1, all: 2, runs: all.slice(0, 2) });
    progress?.({ done: 2, all: 2, runs: all.slice(2) });
    return { report, runs: all, errors: ['line 3'] };
  };
  const comparison = new Comparison(run, ask, () => seen.push(comparison.runs.length));
  await vi.waitFor(() => expect(comparison.status).toBe('done'));
  expect(seen).toEqual([2, 4, 4]);
  expect(comparison).toMatchObject({ done: 2, all: 2, errors: ['line 3'], runs: all });
});

test('cancelling keeps finished rows, and no others arrive', async () => {
  let late: (() => void) | undefined;
  const run: Run = (_ask, { progress, signal }) => {
    progress?.({ done: 1, all: 2, runs: [row(0, 0)] });
    late = () => progress?.({ done: 2, all: 2, runs: [row(1, 0)] });
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  };
  const comparison = new Comparison(run, ask, () => undefined);
  comparison.cancel();
  late?.();
  await Promise.resolve();
  expect(comparison).toMatchObject({ status: 'cancelled', done: 1 });
  expect(comparison.runs).toHaveLength(1);
});

test('a failure keeps finished rows and its message', async () => {
  const run: Run = async (_ask, { progress }) => {
    progress?.({ done: 1, all: 2, runs: [row(0, 0)] });
    throw new Error('gone');
  };
  const comparison = new Comparison(run, ask, () => undefined);
  await vi.waitFor(() => expect(comparison.status).toBe('failed'));
  expect(comparison).toMatchObject({ message: expect.stringContaining('gone'), runs: [row(0, 0)] });
});
