import { readFileSync } from 'node:fs';
import { compressToBase64 } from 'lz-string';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import * as library from '../../pkg/arcdoku';
import { KINDS } from '../element/rules';
import { documentOf, isIncomplete, lineOf, shapeText } from '../game/puzzle';
import { unknownParts } from './fault-texts';
import { de } from '../words/de';
import { en } from '../words/en';
import { puzzleFrom, type Reading } from '../shell/reading';
import { readText } from './read';

type Cell = Record<string, unknown>;

/*
 * These tests use the last build of the library. Its own tests are about the recognition of texts, drawings, regions,
 * cages and entries; `e2e/exchange.test.ts` pastes links. Numbers are formatted in the language of the page.
 */
beforeAll(() => {
  library.initSync({ module: readFileSync(new URL('../../pkg/arcdoku_bg.wasm', import.meta.url)) });
  vi.stubGlobal('navigator', { language: 'en' });
});

const pack = (value: unknown) => compressToBase64(typeof value === 'string' ? value : JSON.stringify(value));

/** A grid in the format of f-puzzles. `cells` has names such as R1C2 as keys. */
function grid(size: number, cells: Record<string, Cell> = {}): Cell[][] {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => cells[`R${row + 1}C${column + 1}`] ?? {}),
  );
}

const read = (text: string, words = en): Promise<Reading | string> =>
  readText(text, async (input) => library.ask('read', { text: input, partial: true }), words);

async function imported(text: string) {
  const reading = await read(text);
  if (typeof reading === 'string') throw new Error(reading);
  const { puzzle, progress, notes } = reading;
  const unknown = puzzle.origin ? unknownParts(puzzle.origin, en.exchange) : [];
  return {
    ...puzzle,
    unknown,
    line: lineOf(puzzle.givens),
    form: shapeText(puzzle.shape),
    state: progress?.state,
    notes,
  };
}

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

describe('texts', () => {
  test.each([
    ['a line', ` ${LINE}\n`],
    ['a link of this page', `http://localhost:1234/index.html#/play?p=${LINE}&s=abc`],
  ])('%s is read without the library', async (_, text) => {
    const reading = await puzzleFrom(text);
    if (typeof reading === 'string') throw new Error(reading);
    expect([lineOf(reading.puzzle.givens), reading.wrong]).toEqual([LINE, text.includes('&s=') ? 'torn' : undefined]);
  });

  test('of several puzzles, the first one is opened', async () => {
    const { text, notes } = await imported(`${LINE}\n${'.'.repeat(81)}\n${LINE}\n`);
    expect([text, notes]).toEqual([LINE, ['The text has 3 puzzles. The first one was opened.']]);
  });

  test('grids of any shape are accepted', async () => {
    const read = async (shape: string, cells: number) =>
      (await imported(JSON.stringify({ puzzle: '.'.repeat(cells), shape }))).shape;
    const shape = { size: 6, rows: 2, columns: 3, least: 0, extra: 4, boxRows: 0, boxColumns: 0 };
    expect(await read('grid 2x3 digits 0-5 extra 4', 10)).toEqual(shape);
    expect((await read('grid 9x9 boxes 3x3 bare', 81)).bare).toBe(true);
  });
});

const fpuzzles = (value: unknown) => `https://www.f-puzzles.com/?load=${pack(value)}`;
const scl = (value: unknown) => `https://sudokupad.app/scl${pack(value)}`;

describe('f-puzzles', () => {
  const pair = { cells: ['R1C1', 'R1C2'] };
  const line = [['R1C1', 'R1C2', 'R1C3']];
  test.each<[keys: Cell, ...rules: string[]]>([
    [{ disjointgroups: true, antiking: false, xv: [] }, 'disjoint'],
    [{ grid: grid(6, { R1C1: { parity: 'Odd' }, R2C3: { parity: 'Even' } }) }, 'even: r2c3', 'odd: r1c1'],
    [{ killercage: [pair] }, 'all-different: r1c1 r1c2'],
    [{ thermometer: [{ lines: [...line, ['R1C1', 'R2C2']] }] }, 'thermo: r1c1 r1c2 r1c3', 'thermo: r1c1 r2c2'],
    [{ negative: ['xv'], xv: [{ ...pair, value: 'V' }] }, 'strict-xv: r1c1 r1c2', 'v: r1c1 r1c2'],
  ])('%j', async (keys, ...rules) => {
    const result = await imported(fpuzzles({ size: 6, grid: grid(6), ...keys }));
    expect([result.form, [...result.rules].sort(), result.state]).toEqual(['2x3', rules.sort(), undefined]);
  });

  test('unknown rules are reported, never dropped', async () => {
    const value = { size: 9, grid: grid(9), antiking: true, foglight: ['R1C1'], futureRule: {} };
    const result = await imported(fpuzzles(value));
    expect(result.origin).toMatchObject({ lit: [0] });
    expect([result.unknown, isIncomplete(result)]).toEqual([['futureRule'], true]);
    expect(result.notes.join()).toMatch(/there are no hints/);
  });

  test.each([
    [{ grid: grid(4, { R1C2: { value: 5, given: true } }) }, 'given: the value 5 in a grid of 1 to 4'],
    [
      { whispers: [{ lines: line }] },
      "whispers: found 'whisper 5: r1c1 r1c2 r1c3', which no values from 1 to 4 obey, ",
    ],
  ])('a part that does not fit is named: %#', async (keys, part) => {
    const { unknown, origin } = await imported(fpuzzles({ size: 4, grid: grid(4), ...keys }));
    expect(unknown.join()).toContain(part);
    if (part.includes('found')) expect(unknownParts(origin!, de.exchange)[0]).toMatch(/: gefunden: .*; erwartet: /);
  });

  test('the document of a puzzle is kept, and read as the same puzzle', async () => {
    const cells = { R1C1: { value: '5', given: true }, R9C9: { c: '#FF0000' } };
    const value = { size: 9, grid: grid(9, cells), title: 'A title', text: [{}, {}], ruleset: 'Rules.' };
    const puzzle = await imported(fpuzzles(value));
    expect(puzzle).toMatchObject({ line: `5${'.'.repeat(80)}`, form: '3x3', rules: [], name: 'A title', notes: [] });
    expect(puzzle.origin).toMatchObject({ rules: 'Rules.', drawing: [{ color: '#FF0000' }] });
    expect(documentOf(puzzle)).toBe(fpuzzles(value));
    expect((await imported(puzzle.text)).origin).toEqual(puzzle.origin);
  });
});

describe('SudokuPad', () => {
  const cells = grid(4, {
    R1C1: { value: 1, given: true },
    R2C2: { cornermarks: [1, 2], centremarks: [3] },
    R2C3: { cornermarks: [4], candidates: [] },
    R3C3: { color: '#fff' },
  });

  test('unknown fields of cells are reported', async () => {
    const result = await imported(scl({ cells }));
    expect(result.state?.[5]).toEqual({ center: [3] });
    expect(result.notes).toEqual(['Ignored in cells: 2 × cornermarks, color.']);
  });
});

describe('a text that is not a puzzle is refused', () => {
  const json = /^SudokuPad: found .*, expected JSON, zipped or not\.$/;

  test.each<[text: string, message: RegExp, words?: typeof en]>([
    [fpuzzles({ grid: grid(9) }), /found a size of 0, expected a size of 1 to 64\./],
    ['https://f-puzzles.com/?load=N4Igzg%%%', /^f-puzzles: found .*, expected lz-string base64 of JSON\.$/],
    [fpuzzles('{"size":9,'), /^f-puzzles: .*JSON/],
    ['https://f-puzzles.com/?load=abc', /^f-puzzles: gefunden: „abc“; erwartet: JSON, gepackt mit lz-string/, de],
    [scl('{cells:[[{v:1}'), json],
    ['https://sudokupad.app/yp87tkg99m', /^This link from SudokuPad contains only .* \(yp87tkg99m\).* fetches nothing/],
    ['https://app.crackingthecryptic.com/sudoku/abc123', /^This link from SudokuPad contains only .* \(abc123\)/],
    ['https://f-puzzles.com/?id=y2xyzabc', /^This link from f-puzzles contains only .* \(y2xyzabc\)/],
    ['https://example.org/puzzle?x=1', /^Links from example\.org are not supported/],
    [' \n ', /^There is no text to read\.$/],
    ['x'.repeat(5_000_000), /5,000,000 characters/],
  ])('%#', async (text, message, words = en) => {
    expect(await read(text, words)).toMatch(message);
  });
});

/** Unreadable texts: parts of a line, JSON with wrong values, wrong rules of all kinds, and packed documents. */
function* refused(): Generator<string> {
  const line = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  for (let length = 1; length < line.length; length += 7) yield line.slice(0, length);
  for (const wrong of ['!', '{', '}', '[', '"', 'é', ',', '\t', '|']) yield line.slice(0, 40) + wrong + line.slice(41);
  for (const value of ['{}', '[]', 'null', '1', '"x"', `"${line}1"`]) {
    yield `{"puzzle": ${value}}`;
    for (const field of ['rules', 'shape', 'regions', 'import']) yield `{"puzzle": "${line}", "${field}": ${value}}`;
  }
  for (const { name } of KINDS) {
    for (const words of [name, `${name}: r9c10`, `${name} x: r1c1`, `${name} 3: {}`, `${name}: r1c1 r1c1`])
      yield JSON.stringify({ puzzle: line, rules: [words] });
  }
  const part = { killercage: [{ cells: ['x'], value: 'y' }], sandwichsum: [{ cell: 'R1C0', value: 'x' }] };
  for (const wrong of [{}, { size: 9 }, { size: 9, grid: grid(4) }, { size: 4, grid: grid(4), ...part, unknown: [{}] }])
    for (const link of ['', 'https://www.f-puzzles.com/?load=', 'https://sudokupad.app/fpuz']) yield link + pack(wrong);
}

test('no message contains a placeholder, or a value that is no text', async () => {
  const leaks: string[] = [];
  let problems = 0;
  for (const text of refused()) {
    for (const words of [en, de]) {
      const message = await read(text, words);
      if (typeof message !== 'string') continue;
      problems += 1;
      const isHole = /\{\w*\}/.test(message) && !/\{\w*\}/.test(text);
      if (isHole || /undefined|\bNaN\b|\[object/.test(message)) leaks.push(`${text.slice(0, 80)}: ${message}`);
    }
  }
  expect(leaks).toEqual([]);
  expect(problems).toBeGreaterThan(1000);
});
