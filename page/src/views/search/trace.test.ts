import { expect, test, vi } from 'vitest';

import { usualShape } from '../../element/rules';
import type { Engine } from '../../engine';
import { trace as events } from './fixtures/read';
import { Trace } from './trace';

const puzzle = { text: '1......2..3.....', shape: usualShape(4), rules: [], givens: Array<number>(16).fill(0) };
const options = { strategy: 'fc-mrv', unique: true, steps: 100 };

function engine(run: Engine['run']): Pick<Engine, 'run'> {
  return { run };
}

test('events come in parts, the last ones with the reply', async () => {
  const all = events('several');
  const changed = vi.fn();
  const trace = new Trace(
    engine(async (question, asked, control) => {
      expect(question).toBe('trace');
      expect(asked).toEqual({ puzzle: puzzle.text, ...options });
      control?.progress?.({ events: all.slice(0, 10) });
      control?.progress?.({ events: all.slice(10, 20) });
      return { events: all.slice(20) };
    }),
    puzzle,
    options,
    changed,
  );
  expect(trace.timeline.length).toBe(20);
  await vi.waitFor(() => expect(trace.status).toBe('done'));
  expect(trace.timeline.events).toEqual(all);
  expect(changed).toHaveBeenCalledTimes(3);
});

test('what was there stays when the search is stopped', async () => {
  const all = events('several');
  let late: ((report: unknown) => void) | undefined;
  const trace = new Trace(
    engine((_question, _asked, control) => {
      late = control?.progress;
      late?.({ events: all.slice(0, 10) });
      return new Promise((_resolve, reject) =>
        control?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      );
    }),
    puzzle,
    options,
    () => undefined,
  );
  trace.stop();
  late?.({ events: all.slice(10) });
  await Promise.resolve();
  expect(trace.status).toBe('stopped');
  expect(trace.timeline.length).toBe(10);
});

test('faults and errors have their message', async () => {
  const refused = new Trace(
    engine(async () => ({ fault: { message: 'line 1: no' } })),
    puzzle,
    options,
    () => undefined,
  );
  await vi.waitFor(() => expect(refused.status).toBe('failed'));
  expect(refused.message).toBe('line 1: no');
  const broken = new Trace(
    engine(() => Promise.reject(new Error('gone'))),
    puzzle,
    options,
    () => undefined,
  );
  await vi.waitFor(() => expect(broken.message).toBe('gone'));
});
