import { expect, test } from 'vitest';

import type { Engine } from '../../engine';
import { cluesAsk, emptyBoard } from './board';
import { Checker } from './checker';

type Run = Engine['run'];
interface Asked {
  question: string;
  ask: Record<string, unknown>;
  signal: AbortSignal | undefined;
  progress: ((told: object) => void) | undefined;
  answer: (reply: object) => void;
}

/** A simulated engine with replies from the test. */
function fake() {
  const asked: Asked[] = [];
  const run = (question: string, ask: Record<string, unknown>, { signal, progress }: Partial<Asked> = {}) =>
    new Promise((resolve, reject) => {
      asked.push({ question, ask, signal, progress, answer: resolve });
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  return { asked, library: { run: run as unknown as Run } };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));
const board = emptyBoard(4);

test('one solution: candidates, then redundant clues', async () => {
  const { asked, library } = fake();
  const checker = new Checker(() => {}, library);
  const done = checker.look(board, 10);
  expect(checker.working).toBe('solve');
  asked[0].answer({ outcome: 'unique', solution: '1' });
  await turn();
  expect(asked[1]).toMatchObject({ question: 'candidates', ask: { most: 10 } });
  asked[1].answer({ outcome: 'unique', counts: [] });
  await turn();
  expect(asked[2].question).toBe('check');
  asked[2].answer({ clues: 4, minimal: true });
  await done;
  expect(checker.findings.check?.minimal).toBe(true);
  expect(checker.working).toBeUndefined();
});

test('no solution: the broken rules', async () => {
  const { asked, library } = fake();
  const checker = new Checker(() => {}, library);
  const done = checker.look(board, 0);
  asked[0].answer({ outcome: 'unsatisfiable', refutation: 'clues' });
  await turn();
  asked[1].answer({ outcome: 'unsatisfiable', conflicts: [{ constraint: 'row 1', cells: ['r1c1', 'r1c2'] }] });
  await done;
  expect(checker.findings.conflicts).toHaveLength(1);
});

test('an edit cancels the work on the previous board, whose reply is ignored', async () => {
  const { asked, library } = fake();
  const checker = new Checker(() => {}, library);
  const first = checker.look(board, 0);
  const second = checker.look(board, 0);
  await first;
  expect(asked[0].signal?.aborted).toBe(true);
  expect(asked[1].signal?.aborted).toBe(false);
  asked[0].answer({ outcome: 'multiple' });
  asked[1].answer({ outcome: 'unknown' });
  await second;
  expect(checker.findings.solved?.outcome).toBe('unknown');
  expect(checker.error).toBeUndefined();
});

test('the work can be stopped, which is recorded', async () => {
  const { asked, library } = fake();
  const checker = new Checker(() => {}, library);
  const done = checker.look(board, 0);
  checker.stop();
  await done;
  expect(asked[0].signal?.aborted).toBe(true);
  expect([checker.ended, checker.working]).toEqual([true, undefined]);
});

test('the work reports progress until the next part begins', async () => {
  const { asked, library } = fake();
  const checker = new Checker(() => {}, library);
  const done = checker.look(board, 1);
  asked[0].progress?.({ done: 0, all: 0, count: 640 });
  expect(checker.told?.count).toBe(640);
  asked[0].answer({ outcome: 'multiple' });
  await turn();
  expect([checker.working, checker.told]).toEqual(['candidates', undefined]);
  asked[1].progress?.({ done: 3, all: 64, count: 0 });
  expect(checker.told).toMatchObject({ done: 3, all: 64 });
  checker.stop();
  asked[1].progress?.({ done: 4, all: 64, count: 0 });
  await done;
  expect(checker.told).toBeUndefined();
});

test('counting reports its share and a lower bound, and ends with the exact number', async () => {
  const { asked, library } = fake();
  const checker = new Checker(() => {}, library);
  const done = checker.countAll(board);
  expect(asked[0]).toMatchObject({ question: 'count', ask: { puzzle: cluesAsk(board).puzzle } });
  expect(asked[0].ask).not.toHaveProperty('most');
  asked[0].progress?.({ share: 0.25, count: '1000' });
  expect(checker.count).toEqual({ text: '1000', share: 0.25, done: false, exact: false });
  expect(checker.counting).toBe(true);
  asked[0].answer({ count: '1234', exact: true });
  await done;
  expect(checker.count).toEqual({ text: '1234', share: 1, done: true, exact: true });
  expect(checker.counting).toBe(false);
});

test('a stopped count keeps its lower bound', async () => {
  const { asked, library } = fake();
  const checker = new Checker(() => {}, library);
  const done = checker.countAll(board);
  asked[0].progress?.({ share: 0.5, count: '1000' });
  checker.stopCount();
  asked[0].progress?.({ share: 0.6, count: '1200' });
  await done;
  expect(asked[0].signal?.aborted).toBe(true);
  expect([checker.count?.text, checker.count?.done, checker.counting]).toEqual(['1000', false, false]);
});

test('an error is reported', async () => {
  const library = { run: (() => Promise.reject(new Error('no worker'))) as unknown as Run };
  const checker = new Checker(() => {}, library);
  await checker.look(board, 0);
  expect(checker.error).toContain('no worker');
});
