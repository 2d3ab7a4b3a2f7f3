import { describe, expect, test } from 'vitest';

import { drawingOf } from './draw-listed';
import type { Item } from './geometry';
import { layoutWith } from './houses';
import { isUndrawn, KINDS, mannerOf, parseRule, usualShape } from './rules';

const drawing = (size: number, ...texts: string[]) => drawingOf(layoutWith(usualShape(size), texts));
const texts = (items: readonly Item[], name: string) =>
  items.flatMap((item) => ('text' in item && item.name === name ? [item.text] : []));

describe('texts', () => {
  test('words and lists', () => {
    expect(parseRule('pairs |a-b|>=5: r1c1 r1c2 / r2c1', 4)).toMatchObject({
      kind: 'listed',
      name: 'pairs',
      words: ['|a-b|>=5'],
      lists: [[{ cell: 0 }, { cell: 1 }], [{ cell: 4 }]],
    });
    expect(parseRule('or [thermo: r1c1 r1c2] [cage 5: r1c1 r1c2]', 4)).toMatchObject({
      words: ['[thermo: r1c1 r1c2]', '[cage 5: r1c1 r1c2]'],
      lists: [],
    });
    expect(parseRule('grid at r1c1', 4).kind).toBe('other');
  });
});

describe('drawings', () => {
  test.each(
    KINDS.filter((kind) => kind.example.includes(': r') && !isUndrawn(mannerOf(kind))).map(({ name, example }) => [
      name,
      example,
    ]),
  )('%s is drawn', (name, example) => {
    const rule = parseRule(example, 4);
    if (rule.kind !== 'listed') return;
    const { below, above, marks, entries } = drawing(4, example);
    expect(below.length + above.length + marks.length).toBeGreaterThan(0);
    expect(entries.map((one) => one.name)).toEqual([name]);
    for (const item of [...below, ...above, ...marks]) expect(JSON.stringify(item)).not.toMatch(/NaN|undefined/);
  });

  test('drawings that look the same have letters, and in one color also drawings of different colors', () => {
    expect(texts(drawing(9, 'renban: r1c1 r1c2', 'renban: r2c1 r2c2').marks, 'r-tag hue')).toEqual([]);
    const two = drawing(9, 'renban: r1c1 r1c2', 'whisper: r2c1 r2c2');
    expect(texts(two.marks, 'r-tag hue')).toEqual(['A', 'B']);
    expect(two.entries.map(({ name, tags, hues }) => [name, tags, hues])).toEqual([
      ['renban', [], ['A']],
      ['whisper', [], ['B']],
    ]);
    expect(texts(drawing(9, 'palindrome: r1c1 r1c2', 'regex 12: r2c1 r2c2').marks, 'r-tag')).toEqual(['A', 'B']);
    expect(texts(drawing(9, 'cage 3: r1c1 r1c2', 'cage-sums 3 4: r2c1 r2c2').marks, 'r-tag')).toEqual(['A']);
  });

  test('lists that belong together have letters only if the drawing does not show it', () => {
    const apart = drawing(9, 'equal-sums: r1c1 / r1c4', 'equal-sums: r2c1 / r2c4');
    expect(texts(apart.marks, 'r-tag')).toEqual(['A', 'A', 'B', 'B']);
    const clones = ['clone: r1c1 r1c2 / r1c4 r1c5', 'clone: r2c1 r3c1 / r2c4 r3c4'];
    expect(texts(drawing(9, ...clones).marks, 'r-tag')).toEqual([]);
    expect(texts(drawing(9, ...clones, 'clone: r5c1 r5c2 / r6c4 r6c5').marks, 'r-tag')).toEqual(['A', 'A', 'B', 'B']);
  });

  test('clues outside add space on their side', () => {
    const { marks, lead, tail } = drawing(4, 'sandwich 3: r1c1 r1c2 r1c3 r1c4', 'x-sum 7: r1c1 r1c2 r1c3 r1c4');
    expect(texts(marks, 'r-clue')).toEqual(['3', '7']);
    expect([lead > 40, tail]).toEqual([true, 0]);
    const inside = drawing(4, 'sandwich 3: r1c2 r1c3');
    expect([texts(inside.marks, 'r-clue'), texts(inside.marks, 'r-sum'), inside.lead]).toEqual([[], ['3'], 0]);
  });

  test('rules of the whole grid are listed', () => {
    const { below, above, marks, entries } = drawing(9, 'anti-king', 'not [thermo: r1c1 r1c2]');
    expect([...below, ...above, ...marks]).toEqual([]);
    expect(entries).toMatchObject([
      { name: 'anti-king', words: '', drawn: false },
      { name: 'not', words: '[thermo: r1c1 r1c2]', drawn: false },
    ]);
  });
});

test('labels of styles', () => {
  const manner = (name: string) => mannerOf(KINDS.find((kind) => kind.name === name) ?? KINDS[0]);
  expect(manner('product-cage')).toEqual({ what: 'cage', options: [], label: '{}×' });
  expect(manner('sum-loop')).toEqual({ what: 'line', options: ['orange', 'thick', 'closed'], label: '{}' });
});
