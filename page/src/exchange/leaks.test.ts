import { readFileSync } from 'node:fs';
import { compressToBase64 } from 'lz-string';
import { beforeAll, expect, test, vi } from 'vitest';

import * as library from '../../pkg/arcdoku';
import { de } from '../words/de';
import { en } from '../words/en';
import { TEMPLATES } from '../words/faults-de';
import { readText } from './read';

beforeAll(() => {
  library.initSync({ module: readFileSync(new URL('../../pkg/arcdoku_bg.wasm', import.meta.url)) });
  vi.stubGlobal('navigator', { language: 'en' });
});

/** A placeholder of a template, in the forms of Rust and of the page. */
const HOLE = /\{\w*\}/;

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const grid = (size: number) => Array.from({ length: size }, () => Array.from({ length: size }, () => ({})));

/** Puzzles in the format of f-puzzles with one wrong part each. */
const WRONG: object[] = [
  {},
  { size: 9 },
  { size: 0, grid: [] },
  { size: 9, grid: grid(4) },
  { size: 4, grid: [...grid(3), [{ value: 9 }, {}, {}, {}]] },
  { size: 4, grid: grid(4), killercage: [{ cells: ['R9C9'], value: '5' }] },
  { size: 4, grid: grid(4), killercage: [{ cells: ['x'], value: 'y' }] },
  { size: 4, grid: grid(4), thermometer: [{ lines: [['R1C1']] }] },
  { size: 4, grid: grid(4), littlekillersum: [{ cell: 'R0C1', direction: 'UP', value: 3 }] },
  { size: 4, grid: grid(4), sandwichsum: [{ cell: 'R1C0', value: 'x' }] },
  { size: 4, grid: grid(4), difference: [{ cells: ['R1C1', 'R4C4'], value: 'z' }] },
  { size: 4, grid: grid(4), clone: [{ cells: ['R1C1'], cloneCells: ['R1C9'] }] },
  { size: 4, grid: grid(4), nosuchrule: [{ cells: ['R1C1'] }] },
];

const LINKS = [
  'https://sudokupad.app/x',
  'https://sudokumaker.app/?puzzle=N4Ig',
  'https://www.sudokuwiki.org/sudoku.htm?bd=',
  'https://swaroopg92.github.io/penpa-edit/#m=edit&p=N4Ig',
  'https://example.com/N4Ig',
];

/** Unreadable texts with every kind of fault. */
function* refused(): Generator<string> {
  for (let length = 1; length < EASY.length; length += 7) yield EASY.slice(0, length);
  for (const wrong of ['!', '{', '}', '{}', '[', '"', 'é', ',', ';', '\t', '|']) {
    yield EASY.slice(0, 40) + wrong + EASY.slice(41);
    yield wrong;
  }
  yield '5 5 x\n1 2 3\n';
  yield 'puzzle,level\n';
  for (const value of ['{}', '[]', 'null', '1', '"x"', `"${EASY}1"`, '"11.............."']) {
    yield `{"puzzle": ${value}}`;
    yield `{"puzzle": "................", "rules": [${value}]}`;
    for (const key of ['rules', 'shape', 'regions']) yield `{"puzzle": "................", "${key}": ${value}}`;
  }
  const examples = readFileSync(new URL('../../pkg/kinds.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const { name } of examples.map((line) => JSON.parse(line) as { name: string })) {
    for (const words of [name, `${name}: r9c9`, `${name} x: r1c1`, `${name} 3: {}`, `${name}: r1c1 r1c1`]) {
      yield JSON.stringify({ puzzle: '................', rules: [words] });
    }
  }
  for (const puzzle of WRONG) {
    const packed = compressToBase64(JSON.stringify(puzzle));
    for (const text of [packed, `https://www.f-puzzles.com/?load=${packed}`, `https://sudokupad.app/fpuz${packed}`]) {
      yield text;
      yield text.slice(0, -9);
    }
    yield JSON.stringify(puzzle);
  }
  for (const link of LINKS) yield* [link, `${link}{}`];
}

/** Values that fields of puzzles do not have, and values that some of them have. */
const ODD: readonly unknown[] = [
  ...[null, true, -1, 0, 3.5, 99, '', 'R1C1', 'R0C9', 'x'],
  ...[[], [[]], {}, [null], [['R1C1', 'R1C2']], { cells: 1 }],
];
const KEYS = [
  ...['size', 'grid', 'killercage', 'thermometer', 'extraregion', 'diagonal+', 'antiknight', 'title', 'solution'],
  ...['cells', 'regions', 'cages', 'metadata', 'lines', 'ruleset', 'line', 'settings', 'foglight'],
];

/** Links of f-puzzles and SudokuPad with a few odd values, some of them cut off. */
function* odd(): Generator<string> {
  // A seeded generator, so every run has the same values.
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  const pick = () => ODD[random(ODD.length)];
  const part = () => [pick(), { cells: pick(), value: pick(), sum: pick(), lines: pick(), unique: pick() }];
  for (let round = 0; round < 2000; round++) {
    const [key, prefix] = round % 2 ? ['grid', 'fpuz'] : ['cells', 'scl'];
    const cell = { value: pick(), given: pick(), region: pick(), centerPencilMarks: pick(), pencilMarks: pick() };
    const cells: unknown[][] = grid(4);
    cells[1][random(4)] = random(2) ? cell : pick();
    const value: Record<string, unknown> = { size: 4, [key]: cells };
    for (let count = random(4); count >= 0; count--) value[KEYS[random(KEYS.length)]] = random(2) ? pick() : part();
    const text = JSON.stringify(value);
    yield prefix + compressToBase64(random(4) === 0 ? text.slice(0, 30 + random(text.length)) : text);
  }
}

const read = (text: string, words = en) =>
  readText(text, async (input) => library.ask('read', { text: input, partial: true }), words);

test('odd values result in a puzzle or a reason, never in an error', async () => {
  const kinds = new Set<string>();
  for (const text of odd()) kinds.add(typeof (await read(text)));
  expect([...kinds].sort()).toEqual(['object', 'string']);
});

test('no message contains a placeholder that is not in the text', async () => {
  const leaks: string[] = [];
  let problems = 0;
  for (const text of refused()) {
    for (const words of [en, de]) {
      const message = await read(text, words);
      if (typeof message !== 'string') continue;
      problems += 1;
      if (HOLE.test(message) && !HOLE.test(text)) leaks.push(`${text.slice(0, 80)}: ${message}`);
      // A phrase without a German text is completely in English.
      if (/undefined|\bNaN\b|\[object/.test(message)) leaks.push(`${text.slice(0, 80)}: ${message}`);
    }
  }
  expect(leaks).toEqual([]);
  expect(problems).toBeGreaterThan(500);
});

test('a template fills only its own placeholders', () => {
  const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  for (const [found, german] of TEMPLATES) {
    expect(holes(found), `${found} = ${german}`).toEqual(expect.arrayContaining(holes(german)));
    expect(`${found} ${german}`).not.toMatch(/\{\}/);
  }
});
