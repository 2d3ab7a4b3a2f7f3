import { expect, test } from 'vitest';

import { fakeEngine as fake } from '../../engine/fake-engine';
import { emptyBoard } from '../../draw/board';
import { Marginals } from './marginals';

const turn = () => new Promise((resolve) => setTimeout(resolve));
const board = emptyBoard(4);

test('shares of the solutions of a board, until the board changes', async () => {
  const { calls, library } = fake();
  const marginals = new Marginals(() => {}, library);
  const done = marginals.ofClues(board);
  expect([marginals.working, calls[0].ask]).toEqual([
    true,
    { puzzle: '................', semiring: 'log-sum', marginals: true },
  ]);
  calls[0].answer({ value: '5.66', exact: true, method: 'sweep', shares: [[0.25]] });
  await done;
  expect(marginals.of(board)).toEqual({ exact: true, method: 'sweep', shares: [[0.25]] });
  expect(marginals.of(emptyBoard(4))).toBeUndefined();
  expect(marginals.working).toBeUndefined();
});

test('scores: the best grid first, then shares', async () => {
  const { calls, library } = fake();
  const marginals = new Marginals(() => {}, library);
  const done = marginals.ofScores(board, 'scores', 'prob');
  expect(calls[0].ask).toEqual({ puzzle: 'scores', form: 'scores', scores: 'prob' });
  calls[0].answer({ value: '1', exact: true, labellings: [{ cost: 1, solution: '1234' }] });
  await turn();
  calls[1].answer({ value: '1', exact: false, method: 'beliefs', shares: [[1]] });
  await done;
  expect(marginals.of(board)).toEqual({ exact: false, method: 'beliefs', shares: [[1]], best: '1234' });
});

test('no solution, and faults of scores, are reported', async () => {
  const { calls, library } = fake();
  const marginals = new Marginals(() => {}, library);
  const done = marginals.ofClues(board);
  calls[0].answer({ exact: false, outcome: 'unsatisfiable' });
  await done;
  expect([marginals.error, marginals.of(board)]).toEqual(['No solution', undefined]);
  const other = marginals.ofScores(board, 'scores', 'prob');
  calls[1].answer({ exact: false, fault: { line: 3, column: 1, found: '"x"', expected: 'a number' } });
  await other;
  expect(marginals.error).toContain('3');
});

test('the work can be stopped', async () => {
  const { calls, library } = fake();
  const marginals = new Marginals(() => {}, library);
  const done = marginals.ofClues(board);
  marginals.clear();
  await done;
  expect([calls[0].signal?.aborted, marginals.working, marginals.error]).toEqual([true, undefined, undefined]);
});
