import { beforeEach, expect, test, vi } from 'vitest';

import { AskError, EngineError } from '../../engine/errors';
import { enter, newGame } from '../../game/game';
import { puzzleOfLine, type Puzzle } from '../../game/puzzle';
import { en } from '../../words/en';
import { findMistakes, stepsToCorrect } from './library';

const ask = vi.hoisted(() => vi.fn());
vi.mock('../../engine', async () => ({ ...(await import('../../engine/errors')), engine: { ask } }));
vi.mock('../../shell/session', () => ({ session: {} }));

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
