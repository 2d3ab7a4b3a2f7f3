import { beforeEach, expect, test, vi } from 'vitest';

import { newGame } from '../../game/game';
import { puzzleOfLine } from '../../game/puzzle';
import { change } from '../../shell/settings';
import { Assistant } from './assistant';
import { helpBoard } from './board';
import { fakeEngine, type Call } from '../../engine/fake-engine';

vi.mock('../../engine', () => ({ engine: {} }));
vi.stubGlobal('navigator', { language: 'en' });

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const turn = () => new Promise((resolve) => setTimeout(resolve));

let calls: Call[] = [];

beforeEach(() => change({ helpCap: 'all', helpScale: 'relaxed', helpAssumesOne: true }));

function assistant(line = LINE): Assistant {
  const engine = fakeEngine();
  calls = engine.calls;
  const one = new Assistant(() => {}, engine.library);
  one.look(helpBoard(newGame(puzzleOfLine(line)!, 'id', 0)));
  return one;
}

test('a hint is about the board, in the words of the page', async () => {
  const one = assistant();
  const done = one.hint('vague');
  expect(one.working).toBe('hint');
  await turn();
  expect(calls[0]).toMatchObject({ question: 'hint', ask: { puzzle: LINE, grade: 'vague', coordinates: 'rc' } });
  expect(calls[0].ask).not.toHaveProperty('techniques');
  calls[0].answer({ outcome: 'hint', text: ['Look.'] });
  await done;
  expect(one.answers.hint?.text).toEqual(['Look.']);
  expect(one.working).toBeUndefined();
});

test('a hint that takes long runs in a separate worker, and reports its progress', async () => {
  const one = assistant();
  const done = one.hint('full');
  await turn();
  expect(calls[0]).toMatchObject({ ask: { quick: true }, alone: false });
  calls[0].answer({ outcome: 'long', text: [] });
  await turn();
  expect(calls[1]).toMatchObject({ question: 'hint', ask: { grade: 'full' }, alone: true });
  expect(calls[1].ask).not.toHaveProperty('quick');
  calls[1].progress?.({ done: 50, all: 54, count: 0 });
  expect(one.jobProgress).toMatchObject({ done: 50, all: 54 });
  calls[1].answer({ outcome: 'hint', text: ['Look.'] });
  await done;
  expect([one.answers.hint?.text, one.jobProgress]).toEqual([['Look.'], undefined]);
});

test('the progress of a board is requested after the hint, once, and not during another question', async () => {
  vi.useFakeTimers();
  const one = assistant();
  const hint = async () => {
    const done = one.hint('vague');
    await vi.advanceTimersByTimeAsync(0);
    calls.at(-1)?.answer({ outcome: 'hint', text: ['Look.'] });
    await done;
  };
  await hint();
  await hint();
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.map(({ question }) => question)).toEqual(['hint', 'hint', 'progress']);
  calls[2].answer({ progress: { percent: 40, level: 'Hard' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(one.answers.progress?.percent).toBe(40);
  await hint();
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls).toHaveLength(4);
  vi.useRealTimers();
});

test('capped techniques are named; the scale of the Explainer is whole', async () => {
  const one = assistant();
  change({ helpCap: 'singles', helpAssumesOne: false });
  void one.hint('vague');
  await turn();
  expect(calls[0].question).toBe('techniques');
  calls[0].answer({
    techniques: [
      { name: 'naked-single', family: 'single' },
      { name: 'x-wing', family: 'fish' },
    ],
  });
  await turn();
  expect(calls[1].ask).toMatchObject({ techniques: ['naked-single'], no_uniqueness: true });
  change({ helpScale: 'se' });
  void one.path();
  await turn();
  expect(calls[2].ask).toMatchObject({ scale: 'se' });
  expect(calls[2].ask).not.toHaveProperty('techniques');
});

test('another board ends the question and forgets the answers', async () => {
  const one = assistant();
  const done = one.steps();
  await turn();
  one.look(null);
  await done;
  expect(calls[0].signal?.aborted).toBe(true);
  expect([one.answers, one.working, one.error]).toEqual([{}, undefined, undefined]);
});

test('other grids and rules have techniques of their own, in a worker of their own', async () => {
  const one = assistant('12..34....4....1');
  change({ helpCap: 'no-chains' });
  const done = one.hint('full');
  await turn();
  expect(calls[0]).toMatchObject({ question: 'hint', alone: true });
  expect(calls[0].ask.without).toEqual(['deep-contradiction', 'contradiction', 'propagation']);
  expect(calls[0].ask).not.toHaveProperty('techniques');
  calls[0].answer({ outcome: 'hint', text: ['Look.'] });
  await done;
  void one.ratings();
  await turn();
  expect(calls[1].ask).toMatchObject({ scales: ['relaxed'] });
  expect([one.hasPage('sum'), one.title('sum')]).toEqual([false, 'sum']);
});

test('an error is shown', async () => {
  const one = assistant();
  const done = one.hint('vague');
  await turn();
  calls[0].fail(new Error('no worker'));
  await done;
  expect([one.error, one.working]).toEqual([expect.stringContaining('no worker'), undefined]);
});
