import { readFileSync } from 'node:fs';
import { compressToBase64 } from 'lz-string';
import { describe, expect, test } from 'vitest';

import { en } from '../words/en';
import { importSource } from './import';
import { recognize } from './recognize';
import { tellImported } from './tell';
import type { Imported, Refused } from './types';

type Cell = Record<string, unknown>;

const pack = (value: unknown) => compressToBase64(typeof value === 'string' ? value : JSON.stringify(value));

/** A grid in the form of f-puzzles; `cells` are by name such as R1C2. */
function grid(size: number, cells: Record<string, Cell> = {}): Cell[][] {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => cells[`R${row + 1}C${column + 1}`] ?? {}),
  );
}

function read(text: string): Imported | Refused {
  const source = recognize(text);
  if (source.kind === 'own' || source.kind === 'text') throw new Error(`not a link: ${source.kind}`);
  return importSource(source);
}

function imported(text: string): Imported {
  const result = read(text);
  if (result.kind !== 'puzzle') throw new Error(JSON.stringify(result));
  return result;
}

const fpuzzles = (value: unknown) => `https://www.f-puzzles.com/?load=${pack(value)}`;
const rowOf = (result: Imported) => JSON.parse(result.row) as Record<string, unknown>;

describe('f-puzzles', () => {
  test('a classic puzzle with entries and marks', () => {
    const cells = {
      R1C1: { value: 5, given: true },
      R1C2: { value: 3 },
      R1C3: { centerPencilMarks: [4, 2], cornerPencilMarks: [9] },
      R9C9: { value: '9', given: true, c: '#FF0000' },
    };
    const result = imported(fpuzzles({ size: 9, title: 'A title', author: 'somebody', grid: grid(9, cells) }));
    expect(rowOf(result)).toEqual({ puzzle: `5${'.'.repeat(79)}9`, shape: '3x3', name: 'A title' });
    expect(result.entered?.[1]).toEqual({ digit: 3 });
    expect(result.entered?.[2]).toEqual({ corner: [9], center: [2, 4] });
    expect(result.entered?.[0]).toEqual({});
  });

  test('all rules that the library knows', () => {
    const result = imported(
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
    const row = rowOf(result);
    expect(row.shape).toBe('2x3');
    expect(row.rules).toEqual([
      'diagonals',
      'anti-knight',
      'disjoint-groups',
      'cage 7: r1c1 r1c2',
      'all-different: r2c1 r2c2',
      'all-different: r5c1 r6c2',
      'thermo: r1c3 r1c4',
      'thermo: r1c3 r2c4 r3c5',
      `candidates${' .'.repeat(7)} 12${' .'.repeat(28)}`,
    ]);
  });

  test('one diagonal is a set of cells', () => {
    const row = rowOf(imported(fpuzzles({ size: 4, grid: grid(4), 'diagonal+': true })));
    expect(row.rules).toEqual(['all-different: r1c4 r2c3 r3c2 r4c1']);
  });

  test('regions: jigsaw, usual ones, and cells without one', () => {
    const jigsaw = ['0001', '0211', '2213', '2333'].map((line) =>
      [...line].map((digit) => ({ region: Number(digit) })),
    );
    expect(rowOf(imported(fpuzzles({ size: 4, grid: jigsaw }))).regions).toBe('1112132233243444');
    const usual = grid(4, { R1C1: { region: 0 }, R4C4: { region: 3 } });
    expect(rowOf(imported(fpuzzles({ size: 4, grid: usual }))).shape).toBe('2x2');
    const without = grid(4, { R1C1: { region: null } });
    const row = rowOf(imported(fpuzzles({ size: 4, grid: without })));
    expect(row.shape).toBe('latin');
    expect((row.rules as string[])[0]).toBe('all-different: r1c2 r2c1 r2c2');
    const many = grid(4, { R1C3: { region: 0 } });
    expect(read(fpuzzles({ size: 4, grid: many }))).toMatchObject({ kind: 'form', found: '5', expected: 'group' });
  });

  test('unknown rules are named, never dropped', () => {
    const value = {
      size: 9,
      grid: grid(9, { R1C1: { parity: 'Odd' } }),
      antiking: true,
      foglight: [{ cells: ['R1C1'] }, { cells: ['R2C1'] }],
      futureRule: {},
    };
    expect(read(fpuzzles(value))).toEqual({
      kind: 'rules',
      origin: 'f-puzzles',
      rules: [
        { name: 'foglight', count: 2 },
        { name: 'futureRule', count: 1 },
        { name: 'parity', count: 1 },
      ],
    });
  });

  test('lines, dots, clues outside and negative constraints', () => {
    const value = {
      size: 4,
      grid: grid(4),
      antiking: true,
      negative: ['xv', 'ratio'],
      nonconsecutive: true,
      whispers: [{ lines: [['R1C1', 'R1C2']] }, { lines: [['R2C1', 'R2C2']], value: '3' }],
      arrow: [
        { cells: ['R1C1'], lines: [['R1C1', 'R1C2', 'R1C3']] },
        { cells: ['R2C2', 'R2C1'], lines: [['R2C2', 'R3C2']] },
        { cells: ['R4C4'], lines: [] },
      ],
      regionsumline: [{ lines: [['R1C1', 'R1C2', 'R1C3', 'R1C4']] }],
      difference: [{ cells: ['R1C1', 'R1C2'] }, { cells: ['R2C1', 'R2C2'], value: '2' }],
      ratio: [{ cells: ['R3C1', 'R3C2'], value: '' }],
      xv: [{ cells: ['R4C1', 'R4C2'], value: 'V' }],
      odd: [{ cell: 'R1C1' }, { cell: 'R2C2' }],
      sandwichsum: [{ cell: 'R0C2', value: '0' }, { cell: 'R3C5', value: '3' }, { cell: 'R1C0' }],
      littlekillersum: [{ cell: 'R0C1', cells: ['R1C2', 'R2C3'], direction: 'DR', value: '5' }],
      quadruple: [
        { cells: ['R1C1', 'R1C2', 'R2C1', 'R2C2'], values: [1, 2] },
        { cells: [], values: [] },
      ],
      clone: [{ cells: ['R1C1', 'R1C2'], cloneCells: ['R3C3', 'R3C4'] }],
      rowindexer: [{ cells: ['R1C1', 'R1C2'] }],
    };
    expect(rowOf(imported(fpuzzles(value))).rules).toEqual([
      'anti-king',
      'non-consecutive: r1c1 r1c2 / r2c1 r2c2 / r3c1 r3c2',
      'strict-xv: r4c1 r4c2',
      'strict-ratio 2: r1c1 r1c2 / r2c1 r2c2 / r3c1 r3c2',
      'whisper 5: r1c1 r1c2',
      'whisper 3: r2c1 r2c2',
      'equal-sums: r1c1 r1c2 / r1c3 r1c4',
      'arrow: r1c1 r1c2 r1c3',
      'pill-arrow 2: r2c1 r2c2 r3c2',
      'white-dot: r1c1 r1c2',
      'difference 2: r2c1 r2c2',
      'black-dot: r3c1 r3c2',
      'v: r4c1 r4c2',
      'odd: r1c1 r2c2',
      'sandwich 0: r1c2 r2c2 r3c2 r4c2',
      'sandwich 3: r3c4 r3c3 r3c2 r3c1',
      'little-killer 5: r1c2 r2c3',
      'quadruple 1 2: r1c1 r1c2 r2c1 r2c2',
      'clone: r1c1 r1c2 / r3c3 r3c4',
      'row-index: r1c1 r1c2',
    ]);
    expect(read(fpuzzles({ size: 4, grid: grid(4), xv: [{ cells: ['R4C1', 'R4C2'], value: 'W' }] }))).toMatchObject({
      kind: 'form',
      where: 'xv[0].value',
    });
  });

  test('drawings are listed, with the text of the rules', () => {
    const value = { size: 9, grid: grid(9), line: [{ lines: [['R1C1', 'R2C2']] }], text: [{}, {}], ruleset: 'Rules.' };
    const result = imported(fpuzzles(value));
    expect(result.drawings).toEqual([
      { name: 'line', count: 1 },
      { name: 'text', count: 2 },
    ]);
    expect(result.rulesText).toBe('Rules.');
  });

  test.each([
    ['no size', { grid: grid(9) }, 'size', 'size'],
    ['too large', { size: 40, grid: [] }, 'size', 'size'],
    ['rows missing', { size: 9, grid: grid(8) }, 'grid', 'rows'],
    ['cells missing', { size: 9, grid: grid(9).map((row, at) => (at === 2 ? row.slice(1) : row)) }, 'grid[2]', 'cells'],
    ['wrong digit', { size: 9, grid: grid(9, { R1C2: { value: 10, given: true } }) }, 'grid[0][1].value', 'digit'],
    [
      'wrong cell',
      { size: 9, grid: grid(9), killercage: [{ cells: ['R0C5'] }] },
      'killercage[0].cells[0]',
      'cell-name',
    ],
    ['no cells', { size: 9, grid: grid(9), extraregion: [{}] }, 'extraregion[0].cells', 'list'],
    [
      'a sum of letters',
      { size: 9, grid: grid(9), killercage: [{ cells: ['R1C1'], value: 'x' }] },
      'killercage[0].value',
      'sum',
    ],
    ['a list', [1], '{}', 'object'],
  ])('%s is told with its place', (_, value, where, expected) => {
    const text = Array.isArray(value) ? `fpuzzles${pack(value)}AAAA` : fpuzzles(value);
    const result = read(text);
    if (Array.isArray(value)) expect(result).toMatchObject({ kind: 'form' });
    else expect(result).toMatchObject({ kind: 'form', where, expected });
  });

  test('damaged payloads', () => {
    expect(read('https://f-puzzles.com/?load=N4Igzg%%%')).toMatchObject({ kind: 'form', expected: 'base64' });
    expect(read('https://f-puzzles.com/?load=abc')).toMatchObject({ kind: 'form', expected: 'base64' });
    expect(read(`https://f-puzzles.com/?load=${pack('{"size":9,')}`)).toMatchObject({ kind: 'form', expected: 'json' });
    expect(read(`https://f-puzzles.com/?load=${'A'.repeat(40_000)}`)).toMatchObject({ expected: 'shorter' });
  });

  test('links in all their forms', () => {
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
      `https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles${escaped}`,
      `fpuz${payload}`,
      payload,
      `${payload.slice(0, 20)}\n${payload.slice(20)}`,
      JSON.stringify(value),
    ]) {
      expect(rowOf(imported(text)).puzzle).toBe(`1${'.'.repeat(15)}`);
    }
  });
});

describe('links that need a network', () => {
  test.each([
    ['https://sudokupad.app/yp87tkg99m', 'sudokupad', 'yp87tkg99m'],
    ['https://app.crackingthecryptic.com/sudoku/abc123', 'sudokupad', 'abc123'],
    ['https://f-puzzles.com/?id=y2xyzabc', 'f-puzzles', 'y2xyzabc'],
  ])('%s', (text, origin, id) => expect(read(text)).toEqual({ kind: 'network', origin, id }));

  test('other sites are named', () => {
    expect(read('https://example.org/puzzle?x=1')).toEqual({ kind: 'host', host: 'example.org' });
  });
});

const sclCells = (size: number, cells: Record<string, Cell> = {}) => grid(size, cells);
const boxes4 = [0, 1, 2, 3].map((box) =>
  [0, 1, 2, 3].map((i) => [Math.floor(box / 2) * 2 + Math.floor(i / 2), (box % 2) * 2 + (i % 2)]),
);

describe('SudokuPad', () => {
  test('clues, regions, cages, metadata', () => {
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
    const result = imported(`https://sudokupad.app/scl${pack(value)}`);
    expect(rowOf(result)).toEqual({
      puzzle: `1${'.'.repeat(15)}`,
      shape: '2x2',
      rules: ['cage 5: r1c2 r1c3', 'cage 1: r4c4'],
      name: 'Cages',
      solution: '1234341221434321',
    });
    expect(result.entered?.[5]).toEqual({ corner: [1, 2], center: [3] });
  });

  test('zipped JSON', () => {
    const zipped =
      "{cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:'4'}]],re:[],ca:[{ce:[[0,1],[0,2]],v:5,unique:t},{v:'title: It\\'s zipped'}],l:[]}";
    const result = imported(`ctc${pack(zipped)}`);
    expect(rowOf(result)).toEqual({
      puzzle: `1${'.'.repeat(14)}4`,
      shape: 'latin',
      rules: ['cage 5: r1c2 r1c3'],
      name: "It's zipped",
    });
  });

  test('what stands in cells under other names is named', () => {
    const cells = sclCells(4, {
      R1C1: { value: 1, given: true },
      R2C2: { cornermarks: [1, 2], centremarks: [3] },
      R2C3: { cornermarks: [4], candidates: [] },
      R3C3: { color: '#fff' },
    });
    const result = imported(`scl${pack({ cells })}`);
    expect(result.entered?.[5]).toEqual({ center: [3] });
    expect(tellImported(result, en.exchange)).toEqual(['Not read in cells: 2 × cornermarks, color.']);
  });

  test('drawings and sentences may be rules: refused by name', () => {
    const base = { cells: sclCells(9) };
    const lines = { ...base, lines: [{ wayPoints: [] }, {}], underlays: [{}], metadata: { rules: 'Thermometers.' } };
    expect(read(`scl${pack(lines)}`)).toEqual({
      kind: 'drawn',
      origin: 'sudokupad',
      rules: [
        { name: 'lines', count: 2 },
        { name: 'underlays', count: 1 },
      ],
      text: 'Thermometers.',
    });
    const text = "Normal sudoku rules apply. Cells a king's move apart cannot be equal.";
    expect(read(`scl${pack({ ...base, metadata: { rules: text } })}`)).toEqual({
      kind: 'sentence',
      origin: 'sudokupad',
      text: "Cells a king's move apart cannot be equal",
    });
    expect(read(`scl${pack({ ...base, foglight: [[0, 0]] })}`)).toMatchObject({
      rules: [{ name: 'foglight', count: 1 }],
    });
    const outline = {
      ...base,
      cages: [
        {
          cells: [
            [0, 0],
            [0, 1],
          ],
        },
        { cells: [[1, 0]], value: '>10' },
      ],
    };
    expect(read(`scl${pack(outline)}`)).toMatchObject({ rules: [{ name: 'cage' }, { name: 'cage >10' }] });
  });

  test('damage is told with its place', () => {
    expect(read(`scl${pack('{cells:[[{v:1}')}`)).toMatchObject({ kind: 'form', where: '@15', expected: 'json' });
    expect(read(`scl${pack({ cells: sclCells(4), regions: [[[0, 9]]] })}`)).toMatchObject({
      where: 'regions[0][0]',
      expected: 'cell-pair',
    });
    expect(read('scfABCDEFGHIJKLMNOPQ')).toEqual({ kind: 'packing', origin: 'sudokupad', prefix: 'scf' });
    const deep = `{cells:${'['.repeat(5000)}`;
    expect(read(`scl${pack(deep)}`)).toMatchObject({ kind: 'form', expected: 'json' });
  });
});

describe('sudokuwiki', () => {
  const link = (board: string, page = 'sudoku.htm') => `https://www.sudokuwiki.org/${page}?bd=${board}`;
  const line = '530070000600195000098000060800060003400803001700020006060000280000419005000080079';

  test('81 digits', () => {
    const result = imported(link(line));
    expect(rowOf(result).puzzle).toBe(line.replaceAll('0', '.'));
    expect(result.entered).toBeUndefined();
  });

  test('two characters a cell, base 36: clue, found digit, candidates', () => {
    const cells = ['05', '0c', '5y', 'ep', ...Array.from({ length: 77 }, () => 'ep')].join('');
    const result = imported(link(`S9B${cells}`));
    expect((rowOf(result).puzzle as string).startsWith('5...')).toBe(true);
    expect(result.entered?.slice(0, 4)).toEqual([{}, { digit: 3 }, { center: [3, 7, 8] }, {}]);
  });

  test('two characters a cell, base 32', () => {
    const cells = ['01', '03', '04', '48', ...Array.from({ length: 77 }, () => 'vu')].join('');
    const result = imported(link(cells));
    expect((rowOf(result).puzzle as string).startsWith('.1..')).toBe(true);
    expect(result.entered?.slice(2, 5)).toEqual([{ digit: 2 }, { center: [3, 7] }, {}]);
  });

  test('what it is not', () => {
    expect(read(link('123'))).toMatchObject({ kind: 'form', where: 'bd', found: '123 (3)', expected: 'board' });
    expect(read(link(`S9B${'zz'.repeat(81)}`))).toMatchObject({ kind: 'form', where: 'bd[0]', found: 'zz' });
    expect(read(link(line, 'jigsaw.htm'))).toMatchObject({ kind: 'rules', rules: [{ name: 'jigsaw.htm' }] });
    expect(read(link(`S6A${'0'.repeat(72)}`))).toMatchObject({ kind: 'packing', prefix: 'S6A' });
  });
});

test('texts that are no links go to the library', () => {
  const line = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  for (const text of [line, line.replaceAll('.', '0'), `{"puzzle": "${line}"}`, 'hello', '', 'ctc', 'sclerosis']) {
    expect(recognize(text).kind).toBe('text');
  }
  expect(recognize('https://example.org/arcdoku/#/play?p=1234')).toMatchObject({ kind: 'own' });
  expect(recognize('#/play?p=1234').kind).toBe('own');
});

test('whatever a payload has, it is a puzzle or a reason, never an error', () => {
  // A small generator of its own, so that every run has the same values.
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
      seen.add(read(`${prefix}${pack(cut)}`).kind);
    }
  }
  expect([...seen].sort()).toEqual(['drawn', 'form', 'puzzle', 'rules']);
});

const SHARED = process.env['ARCDOKU_SHARED'];

test('published f-puzzles links: read, or refused with the names of rules', (context) => {
  if (SHARED === undefined) {
    console.log('skipped: published f-puzzles links, as ARCDOKU_SHARED names no data');
    return context.skip();
  }
  const rows = readFileSync(`${SHARED}/data/variants/fpuzzles.jsonl`, 'utf8').trim().split('\n');
  let puzzles = 0;
  for (const row of rows) {
    const { fpuzzles, decoded } = JSON.parse(row) as { fpuzzles: string; decoded: Record<string, unknown> };
    const result = read(fpuzzles);
    if (result.kind === 'puzzle') {
      puzzles++;
      const { rules = [] } = JSON.parse(result.row) as { rules?: string[] };
      const names = rules.map((rule) => rule.split(/[ :]/)[0]);
      const count = (name: string) => ((decoded[name] as unknown[] | undefined) ?? []).length;
      for (const name of ['renban', 'palindrome']) expect(names.includes(name)).toBe(count(name) > 0);
    } else expect(result.kind).toBe('rules');
  }
  expect(puzzles).toBeGreaterThan(0.9 * rows.length);
  console.log(`${puzzles} of ${rows.length} are puzzles of known rules`);
});
