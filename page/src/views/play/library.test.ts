import { beforeEach, expect, test, vi } from 'vitest';

import { AskError, EngineError } from '../../engine/errors';
import { enter, newGame } from '../../game/game';
import { puzzleOfLine, type Puzzle } from '../../game/puzzle';
import { en } from '../../words/en';
import { findMistakes } from './library';

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
