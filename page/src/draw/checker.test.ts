import { expect, test } from 'vitest';

import { fakeEngine as fake, type Run } from '../engine/fake-engine';
import { boardShown, emptyBoard } from './board';
import { Checker } from './checker';

const turn = () => new Promise((resolve) => setTimeout(resolve));
const board = emptyBoard(4);
const begin = () => {
  const { calls, library } = fake();
  return { calls, checker: new Checker(() => {}, library) };
};

test('no solution, and no broken rule: the parts that contradict each other', async () => {
  const { calls, checker } = begin();
  const done = checker.look(board, 0);
  calls[0].answer({ outcome: 'unsatisfiable', refutation: 'search' });
  await turn();
  calls[1].answer({ outcome: 'unsatisfiable' });
  await turn();
  expect(calls[2]).toMatchObject({ question: 'solve', ask: { because: true } });
  const parts = ['row 1', 'cage 3: r2c1 r2c2', 'r4c4=2'];
  calls[2].answer({ outcome: 'unsatisfiable', because: parts, smallest: true });
  await done;
  expect(checker.findings.contradiction).toEqual({ parts, smallest: true });
  const { tints } = boardShown(board, checker.findings, 0).layers;
  expect(tints?.map(({ cells }) => cells.join(' '))).toEqual(['r1c1 r1c2 r1c3 r1c4', 'r2c1 r2c2', 'r4c4']);
});

test('an edit cancels the work on the previous board, whose reply is ignored', async () => {
  const { calls, checker } = begin();
  const first = checker.look(board, 0);
  const second = checker.look(board, 0);
  await first;
  expect(calls[0].signal?.aborted).toBe(true);
  expect(calls[1].signal?.aborted).toBe(false);
  calls[0].answer({ outcome: 'multiple' });
  calls[1].answer({ outcome: 'unknown' });
  await second;
  expect(checker.findings.solved?.outcome).toBe('unknown');
  expect(checker.error).toBeUndefined();
});

test('the work reports progress until the next part begins', async () => {
  const { calls, checker } = begin();
  const done = checker.look(board, 1);
  calls[0].progress?.({ done: 0, all: 0, count: 640 });
  expect(checker.jobProgress?.count).toBe(640);
  calls[0].answer({ outcome: 'multiple' });
  await turn();
  expect([checker.working, checker.jobProgress]).toEqual(['candidates', undefined]);
  calls[1].progress?.({ done: 3, all: 64, count: 0 });
  expect(checker.jobProgress).toMatchObject({ done: 3, all: 64 });
  checker.stop();
  calls[1].progress?.({ done: 4, all: 64, count: 0 });
  await done;
  expect([checker.ended, checker.working, checker.jobProgress]).toEqual([true, undefined, undefined]);
});

test('redundant clues are searched unless the caller does not need them', async () => {
  for (const redundant of [true, false]) {
    const { calls, checker } = begin();
    void checker.look(board, 0, { redundant });
    calls[0].answer({ outcome: 'unique' });
    await turn();
    expect(calls.map(({ question }) => question)).toEqual(redundant ? ['solve', 'check'] : ['solve']);
  }
});

test('an error is reported', async () => {
  const library = { run: (() => Promise.reject(new Error('no worker'))) as unknown as Run };
  const checker = new Checker(() => {}, library);
  await checker.look(board, 0);
  expect(checker.error).toContain('no worker');
});
