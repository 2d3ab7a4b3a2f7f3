import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';

import * as library from '../../../pkg/arcdoku';
import { cellsOf, KINDS, parseRule, usualShape } from '../../element/rules';
import { faultsDe } from '../../words/faults-de';
import * as drafts from './draft';
import * as tools from './tools';
import { columnIn, verdictOf } from './verdict';

const four = drafts.emptyDraft(4);

describe('shapes', () => {
  test('a line `grid` changes the grid, and clues stay in their cells', () => {
    const draft = drafts.withText(
      { ...four, givens: [1, 2, ...four.givens.slice(2)] },
      'grid 2x4 digits 0-5 extra 1\nthermo: r1c4 v1',
    );
    expect(draft.shape).toEqual({ size: 6, rows: 2, columns: 4, least: 0, extra: 1, boxRows: 0, boxColumns: 0 });
    expect([draft.givens, draft.lines]).toEqual([[1, 2, 0, 0, 0, 0, 0, 0, 0], ['thermo: r1c4 v1']]);
    expect(drafts.textOf(draft)).toBe('grid 2x4 digits 0-5 extra 1\nthermo: r1c4 v1');
    expect(JSON.parse(drafts.rowOf(draft).row)).toEqual({
      puzzle: '01.......',
      shape: 'grid 2x4 digits 0-5 extra 1',
      rules: ['thermo: r1c4 v1'],
    });
    expect(drafts.readDraft(JSON.parse(JSON.stringify(draft)))).toMatchObject({ shape: draft.shape });
    expect(drafts.withText(draft, '').shape).toEqual(usualShape(6));
  });

  test('boxes of a size', () => {
    expect(drafts.boxChoices(usualShape(6)).join(' ')).toBe('2,3 3,2');
    expect(drafts.boxChoices(usualShape(7))).toEqual([]);
    expect(drafts.boxChoices({ ...usualShape(6), rows: 4 }).join(' ')).toBe('2,2 2,3');
    expect(drafts.boxesOf(drafts.withBoxes(drafts.emptyDraft(6), '3x2'))).toBe('3x2');
    expect(drafts.boxesOf(drafts.withBoxes(four, 'latin'))).toBe('latin');
  });

  test('a jigsaw starts with the boxes, or with rows if there are none', () => {
    expect(drafts.withBoxes(four, 'jigsaw').shape.regions).toEqual([0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    expect(drafts.withBoxes(drafts.emptyDraft(5), 'jigsaw').shape.regions?.slice(3, 7)).toEqual([0, 0, 1, 1]);
  });

  test('another size keeps rules of the whole grid', () => {
    const draft = { ...four, lines: ['diagonals', 'cage 3: r1c1 r1c2'] };
    expect(drafts.withSize(draft, 6)).toMatchObject({ shape: usualShape(6), lines: ['diagonals'] });
  });

  test('grids that are not square, with clues in their cells and boxes that fit', () => {
    const draft = drafts.withGivens(drafts.emptyDraft(6), [0, 34], 5);
    const wide = drafts.withShape(draft, { rows: 4 });
    expect(wide).toMatchObject({ shape: { size: 6, rows: 4, boxRows: 2, boxColumns: 3 }, lines: [] });
    expect([wide.givens.length, wide.givens[0]]).toEqual([24, 5]);
    expect(drafts.withShape(wide, { columns: 7 }).shape).toMatchObject({ size: 7, rows: 4, boxRows: 0 });
    expect(drafts.withShape(wide, { rows: 6 }).shape).toEqual(usualShape(6));
    expect(drafts.withShape(draft, { least: 0, extra: 2 }).shape).toMatchObject({ size: 6, least: 0, extra: 2 });
    expect(drafts.withShape(draft, { rows: 99 })).toBe(draft);
    expect(drafts.withBoxes(wide, 'jigsaw').shape.regions?.slice(0, 7)).toEqual([0, 0, 0, 1, 1, 1, 0]);
  });
});

describe('rules', () => {
  const kind = (name: string) => KINDS.find((one) => one.name === name) ?? KINDS[0];
  const text = (name: string, words: string, cells: number[]) => tools.ruleText(kind(name), words, cells, four.shape);

  test('rules of the table', () => {
    expect(text('cage', '', [0, 1, 2, 3, 4])).toBeUndefined();
    expect(text('white-dot', '', [0])).toBeUndefined();
    expect(text('grid', 'boxes 2x2', [0, 15])).toBe('grid at r1c1 4x4 boxes 2x2');
    expect(tools.sums(usualShape(9), 3)).toEqual({ least: 6, most: 24 });
  });

  test.each(tools.CHOICES.map((one) => [one.name, one] as const))('the example of %s is drawn', (name, one) => {
    const grid = { ...four.shape, extra: 32 };
    const gesture = tools.gestureOf(one);
    if (gesture === 'combine' || gesture === 'extra') return;
    const parsed = parseRule(one.example, grid);
    const lists =
      parsed.kind === 'listed' ? parsed.lists.map((list) => list.map(({ cell }) => cell)) : [cellsOf(parsed)];
    const [first = [], ...others] = name === 'grid' ? [[0, 15]] : lists;
    const text = tools.ruleText(one, tools.wordsOf(one.example), first, grid) ?? '';
    const begun: drafts.Draft = { ...four, shape: grid, lines: [text] };
    const drawn = others.reduce<drafts.Draft>((draft, list) => drafts.withList(draft, 0, list), begun);
    if (gesture === 'switch') expect(one.example.startsWith(text)).toBe(true);
    // Factors of cells are written as text.
    else if (name !== 'sum') expect({ ...parseRule(drawn.lines[0], grid), text: '' }).toEqual({ ...parsed, text: '' });
    expect(others).toHaveLength(gesture === 'switch' ? others.length : tools.listCount(one.example) - 1);
  });

  test('gestures', () => {
    const gestures = ['non-consecutive', 'odd', 'clone', 'minimum', 'regex', 'not'].map((name) =>
      tools.gestureOf(kind(name)),
    );
    expect(gestures).toEqual(['switch', 'marks', 'cells', 'marks', 'path', 'combine']);
  });

  test('a tap means the nearest edge, corner or border', () => {
    const tap = (name: string, cell: number, x: number, y: number) =>
      tools.tapped(kind(name), { cell, x, y }, 4).join();
    expect([tap('x', 5, 0.1, 0.4), tap('quadruple', 0, 0.1, 0.1)]).toEqual(['4,5', '0,5']);
    expect([tap('sandwich', 3, 0.9, 0.4), tap('sandwich', 5, 0, 0)]).toEqual(['3,2', '']);
    // Next to the grid, a tap means the diagonal whose clue is there.
    expect([tap('little-killer', 1, 0.8, 0.1), tap('little-killer', 1, 0.8, 0)]).toEqual(['1,4', '2,7']);
    expect(tools.placeholders(kind('skyscraper'), ['skyscraper 2: r1c1 r2c1 r3c1 r4c1'], four.shape)).toHaveLength(15);
    expect(tools.placeholders(kind('renban'), [], four.shape)).toEqual([]);
  });

  test('lists, marks, words, rules with extra cells, and rules of rules', () => {
    const clone = drafts.withNew(four, 'clone: r1c1 r1c2');
    expect(drafts.withList(clone, 0, [4, 5]).lines).toEqual(['clone: r1c1 r1c2 / r2c1 r2c2']);
    expect(drafts.withNew(clone, 'clone: r1c1 r1c2')).toBe(clone);
    expect(drafts.withMarks(clone, 0, [1, 2]).lines).toEqual(['clone: r1c1 r1c2 r1c3']);
    expect(drafts.withMarks(clone, 0, [0, 1]).lines).toEqual([]);
    const words = (line: string, wanted: string) => drafts.withWords({ ...four, lines: [line] }, 0, wanted).lines;
    expect(words('sum = 10: r1c1', '< 9')).toEqual(['sum < 9: r1c1']);
    expect(words('renban: r1c1', '')).toEqual(['renban: r1c1']);
    expect(words('regex [1:]2: r1c1 r1c2', '12')).toEqual(['regex 12: r1c1 r1c2']);
    expect(tools.wordsOf('pairs a<b: r1c1 r1c2')).toBe('a<b');
    expect(drafts.erased(clone, [1]).lines).toEqual([]);
    const modified = drafts.withExtra(drafts.emptyDraft(6), kind('chaos'), '6');
    expect(drafts.withExtra(four, kind('schroedinger'), '').lines).toEqual(['schroedinger: v1-16 / v17-32']);
    expect(drafts.withShape(drafts.withBoxes(four, 'jigsaw'), { extra: 1 }).shape.regions).toHaveLength(16);
    expect([modified.shape.extra, modified.givens.length, modified.lines]).toEqual([36, 72, ['chaos 6: v1-36']]);
    expect(drafts.combined({ ...four, lines: ['x: r1c1 r1c2', 'v: r2c1 r2c2'] }, kind('or')).lines).toEqual([
      'or [x: r1c1 r1c2] [v: r2c1 r2c2]',
    ]);
    expect(tools.linesAt(['renban: r1c1 r1c2 r1c3', 'odd: r1c2'], 1, 4)).toEqual([1, 0]);
  });

  test('entering the same clue again removes it', () => {
    const once = drafts.withGivens(four, [0, 5], 3);
    expect(once.givens.filter((digit) => digit === 3)).toHaveLength(2);
    expect(drafts.withGivens(once, [0], 3).givens[0]).toBe(0);
  });
});

describe('text', () => {
  test('drafts to text and back', () => {
    const text = 'regions 1112 1322 3324 3444\ndiagonals\ncage 3: r1c1 r1c2';
    const draft = drafts.withText(four, text);
    expect(draft.shape.regions?.slice(0, 6)).toEqual([0, 0, 0, 1, 0, 2]);
    expect(draft.lines).toEqual(['diagonals', 'cage 3: r1c1 r1c2']);
    expect(drafts.textOf(draft)).toBe(text);
    expect(drafts.withText(draft, 'diagonals').shape.boxRows).toBe(2);
    // Regions of a different size are a line with a fault.
    expect(drafts.withText(four, 'regions 112').lines).toEqual(['regions 112']);
  });

  test('columns in JSON are columns of the line', () => {
    expect([columnIn('cage x', 5), columnIn('a"b c', 4), columnIn('abc', 9), columnIn('', 0)]).toEqual([6, 4, 4, 1]);
  });
});

/* These tests use the last build of the library. */
describe('faults of the library', () => {
  const read = async (text: string) => library.ask('read', { text });
  beforeAll(() => {
    library.initSync({ module: readFileSync(new URL('../../../pkg/arcdoku_bg.wasm', import.meta.url)) });
  });

  test('lines are numbered from the line of the regions, and blank lines have no fault', async () => {
    const jigsaw = drafts.withBoxes({ ...four, lines: ['diagonals', '', 'thermo: r1c1 r9c9'] }, 'jigsaw');
    expect((await verdictOf(jigsaw, read)).faults).toMatchObject([{ line: 4, column: 14 }]);
  });

  const limit = 'at most 25 digits, 45 rows and 45 columns';
  test.each([
    ['  grid 64x64', 3, "'grid 64x64'", limit],
    ['grid 4x46 digits 1-9', 1, "'grid 4x46 digits 1-9'", limit],
    ['grid 5x5 extra 51', 1, "'grid 5x5 extra 51'", 'at most twice as many extra cells as the grid has cells'],
    ['grid "x"', 6, '\'"x"\'', 'rows x columns, each at most 64, such as 6x9'],
    ['grid 3x3 digits -5-9', 17, "'-5-9'", 'at most 64 digits from 0 or 1 on, such as 0-8'],
    ['grid 6x6 boxes 2x3 boxes 3x2', 20, "'boxes'", 'each part once'],
    ['grid 6x6 bare digits 0-5', 10, "'bare'", 'boxes 2x3, digits 0-8 or extra 12'],
  ])('a grid that cannot be shown: %s', async (line, column, found, expected) => {
    const draft = drafts.withText(four, `diagonals\n${line}`);
    const { faults } = await verdictOf(draft, read);
    expect(faults).toEqual([{ line: 2, column, found, expected }]);
    expect(faultsDe(expected)).toBeDefined();
  });

  test('boxes that do not tile the grid: only the first line has a fault', async () => {
    const draft = drafts.withText(four, 'thermo: r1c1 r2c1\ngrid  9x9  boxes 2x2');
    const { faults } = await verdictOf(draft, read);
    expect(drafts.textOf(draft).split('\n')[0]).toBe('grid 9x9 boxes 2x2');
    expect(faults).toEqual([
      { line: 1, column: 16, found: "'2x2'", expected: 'boxes that tile the grid, such as 2x3' },
    ]);
  });

  test('a grid with boxes of fewer cells than digits is not plain', async () => {
    const draft = drafts.withText(drafts.emptyDraft(6), 'grid 6x6 boxes 2x2');
    expect(drafts.textOf(draft)).toBe('grid 6x6 boxes 2x2');
    expect(await verdictOf(draft, read)).toEqual({ faults: [] });
  });

  test('a grid among several grids is a rule', async () => {
    const draft = drafts.withText(drafts.emptyDraft(9), 'grid at r1c1 26x');
    const { faults } = await verdictOf(draft, read);
    expect(faults).toMatchObject([{ column: 14, expected: 'rows x columns, such as 9x9' }]);
    // A grid in a line of rules.
    const edited = await verdictOf({ ...four, lines: ['grid 6x9'] }, read);
    expect(edited.faults).toMatchObject([{ line: 1, expected: "'at' and a cell such as r1c1" }]);
  });
});

test('stored drafts', () => {
  expect(drafts.readDraft(JSON.parse(JSON.stringify(four)))).toEqual(four);
  for (const torn of [
    null,
    1,
    {},
    { ...four, givens: [1] },
    { ...four, lines: [1] },
    { ...four, shape: { size: 99 } },
  ]) {
    expect(drafts.readDraft(torn)).toBeUndefined();
  }
});
