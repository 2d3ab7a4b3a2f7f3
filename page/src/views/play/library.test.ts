import { beforeEach, expect, test, vi } from 'vitest';

import type { Engine } from '../../engine';
import { AskError, EngineError } from '../../engine/errors';
import { enter, newGame } from '../../game/game';
import { puzzleOfLine, type Puzzle } from '../../game/puzzle';
import { en } from '../../words/en';
import { findMistakes, freshPuzzle, likeThis, stepsToCorrect } from './library';
import { STARTERS } from './starters';

const ask = vi.hoisted(() => vi.fn());
vi.mock('../../engine', async () => ({ ...(await import('../../engine/errors')), engine: { ask } }));
vi.mock('../../shell/session', () => ({ session: { library: { all: () => ({ rows: [] }) } } }));

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const game = newGame(puzzleOfLine(LINE) as Puzzle, 'x', 0);

beforeEach(() => void ask.mockReset());

test('without the library, broken rules are reported, but never the absence of mistakes', async () => {
  ask.mockRejectedValue(new EngineError('load', 'no library'));
  expect(await findMistakes(game)).toEqual({ text: en.play.checked.unknown, cells: [] });
  const broken = enter(game, { kind: 'digit', digit: 5, cells: [2] }, 0);
  expect(await findMistakes(broken)).toEqual({ text: en.play.checked.conflicts, cells: ['r1c3'] });
});

test('an invalid question is reported as an error', async () => {
  ask.mockRejectedValue(new AskError('no such option'));
  expect(await findMistakes(game)).toEqual({ text: en.app.failures.ask('no such option'), cells: [], kind: 'error' });
});

test('the last state without a mistake is found in the history', async () => {
  let played = game;
  for (const digit of [1, 2, 4]) played = enter(played, { kind: 'digit', digit, cells: [2] }, 0);
  played = enter(played, { kind: 'color', color: 1, cells: [2] }, 0);
  const outcomes = (...all: string[]) => {
    ask.mockReset();
    for (const outcome of all) ask.mockResolvedValueOnce({ outcome });
    return stepsToCorrect(played);
  };
  expect(await outcomes('fine')).toBe(0);
  // A color is a step without a question.
  expect(await outcomes('mistakes', 'conflicts', 'fine')).toBe(3);
  expect(ask.mock.calls.map(([, { digits }]) => (digits as string)[2])).toEqual(['4', '2', '1']);
  expect(await outcomes('mistakes', 'mistakes', 'mistakes', 'mistakes')).toBe('none');
  expect(await outcomes('mistakes', 'unknown')).toBe('unknown');
});

const library = (run: unknown) => ({ run }) as Pick<Engine, 'run'>;
const fresh = (run: unknown, signal = new AbortController().signal, drawn?: (count: number) => void) =>
  freshPuzzle({ level: 'hard' }, signal, drawn, library(run));

test('a puzzle is made, and the number of tries is reported', async () => {
  const drawn: number[] = [];
  const run = async (_: string, options: unknown, { progress }: { progress: (report: { drawn: number }) => void }) => {
    expect(options).toEqual({ level: 'hard' });
    progress({ drawn: 7 });
    return { rows: [{ puzzle: LINE }] };
  };
  const { puzzle, why } = await fresh(run, undefined, (count) => drawn.push(count));
  expect([puzzle?.text, puzzle?.level, why]).toEqual([LINE, 'hard', undefined]);
  expect(drawn).toEqual([7]);
});

test('if none can be made, a puzzle of the list is returned, with the reason', async () => {
  for (const run of [() => Promise.reject(new Error('no worker')), async () => ({ rows: [] })]) {
    const found = await fresh(run);
    expect(found).toMatchObject({ why: 'failed' });
    expect(STARTERS.hard).toContain(found.puzzle?.text);
  }
  const over = AbortSignal.abort();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over);
  expect(await fresh(() => Promise.reject(over.reason as Error))).toMatchObject({ why: 'time' });
  timeout.mockRestore();
});

test('a puzzle with other rules has the same grid and rules, killers have new cages, and there is no list', async () => {
  const six = puzzleOfLine('.'.repeat(36)) as Puzzle;
  expect(await likeThis({ ...six, rules: ['cage 5: r1c1 r1c2'] })).toEqual({ shape: '2x3', cages: '2..5' });
  const shape = { size: 4, boxRows: 0, boxColumns: 0, regions: [...'0011001122332233'].map(Number) };
  const jigsaw = await likeThis({ ...six, shape, rules: ['diagonals'] });
  expect(jigsaw).toMatchObject({ shape: 'grid 4x4', rules: ['regions 1122112233443344', 'diagonals'] });
  expect(await likeThis({ ...game.puzzle, level: 'unfair' })).toEqual({ level: 'unfair' });
  const failed = () => Promise.reject(new Error('no worker'));
  const unlike = await freshPuzzle({ rules: ['diagonals'] }, new AbortController().signal, undefined, library(failed));
  expect(unlike).toEqual({ why: 'unlike' });
});
