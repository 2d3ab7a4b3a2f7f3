import { expect, test } from 'vitest';

import { lane } from './traced';
import { layout, type Folding } from './layout';
import { SearchTree } from './tree';
import type { TraceEvent } from '../../engine';

const OPEN: Folding = { folded: false, except: new Set(), most: 1000 };
const FOLDED: Folding = { ...OPEN, folded: true };

/** A tree as text: `(` tries a value, `)` retracts it, `*` is a solution. */
function grow(text: string): { tree: SearchTree; events: TraceEvent[] } {
  let depth = 0;
  const events = [...text].map((sign): TraceEvent => {
    if (sign === '(') return { event: 'guess', depth: depth++, cell: 'r1c1', digit: 1 };
    if (sign === ')') return { event: 'backtrack', depth: --depth, cell: 'r1c1', digit: 1 };
    return sign === '*' ? { event: 'solution', depth, solution: '' } : { event: 'restart' };
  });
  const tree = new SearchTree();
  tree.push(events);
  return { tree, events };
}

test.each(['several', 'restarts', 'refute', 'learning'] as const)(
  '%s: the path equals the path of the timeline',
  (name) => {
    const { timeline, tree, events } = lane(name);
    for (let count = 0; count <= events.length; count++) {
      const open = timeline.at(count).guesses.map(({ digit }) => digit);
      const path = tree.path(count).slice(1);
      expect(path.map(({ digit }) => digit)).toEqual(open);
    }
  },
);

test('the fate of branches', () => {
  const { tree, events } = grow('((()())(*');
  const fates = (count: number) => tree.branches.map((branch) => tree.fate(branch, count)[0]).join('');
  expect(fates(4)).toBe('ooofoo');
  expect(fates(7)).toBe('oofffo');
  expect(fates(events.length)).toBe('ssfffs');
  expect(tree.branches.map(({ below }) => below)).toEqual([5, 4, 2, 0, 0, 0]);
});

test('a restart closes all branches', () => {
  const { tree, events } = grow('(()r(');
  expect(tree.path(events.length).map(({ id }) => id)).toEqual([0, 3]);
  expect(tree.fate(tree.branches[1], 4)).toBe('failed');
});

test('failed branches with children are folded, unless they are unfolded', () => {
  const { tree, events } = grow('(()())(()');
  const all = events.length;
  expect(layout(tree, all, OPEN).spots.map(({ branch }) => branch.id)).toEqual([0, 1, 2, 3, 4, 5]);
  const folded = layout(tree, all, FOLDED);
  expect(folded.spots.map(({ branch, folded }) => [branch.id, folded])).toEqual([
    [0, 0],
    [1, 2],
    [4, 0],
    [5, 0],
  ]);
  const except = { ...FOLDED, except: new Set([1]) };
  expect(layout(tree, all, except).spots).toHaveLength(6);
  expect(layout(tree, 5, FOLDED).spots).toHaveLength(4);
});

test.each([OPEN, FOLDED])('branches stay in place while others are added', (folding) => {
  const { tree, events } = grow('((()())(()(()(())))())(((()');
  const places = new Map<number, string>();
  for (let count = 0; count <= events.length; count++) {
    for (const { branch, x, y } of layout(tree, count, folding).spots) {
      const place = `${x} ${y}`;
      expect(places.get(branch.id) ?? place).toBe(place);
      places.set(branch.id, place);
    }
  }
});

test('no two branches share a place, rows are in order, and no child is to the left of its parent', () => {
  const { tree, events } = grow('((()())(()(()(())))())(((()()))((()');
  const { spots } = layout(tree, events.length, OPEN);
  const last: number[] = [];
  for (const { x, y } of spots) {
    expect(x - (last[y] ?? -1)).toBeGreaterThan(0.5);
    last[y] = x;
  }
  for (const { x, above } of spots) expect(x).toBeGreaterThanOrEqual(above?.x ?? 0);
});

test('too many branches: the oldest failed ones are omitted and counted', () => {
  const { tree, events } = grow('(' + '()'.repeat(50) + '((');
  const { spots, left, tip } = layout(tree, events.length, { ...FOLDED, most: 10 });
  expect(spots).toHaveLength(10);
  expect(left).toBe(54 - 10);
  expect(tip.branch.id).toBe(53);
  expect(spots.map(({ branch }) => branch.id)).toEqual([0, 1, 46, 47, 48, 49, 50, 51, 52, 53]);
});
