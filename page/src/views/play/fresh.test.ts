import { expect, test, vi } from 'vitest';

vi.mock('../../engine', async () => ({ ...(await vi.importActual('../../engine/errors')), engine: {} }));
vi.mock('../../shell/session', () => ({ session: { library: { all: () => ({ rows: [] }) } } }));

import type { Engine } from '../../engine';
import { puzzleOfLine, type Puzzle } from '../../game/puzzle';
import { freshPuzzle, likeThis } from './library';
import { STARTERS } from './starters';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const library = (run: unknown) => ({ run }) as Pick<Engine, 'run'>;
const ask = (run: unknown, signal = new AbortController().signal, drawn?: (count: number) => void) =>
  freshPuzzle({ level: 'hard' }, signal, drawn, library(run));

test('a puzzle is made, and the number of tries is reported', async () => {
  const drawn: number[] = [];
  const run = async (_: string, options: unknown, { progress }: { progress: (report: { drawn: number }) => void }) => {
    expect(options).toEqual({ level: 'hard' });
    progress({ drawn: 7 });
    return { rows: [{ puzzle: LINE }] };
  };
  expect(await ask(run, undefined, (count) => drawn.push(count))).toMatchObject({
    kind: 'made',
    puzzle: { text: LINE, level: 'hard' },
  });
  expect(drawn).toEqual([7]);
});

test('if none can be made, a puzzle of the list is returned, with the reason', async () => {
  for (const run of [() => Promise.reject(new Error('no worker')), async () => ({ rows: [] })]) {
    const fresh = await ask(run);
    expect(fresh).toMatchObject({ kind: 'kept', why: 'failed' });
    expect(STARTERS.hard).toContain(fresh.puzzle?.text);
  }
  const over = AbortSignal.abort();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over);
  expect(await ask(() => Promise.reject(over.reason as Error))).toMatchObject({ kind: 'kept', why: 'time' });
  timeout.mockRestore();
});

test('a puzzle with other rules has the same grid and rules, killers have new cages, and there is no list', async () => {
  const six = puzzleOfLine('.'.repeat(36)) as Puzzle;
  expect(await likeThis({ ...six, rules: ['cage 5: r1c1 r1c2'] })).toEqual({ shape: '2x3', cages: '2..5' });
  const shape = { size: 4, boxRows: 0, boxColumns: 0, regions: [...'0011001122332233'].map(Number) };
  const jigsaw = await likeThis({ ...six, shape, rules: ['diagonals'] });
  expect(jigsaw).toMatchObject({ shape: 'grid 4x4', rules: ['regions 1122112233443344', 'diagonals'] });
  expect(await likeThis({ ...(puzzleOfLine(LINE) as Puzzle), level: 'unfair' })).toEqual({ level: 'unfair' });
  const failed = () => Promise.reject(new Error('no worker'));
  const fresh = await freshPuzzle({ rules: ['diagonals'] }, new AbortController().signal, undefined, library(failed));
  expect(fresh).toEqual({ kind: 'kept', why: 'unlike' });
});
