import { readFileSync } from 'node:fs';
import { compressToBase64 } from 'lz-string';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import * as library from '../../pkg/arcdoku';
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
const sudokuwiki = (board: string) => `https://www.sudokuwiki.org/sudoku.htm?bd=${board}`;

describe('f-puzzles', () => {
  const pair = { cells: ['R1C1', 'R1C2'] };
  const line = [['R1C1', 'R1C2', 'R1C3']];
  const outside = 'r1c2 r2c2 r3c2 r4c2 r5c2 r6c2';

  test.each<[keys: Cell, ...rules: string[]]>([
    [{ 'diagonal+': true }, 'all-different: r6c1 r5c2 r4c3 r3c4 r2c5 r1c6'],
    [{ 'diagonal+': true, 'diagonal-': true, antiknight: true }, 'diagonals', 'anti-knight'],
    [{ disjointgroups: true, antiking: false, xv: [] }, 'disjoint'],
    [{ antiking: true }, 'anti-king'],
    [{ grid: grid(6, { R1C1: { parity: 'Odd' }, R2C3: { parity: 'Even' } }) }, 'even: r2c3', 'odd: r1c1'],
    [{ killercage: [{ ...pair, value: '7' }] }, 'cage 7: r1c1 r1c2'],
    [{ killercage: [pair] }, 'all-different: r1c1 r1c2'],
    [{ extraregion: [{ cells: ['R5C1', 'R6C2'] }] }, 'all-different: r5c1 r6c2'],
    [{ thermometer: [{ lines: [...line, ['R1C1', 'R2C2']] }] }, 'thermo: r1c1 r1c2 r1c3', 'thermo: r1c1 r2c2'],
    [{ whispers: [{ lines: line }] }, 'whisper 5: r1c1 r1c2 r1c3'],
    [{ whispers: [{ lines: line, value: '3' }] }, 'whisper 3: r1c1 r1c2 r1c3'],
    [{ arrow: [{ cells: ['R1C1'], lines: line }] }, 'arrow: r1c1 r1c2 r1c3'],
    [{ arrow: [{ cells: ['R2C2', 'R2C1'], lines: [['R2C2', 'R3C2', 'R4C2']] }] }, 'pill-arrow 2: r2c1 r2c2 r3c2 r4c2'],
    [{ arrow: [{ cells: ['R4C4'], lines: [] }] }],
    [{ regionsumline: [{ lines: [['R1C2', 'R1C3', 'R1C4']] }] }, 'equal-sums: r1c2 r1c3 / r1c4'],
    [{ difference: [pair] }, 'white-dot: r1c1 r1c2'],
    [{ difference: [{ ...pair, value: '2' }] }, 'difference 2: r1c1 r1c2'],
    [{ ratio: [{ ...pair, value: '' }] }, 'black-dot: r1c1 r1c2'],
    [{ xv: [{ ...pair, value: 'V' }] }, 'v: r1c1 r1c2'],
    [{ negative: ['xv'], xv: [{ ...pair, value: 'V' }] }, 'strict-xv: r1c1 r1c2', 'v: r1c1 r1c2'],
    [{ negative: ['ratio'], difference: [pair] }, 'strict-ratio 2: r1c1 r1c2', 'white-dot: r1c1 r1c2'],
    [{ nonconsecutive: true, ratio: [pair] }, 'non-consecutive: r1c1 r1c2', 'black-dot: r1c1 r1c2'],
    [{ odd: [{ cell: 'R1C1' }, { cell: 'R2C2' }] }, 'odd: r1c1', 'odd: r2c2'],
    [{ sandwichsum: [{ cell: 'R0C2', value: '0' }] }, `sandwich 0: ${outside}`],
    [{ sandwichsum: [{ cell: 'R7C2', value: '3' }] }, `sandwich 3: ${outside.split(' ').reverse().join(' ')}`],
    [{ sandwichsum: [{ cell: 'R1C0' }] }],
    [
      { littlekillersum: [{ cell: 'R0C1', cells: ['R1C2', 'R2C3'], direction: 'DR', value: '5' }] },
      'little-killer 5: r1c2 r2c3',
    ],
    [
      { quadruple: [{ cells: ['R1C1', 'R1C2', 'R2C1', 'R2C2'], values: [1, 2] }] },
      'quadruple 1 2: r1c1 r1c2 r2c1 r2c2',
    ],
    [{ quadruple: [{ cells: [], values: [] }] }],
    [{ clone: [{ ...pair, cloneCells: ['R3C3', 'R3C4'] }] }, 'clone: r1c1 r1c2 / r3c3 r3c4'],
    [{ rowindexer: [pair] }, 'row-index: r1c1 r1c2'],
  ])('%j', async (keys, ...rules) => {
    const result = await imported(fpuzzles({ size: 6, grid: grid(6), ...keys }));
    expect([result.form, [...result.rules].sort(), result.state]).toEqual(['2x3', rules.sort(), undefined]);
  });

  test('candidates of a cell', async () => {
    const cells = { R2C2: { givenPencilMarks: [1, 2, null] } };
    const { candidates } = await imported(fpuzzles({ size: 4, grid: grid(4, cells) }));
    expect(candidates?.slice(4, 6)).toEqual([
      [1, 2, 3, 4],
      [1, 2],
    ]);
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
    [{ grid: grid(4, { R1C3: { region: 0 } }) }, 'region: a region of 5 cells in a grid of 4 digits'],
    [{ killercage: [{ cells: ['R0C4'] }] }, 'killercage: the cell "R0C4"'],
    [{ extraregion: [{}] }, 'extraregion: '],
    [{ killercage: [{ cells: ['R1C1'], value: 'x' }] }, 'killercage: a cage with the text "x"'],
    [{ xv: [{ ...pair, value: 'W' }] }, 'xv: "W"'],
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

  test('the texts of cages, and cages in rows', async () => {
    const row = [0, 1, 2, 3].map((column) => [0, column]);
    const cages = [
      { cells: row, unique: true, hidden: true, type: 'rowcol' },
      { value: 'solution: 1234341221434321' },
      { cells: [[3, 3]], value: '1', sum: 1 },
    ];
    const result = await imported(scl({ cells, cages, metadata: { title: 'Cages', rules: ['Normal', 'rules.'] } }));
    expect(result).toMatchObject({ line: `1${'.'.repeat(15)}`, form: '2x2', rules: ['cage 1: r4c4'], name: 'Cages' });
    expect((JSON.parse(result.text) as { solution?: string }).solution).toBe('1234341221434321');
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
    [fpuzzles({ size: 70, grid: [] }), /found a size of 70, expected a size of 1 to 64\./],
    [fpuzzles({ size: 9, grid: grid(8) }), /expected 9 rows of 9 cells\./],
    [fpuzzles({ size: 9, grid: grid(9).map((row, at) => row.slice(at === 2 ? 1 : 0)) }), /9 rows of 9 cells\./],
    [fpuzzles([1]), /^f-puzzles: /],
    ['https://f-puzzles.com/?load=N4Igzg%%%', /^f-puzzles: found .*, expected lz-string base64 of JSON\.$/],
    [fpuzzles('{"size":9,'), /^f-puzzles: .*JSON/],
    ['https://f-puzzles.com/?load=abc', /^f-puzzles: gefunden: „abc“; erwartet: JSON, gepackt mit lz-string/, de],
    [scl('{cells:[[{v:1}'), json],
    [scl(`{cells:${'['.repeat(5000)}`), json],
    ['scfABCDEFGHIJKLMNOPQ', /^SudokuPad: found .* cells, expected 81 cells\.$/],
    [sudokuwiki('123'), /^sudokuwiki: found "123", expected 81 digits\.$/],
    [sudokuwiki(`S9B${'zz'.repeat(81)}`), /found "zz", expected candidates of a cell/],
    [sudokuwiki(`S6A${'0'.repeat(72)}`), /expected 81 digits/],
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
