import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';

import * as library from '../../pkg/arcdoku';
import { de } from '../words/de';
import { en } from '../words/en';
import { puzzleVerdict } from './verdict';

beforeAll(() => {
  library.initSync({ module: readFileSync(new URL('../../pkg/arcdoku_bg.wasm', import.meta.url)) });
});

const ONE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const verdict = (text: string, words = en) => puzzleVerdict({ text }, async (ask) => library.ask('solve', ask), words);

test('a proper puzzle has no problem, and a solution', async () =>
  expect(await verdict(ONE)).toEqual({ outcome: 'unique', solution: expect.stringMatching(/^5346/) }));

test.each([
  ['a repeated clue', `55${ONE.slice(2)}`, 'The clues break a rule: second 5 in row 1 (first at r1c1).'],
  ['several solutions', `.${ONE.slice(1, 20)}.${ONE.slice(21)}`, 'The puzzle has several solutions.'],
  [
    'rules with several solutions',
    '{"puzzle":"................","rules":["cage 3: r1c1 r1c2"]}',
    'The puzzle has several solutions.',
  ],
  ['no solution', `${ONE.slice(0, 2)}1${ONE.slice(3)}`, 'The puzzle has no solution.'],
])('%s: a message', async (_, text, expected) => expect((await verdict(text)).problem).toBe(expected));

test('in German', async () => {
  expect((await verdict(`55${ONE.slice(2)}`, de)).problem).toBe(
    'Die Vorgaben verletzen eine Regel: zweite 5 in Zeile 1 (erste in r1c1).',
  );
});
