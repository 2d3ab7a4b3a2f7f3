import { readFileSync } from 'node:fs';
import { compressToBase64, decompressFromBase64 } from 'lz-string';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import * as library from '../../pkg/arcdoku';
import { documentOf, isIncomplete, lineOf, shapeText } from '../game/puzzle';
import { unknownParts } from './fault-texts';
import { de } from '../words/de';
import { en } from '../words/en';
import { type Outcome, readText } from './read';

type Cell = Record<string, unknown>;

/* These tests use the last build of the library. Numbers are formatted in the language of the page. */
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

const read = (text: string, words = en): Promise<Outcome> =>
  readText(text, async (input) => library.ask('read', { text: input, partial: true }), words);

async function imported(text: string) {
  const outcome = await read(text);
  if (outcome.kind !== 'puzzle') throw new Error(JSON.stringify(outcome));
  const { puzzle, state, notes } = outcome;
  const unknown = puzzle.origin ? unknownParts(puzzle.origin, en.exchange) : [];
  return { ...puzzle, unknown, line: lineOf(puzzle.givens), form: shapeText(puzzle.shape), state, notes };
}

async function problem(text: string, words = en): Promise<string> {
  const outcome = await read(text, words);
  if (outcome.kind !== 'problem') throw new Error(JSON.stringify(outcome));
  return outcome.text;
}

const fpuzzles = (value: unknown) => `https://www.f-puzzles.com/?load=${pack(value)}`;
const solutionOf = ({ text }: { text: string }) => (JSON.parse(text) as { solution?: string }).solution;

describe('f-puzzles', () => {
  test('a classic puzzle with entries and marks', async () => {
    const cells = {
      R1C1: { value: 5, given: true },
      R1C2: { value: 3 },
      R1C3: { centerPencilMarks: [4, 2], cornerPencilMarks: [9] },
      R9C9: { value: '9', given: true, c: '#FF0000' },
    };
    const result = await imported(fpuzzles({ size: 9, title: 'A title', author: 'a setter', grid: grid(9, cells) }));
    expect(result).toMatchObject({ line: `5${'.'.repeat(79)}9`, form: '3x3', rules: [], name: 'A title', notes: [] });
    expect(result.origin).toMatchObject({ author: 'a setter', drawing: [{ color: '#FF0000' }] });
    expect(result.state?.slice(0, 4)).toEqual([
      { digit: 5, given: true },
      { digit: 3 },
      { corner: [9], center: [2, 4] },
      {},
    ]);
  });

  test('all supported rules', async () => {
    const result = await imported(
      fpuzzles({
        size: 6,
        grid: grid(6, { R2C2: { givenPencilMarks: [1, 2, null] } }),
        'diagonal+': true,
        'diagonal-': true,
        antiknight: true,
        disjointgroups: true,
        antiking: false,
        xv: [],
        killercage: [{ cells: ['R1C1', 'R1C2'], value: '7' }, { cells: ['R2C1', 'R2C2'] }],
        extraregion: [{ cells: ['R5C1', 'R6C2'] }],
        thermometer: [
          {
            lines: [
              ['R1C3', 'R1C4'],
              ['R1C3', 'R2C4', 'R3C5'],
            ],
          },
        ],
      }),
    );
    expect(result.form).toBe('2x3');
    expect(result.rules).toEqual([
      'diagonals',
      'anti-knight',
      'disjoint',
      'cage 7: r1c1 r1c2',
      'thermo: r1c3 r1c4',
      'thermo: r1c3 r2c4 r3c5',
      'all-different: r2c1 r2c2',
      'all-different: r5c1 r6c2',
    ]);
    expect(result.candidates?.slice(6, 9)).toEqual([
      [1, 2, 3, 4, 5, 6],
      [1, 2],
      [1, 2, 3, 4, 5, 6],
    ]);
    expect(result.state).toBeUndefined();
  });

  test('one diagonal is a set of cells', async () => {
    const { rules } = await imported(fpuzzles({ size: 4, grid: grid(4), 'diagonal+': true }));
    expect(rules).toEqual(['all-different: r4c1 r3c2 r2c3 r1c4']);
  });

  test('regions: jigsaw, the usual boxes, and cells without a region', async () => {
    const jigsaw = ['0001', '0211', '2213', '2333'].map((line) =>
      [...line].map((digit) => ({ region: Number(digit) })),
    );
    const { shape, rules } = await imported(fpuzzles({ size: 4, grid: jigsaw }));
    expect([shape.regions?.join(''), rules]).toEqual(['0001021122132333', []]);
    const usual = grid(4, { R1C1: { region: 0 }, R4C4: { region: 3 } });
    expect((await imported(fpuzzles({ size: 4, grid: usual }))).form).toBe('2x2');
    const renamed = grid(4).map((row, r) =>
      row.map((_, c) => ({ region: 7 - 2 * Math.floor(r / 2) - Math.floor(c / 2) })),
    );
    expect((await imported(fpuzzles({ size: 4, grid: renamed }))).form).toBe('2x2');
    const without = await imported(fpuzzles({ size: 4, grid: grid(4, { R1C1: { region: null } }) }));
    expect(without.form).toBe('latin');
    expect(without.rules[0]).toBe('all-different: r1c2 r2c1 r2c2');
    const many = grid(4, { R1C3: { region: 0 } });
    expect((await imported(fpuzzles({ size: 4, grid: many }))).unknown).toEqual([
      'region: a region of 5 cells in a grid of 4 digits',
    ]);
  });

  test('parities of cells are rules', async () => {
    const result = await imported(
      fpuzzles({ size: 4, grid: grid(4, { R1C1: { parity: 'Odd' }, R2C3: { parity: 'Even' } }) }),
    );
    expect([...result.rules].sort()).toEqual(['even: r2c3', 'odd: r1c1']);
  });

  test('unknown rules are reported, never dropped', async () => {
    const value = {
      size: 9,
      grid: grid(9, {}),
      antiking: true,
      foglight: ['R1C1'],
      futureRule: {},
    };
    const result = await imported(fpuzzles(value));
    expect(result.origin).toMatchObject({ lit: [0] });
    expect([result.unknown, isIncomplete(result)]).toEqual([['futureRule'], true]);
    expect(result.notes.join()).toMatch(/there are no hints/);
  });

  test('lines, dots, clues outside and negative constraints', async () => {
    const value = {
      size: 9,
      grid: grid(9),
      antiking: true,
      negative: ['xv', 'ratio'],
      nonconsecutive: true,
      whispers: [{ lines: [['R1C1', 'R1C2']] }, { lines: [['R2C1', 'R2C2']], value: '3' }],
      arrow: [
        { cells: ['R1C1'], lines: [['R1C1', 'R1C2', 'R1C3']] },
        { cells: ['R2C2', 'R2C1'], lines: [['R2C2', 'R3C2', 'R4C2']] },
        { cells: ['R4C4'], lines: [] },
      ],
      regionsumline: [{ lines: [['R1C1', 'R1C2', 'R1C3', 'R1C4']] }],
      difference: [{ cells: ['R1C1', 'R1C2'] }, { cells: ['R2C1', 'R2C2'], value: '2' }],
      ratio: [{ cells: ['R3C1', 'R3C2'], value: '' }],
      xv: [{ cells: ['R4C1', 'R4C2'], value: 'V' }],
      odd: [{ cell: 'R1C1' }, { cell: 'R2C2' }],
      sandwichsum: [{ cell: 'R0C2', value: '0' }, { cell: 'R3C10', value: '3' }, { cell: 'R1C0' }],
      littlekillersum: [{ cell: 'R0C1', cells: ['R1C2', 'R2C3'], direction: 'DR', value: '5' }],
      quadruple: [
        { cells: ['R1C1', 'R1C2', 'R2C1', 'R2C2'], values: [1, 2] },
        { cells: [], values: [] },
      ],
      clone: [{ cells: ['R1C1', 'R1C2'], cloneCells: ['R3C3', 'R3C4'] }],
      rowindexer: [{ cells: ['R1C1', 'R1C2'] }],
    };
    expect((await imported(fpuzzles(value))).rules).toEqual([
      'anti-king',
      'strict-xv: r4c1 r4c2',
      'strict-ratio 2: r1c1 r1c2 / r2c1 r2c2 / r3c1 r3c2',
      'non-consecutive: r1c1 r1c2 / r2c1 r2c2 / r3c1 r3c2',
      'whisper 5: r1c1 r1c2',
      'whisper 3: r2c1 r2c2',
      'arrow: r1c1 r1c2 r1c3',
      'pill-arrow 2: r2c1 r2c2 r3c2 r4c2',
      'equal-sums: r1c1 r1c2 r1c3 / r1c4',
      'white-dot: r1c1 r1c2',
      'difference 2: r2c1 r2c2',
      'black-dot: r3c1 r3c2',
      'v: r4c1 r4c2',
      'odd: r1c1',
      'odd: r2c2',
      'sandwich 0: r1c2 r2c2 r3c2 r4c2 r5c2 r6c2 r7c2 r8c2 r9c2',
      'sandwich 3: r3c9 r3c8 r3c7 r3c6 r3c5 r3c4 r3c3 r3c2 r3c1',
      'little-killer 5: r1c2 r2c3',
      'quadruple 1 2: r1c1 r1c2 r2c1 r2c2',
      'clone: r1c1 r1c2 / r3c3 r3c4',
      'row-index: r1c1 r1c2',
    ]);
    const large = fpuzzles({ size: 4, grid: grid(4), whispers: [{ lines: [['R1C1', 'R1C2']] }] });
    const { unknown, origin } = await imported(large);
    expect(unknown[0]).toMatch(/^whispers: found 'whisper 5: r1c1 r1c2', which no values from 1 to 4 obey, /);
    expect(origin && unknownParts(origin, de.exchange)[0]).toMatch(/^whispers: gefunden: .*; erwartet: /);
    const letter = fpuzzles({ size: 4, grid: grid(4), xv: [{ cells: ['R4C1', 'R4C2'], value: 'W' }] });
    expect((await imported(letter)).unknown).toEqual(['xv: "W"']);
  });

  test('drawings and the text of the rules are kept, with the document', async () => {
    const value = { size: 9, grid: grid(9), line: [{ lines: [['R1C1', 'R2C2']] }], text: [{}, {}], ruleset: 'Rules.' };
    const { origin, notes, text, ...puzzle } = await imported(fpuzzles(value));
    expect([origin?.rules, origin?.drawing?.map(({ path }) => path), notes]).toEqual([
      'Rules.',
      ['M500 500L1500 1500'],
      [],
    ]);
    const link = documentOf({ ...puzzle, text, origin }) ?? '';
    expect(link).toBe(fpuzzles(value));
    // The text with the document is read as the same puzzle.
    expect((await imported(text)).origin).toEqual(origin);
    const written = library.ask('convert', { puzzle: text, to: 'f-puzzles' }).text ?? '';
    expect(JSON.parse(decompressFromBase64(written.trim().split('load=')[1]))).toEqual(value);
  });

  test.each([
    ['no size', { grid: grid(9) }, 'found a size of 0, expected a size of 1 to 64.'],
    ['too large', { size: 70, grid: [] }, 'found a size of 70, expected a size of 1 to 64.'],
    ['rows missing', { size: 9, grid: grid(8) }, 'expected 9 rows of 9 cells.'],
    [
      'cells missing',
      { size: 9, grid: grid(9).map((row, at) => (at === 2 ? row.slice(1) : row)) },
      '9 rows of 9 cells.',
    ],
    ['a list', [1], 'f-puzzles: '],
  ])('%s is reported with its place', async (_, value, message) => {
    expect(await problem(fpuzzles(value))).toContain(message);
  });

  test.each([
    [{ grid: grid(9, { R1C2: { value: 10, given: true } }) }, 'given: the value 10 in a grid of 1 to 9'],
    [{ grid: grid(9), killercage: [{ cells: ['R0C5'] }] }, 'killercage: the cell "R0C5"'],
    [{ grid: grid(9), extraregion: [{}] }, 'extraregion: '],
    [{ grid: grid(9), killercage: [{ cells: ['R1C1'], value: 'x' }] }, 'killercage: a cage with the text "x"'],
  ])('a part that does not fit is named: %#', async (value, part) => {
    expect((await imported(fpuzzles({ size: 9, ...value }))).unknown.join()).toContain(part);
  });

  test('valid grids that are too large for the page', async () => {
    expect(await problem(fpuzzles({ size: 36, grid: grid(36) }))).toMatch(/“6x6”.*25 digits|“grid 36x36”.*25 digits/);
  });

  test('damaged payloads', async () => {
    const packed = /^f-puzzles: found .*, expected lz-string base64 of JSON\.$/;
    expect(await problem('https://f-puzzles.com/?load=N4Igzg%%%')).toMatch(packed);
    expect(await problem('https://f-puzzles.com/?load=abc')).toMatch(packed);
    expect(await problem(`https://f-puzzles.com/?load=${'A'.repeat(40_000)}`)).toMatch(packed);
    const ruleset = Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 23))).join('');
    expect((await imported(fpuzzles({ size: 4, grid: grid(4), ruleset }))).form).toBe('2x2');
    expect(await problem(`https://f-puzzles.com/?load=${pack('{"size":9,')}`)).toMatch(/^f-puzzles: .*JSON/);
    expect(await problem('https://f-puzzles.com/?load=abc', de)).toBe(
      'f-puzzles: gefunden: „abc“; erwartet: JSON, gepackt mit lz-string (Base64).',
    );
  });

  test('links in all their forms', async () => {
    const value = { size: 4, grid: grid(4, { R1C1: { value: 1, given: true } }) };
    const payload = pack(value);
    const escaped = encodeURIComponent(payload);
    for (const text of [
      fpuzzles(value),
      `f-puzzles.com/?load=${payload}`,
      `Try this one: https://f-puzzles.com/?load=${escaped} it is good`,
      `https://sudokupad.app/fpuz${payload}`,
      `https://sudokupad.app/sudoku/fpuzzles${escaped}`,
      `https://sudokupad.app/?puzzleid=fpuz${escaped}`,
      `https://sudokupad.app/?load=FPUZ${escaped}`,
      `https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles${escaped}`,
      `fpuz${payload}`,
      payload,
      `${payload.slice(0, 20)}\n${payload.slice(20)}`,
      JSON.stringify(value),
      JSON.stringify(value, undefined, 2),
    ]) {
      expect((await imported(text)).line, text).toBe(`1${'.'.repeat(15)}`);
    }
  });
});

describe('links that need a network', () => {
  test.each([
    ['https://sudokupad.app/yp87tkg99m', 'SudokuPad', 'yp87tkg99m'],
    ['https://app.crackingthecryptic.com/sudoku/abc123', 'SudokuPad', 'abc123'],
    ['https://f-puzzles.com/?id=y2xyzabc', 'f-puzzles', 'y2xyzabc'],
  ])('%s', async (text, origin, id) => {
    expect(await problem(text)).toContain(`This link from ${origin} contains only the number of a puzzle (${id})`);
    expect(await problem(text)).toContain('fetches nothing');
  });

  test('links from other sites are reported', async () => {
    expect(await problem('https://example.org/puzzle?x=1')).toMatch(/^Links from example\.org are not supported/);
  });
});

const sclCells = (size: number, cells: Record<string, Cell> = {}) => grid(size, cells);
const boxes4 = [0, 1, 2, 3].map((box) =>
  [0, 1, 2, 3].map((i) => [Math.floor(box / 2) * 2 + Math.floor(i / 2), (box % 2) * 2 + (i % 2)]),
);

describe('SudokuPad', () => {
  test('clues, regions, cages, metadata', async () => {
    const value = {
      id: 'x',
      cellSize: 50,
      metadata: {
        title: 'Cages',
        rules: ['Normal sudoku rules apply.', 'Digits in cages sum to the given total and cannot repeat.'],
      },
      settings: {},
      cells: sclCells(4, { R1C1: { value: 1 }, R2C2: { pencilMarks: [1, 2], centremarks: [3] } }),
      regions: boxes4,
      cages: [
        {
          cells: [
            [0, 1],
            [0, 2],
          ],
          value: 5,
        },
        {
          cells: [
            [0, 0],
            [0, 1],
            [0, 2],
            [0, 3],
          ],
          unique: true,
          hidden: true,
          type: 'rowcol',
        },
        { value: 'solution: 1234341221434321' },
        { cells: [[3, 3]], value: '1', sum: 1 },
      ],
      lines: [],
      overlays: [],
    };
    const result = await imported(`https://sudokupad.app/scl${pack(value)}`);
    expect(result).toMatchObject({
      line: `1${'.'.repeat(15)}`,
      form: '2x2',
      rules: ['cage 5: r1c2 r1c3', 'cage 1: r4c4'],
      name: 'Cages',
      notes: [],
    });
    expect(solutionOf(result)).toBe('1234341221434321');
    expect(result.state?.[5]).toEqual({ corner: [1, 2], center: [3] });
  });

  test('regions: the usual boxes by default, other regions, or no regions', async () => {
    expect((await imported(`scl${pack({ cells: sclCells(4) })}`)).form).toBe('2x2');
    expect((await imported(`scl${pack({ cells: sclCells(4), regions: [] })}`)).form).toBe('latin');
    const names = 'r1c1r1c2r1c3r1c4';
    const result = await imported(
      `scl${pack({ cells: sclCells(4), regions: [], cages: [{ cells: names, value: 10 }] })}`,
    );
    expect(result.rules).toEqual([`cage 10: ${names.replaceAll(/(?<=\d)r/g, ' r')}`]);
  });

  test('zipped JSON', async () => {
    const zipped =
      "{cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:'4'}]],re:[],ca:[{ce:[[0,1],[0,2]],v:5,unique:t},{v:'title: It\\'s zipped'}],l:[]}";
    for (const text of [`ctc${pack(zipped)}`, zipped]) {
      expect(await imported(text)).toMatchObject({
        line: `1${'.'.repeat(14)}4`,
        form: 'latin',
        rules: ['cage 5: r1c2 r1c3'],
        name: "It's zipped",
      });
    }
  });

  test('unknown fields of cells are reported', async () => {
    const cells = sclCells(4, {
      R1C1: { value: 1, given: true },
      R2C2: { cornermarks: [1, 2], centremarks: [3] },
      R2C3: { cornermarks: [4], candidates: [] },
      R3C3: { color: '#fff' },
    });
    const result = await imported(`scl${pack({ cells })}`);
    expect(result.state?.[5]).toEqual({ center: [3] });
    expect(result.notes).toEqual(['Ignored in cells: 2 × cornermarks, color.']);
  });

  test('drawings and sentences that may be rules are named, and guessed rules are added on request', async () => {
    const lines = [
      {
        color: '#CFCFCF',
        thickness: 9,
        wayPoints: [
          [0.5, 0.5],
          [0.5, 2.5],
        ],
      },
    ];
    const bulb = { center: [0.5, 0.5], width: 0.8, height: 0.8, rounded: true, backgroundColor: '#CFCFCF' };
    const rules = 'Normal sudoku rules apply. Digits increase along thermometers. Xyzzy!';
    const text = `scl${pack({ cells: sclCells(9), lines, underlays: [bulb], metadata: { rules } })}`;
    const { origin, rules: shown, unknown, notes } = await imported(text);
    expect([shown, unknown, origin?.guessed?.map(({ detail }) => detail), origin?.drawing?.length]).toEqual([
      [],
      ['“Xyzzy”'],
      ['thermo: r1c1 r1c2 r1c3', 'thermo: r1c1 r1c2 r1c3'],
      2,
    ]);
    expect(notes.join()).toMatch(/only drawn or written/);
    const guessed = library.ask('read', { text, partial: true, guess: true });
    expect([guessed.ruleset.rules, guessed.import?.drawing]).toEqual([['thermo: r1c1 r1c2 r1c3'], undefined]);
    expect((await imported(`scl${pack({ cells: sclCells(9), mystery: [[0, 0]] })}`)).unknown).toEqual(['mystery']);
  });

  test('fog is not a rule', async () => {
    const { origin, notes } = await imported(`scl${pack({ cells: sclCells(9), foglight: [[0, 1]] })}`);
    expect([origin?.lit, notes]).toEqual([[1], []]);
  });

  test('the short format of classic puzzles', async () => {
    const result = await imported(`https://sudokupad.app/scf5r${'o'.repeat(12)}C*xtA%20title`);
    expect(result).toMatchObject({ name: 'A title', rules: ['diagonals'] });
    expect(result.givens.slice(0, 2)).toEqual([5, 3]);
  });

  test('damaged links are reported', async () => {
    const json = /^SudokuPad: found .*, expected JSON, zipped or not\.$/;
    expect(await problem(`scl${pack('{cells:[[{v:1}')}`)).toMatch(json);
    expect(await problem(`scl${pack(`{cells:${'['.repeat(5000)}`)}`)).toMatch(json);
    const outside = await imported(`scl${pack({ cells: sclCells(4), regions: [[[0, 9]]] })}`);
    expect(outside.unknown).toEqual(['region: cells outside of the grid']);
    expect(await problem('scfABCDEFGHIJKLMNOPQ')).toMatch(/^SudokuPad: found .* cells, expected 81 cells\.$/);
  });
});

describe('sudokuwiki', () => {
  const link = (board: string, page = 'sudoku.htm') => `https://www.sudokuwiki.org/${page}?bd=${board}`;
  const line = '530070000600195000098000060800060003400803001700020006060000280000419005000080079';

  test('81 digits', async () => {
    const result = await imported(link(line));
    expect(result.line).toBe(line.replaceAll('0', '.'));
    expect(result.state).toBeUndefined();
  });

  test('two characters per cell, base 36: clue, found digit, candidates', async () => {
    const cells = ['05', '0c', '5y', 'ep', ...Array.from({ length: 77 }, () => 'ep')].join('');
    const result = await imported(link(`S9B${cells}`));
    expect(result.line.startsWith('5...')).toBe(true);
    expect(result.state?.slice(1, 4)).toEqual([{ digit: 3 }, { center: [3, 7, 8] }, {}]);
  });

  test('two characters per cell, base 32', async () => {
    const cells = ['01', '03', '04', '48', ...Array.from({ length: 77 }, () => 'vu')].join('');
    const result = await imported(link(cells));
    expect(result.line.startsWith('.1..')).toBe(true);
    expect(result.state?.slice(2, 5)).toEqual([{ digit: 2 }, { center: [3, 7] }, {}]);
  });

  test('nine digits per cell', async () => {
    const result = await imported(link(`100000000${'12'.padEnd(9, '0')}${'123456789'.repeat(79)}`));
    expect(result.state?.slice(0, 3)).toEqual([{ digit: 1 }, { center: [1, 2] }, {}]);
  });

  test('invalid links', async () => {
    expect(await problem(link('123'))).toBe('sudokuwiki: found "123", expected 81 digits.');
    expect(await problem(link(`S9B${'zz'.repeat(81)}`))).toMatch(/found "zz", expected candidates of a cell/);
    expect((await imported(link(line, 'jigsaw.htm'))).unknown.join()).toMatch(
      /"jigsaw\.htm", a puzzle of another kind/,
    );
    expect(await problem(link(`S6A${'0'.repeat(72)}`))).toMatch(/expected 81 digits/);
  });
});

test('links of other programs that the library reads', async () => {
  const text = '.Whisper~5~R1C1~R1C2~R2C2.~R9C9_4';
  for (const link of [text, `https://sigh.github.io/Interactive-Sudoku-Solver/?q=${encodeURIComponent(text)}`]) {
    expect(await imported(link)).toMatchObject({ line: `${'.'.repeat(80)}4`, rules: ['whisper 5: r1c1 r1c2 r2c2'] });
  }
});

test.each([
  ['a query', '?q=.Whisper~5~R1C1~R1C2.~R9C9_4'],
  ['lines', '.Shape~9x9\n.Whisper~5~R1C1~R1C2\n.~R9C9_4'],
  ['a sentence', `Try this one: ${'.'.repeat(80)}4 please`],
  ['a spreadsheet', `${'\t\t\t\t\t\t\t\t\n'.repeat(8)}\t\t\t\t\t\t\t\t4\n`],
])('%s has a puzzle', async (_, text) => expect((await imported(text)).line).toBe(`${'.'.repeat(80)}4`));

test('every payload results in a puzzle or a reason, never in an error', async () => {
  // A seeded generator, so every run has the same values.
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  const odd = [
    null,
    true,
    -1,
    0,
    3.5,
    99,
    '',
    'R1C1',
    'R0C9',
    'x',
    [],
    [[]],
    {},
    [null],
    [['R1C1', 'R1C2']],
    { cells: 1 },
  ];
  const pick = () => odd[random(odd.length)];
  const keys = [
    'size',
    'grid',
    'killercage',
    'thermometer',
    'extraregion',
    'diagonal+',
    'antiknight',
    'title',
    'solution',
  ];
  const more = ['cells', 'regions', 'cages', 'metadata', 'lines', 'ruleset', 'line', 'settings', 'foglight'];
  const seen = new Set<string>();
  for (let round = 0; round < 1000; round++) {
    const value: Record<string, unknown> = { size: 4, grid: grid(4), cells: grid(4) };
    for (let count = random(4); count >= 0; count--) {
      const name = [...keys, ...more][random(keys.length + more.length)];
      value[name] = random(2)
        ? pick()
        : [pick(), { cells: pick(), value: pick(), sum: pick(), lines: pick(), unique: pick() }];
    }
    const cell = { value: pick(), given: pick(), region: pick(), centerPencilMarks: pick(), pencilMarks: pick() };
    for (const one of [value.grid, value.cells])
      if (Array.isArray(one) && Array.isArray(one[1])) one[1][random(4)] = random(2) ? cell : pick();
    const { grid: one, size, cells, ...both } = value;
    for (const [prefix, whole] of [
      ['fpuz', { size, grid: one, ...both }],
      ['scl', { cells, ...both }],
    ] as const) {
      const text = JSON.stringify(whole);
      const cut = random(4) === 0 ? text.slice(0, 30 + random(text.length)) : text;
      seen.add((await read(`${prefix}${pack(cut)}`)).kind);
    }
  }
  expect([...seen].sort()).toEqual(['problem', 'puzzle']);
});
