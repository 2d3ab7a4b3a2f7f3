import { expect, test, vi } from 'vitest';

vi.mock('../../engine', async () => ({ ...(await vi.importActual('../../engine/errors')), engine: {} }));
vi.mock('../../shell/session', () => ({ session: { library: { all: () => ({ rows: [] }) } } }));

import type { Engine } from '../../engine';
import { freshPuzzle } from './library';
import { STARTERS } from './starters';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const library = (run: unknown) => ({ run }) as Pick<Engine, 'run'>;
const ask = (run: unknown, signal = new AbortController().signal, drawn?: (count: number) => void) =>
  freshPuzzle('hard', signal, drawn, library(run));

test('a puzzle is made, and the number of tries is reported', async () => {
  const drawn: number[] = [];
  const run = async (_: string, options: unknown, { progress }: { progress: (report: { drawn: number }) => void }) => {
    expect(options).toEqual({ level: 'hard' });
    progress({ drawn: 7 });
    return { rows: [{ puzzle: LINE }] };
  };
  expect(await ask(run, undefined, (count) => drawn.push(count))).toEqual({ kind: 'made', line: LINE });
  expect(drawn).toEqual([7]);
});

test('if none can be made, a puzzle of the list is returned, with the reason', async () => {
  for (const run of [() => Promise.reject(new Error('no worker')), async () => ({ rows: [] })]) {
    const fresh = await ask(run);
    expect(fresh).toMatchObject({ kind: 'kept', why: 'failed' });
    expect(STARTERS.hard).toContain(fresh.kind === 'kept' && fresh.line);
  }
  const over = AbortSignal.abort();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over);
  expect(await ask(() => Promise.reject(over.reason as Error))).toMatchObject({ kind: 'kept', why: 'time' });
  timeout.mockRestore();
});

test('a cancelled request returns no puzzle', async () => {
  const control = new AbortController();
  const run = () => {
    control.abort();
    return Promise.reject(control.signal.reason as Error);
  };
  expect(await ask(run, control.signal)).toEqual({ kind: 'cancelled' });
});
