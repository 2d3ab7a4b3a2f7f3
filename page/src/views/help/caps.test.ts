import { expect, test } from 'vitest';

import { allowedTechniques, leftOut } from './caps';
import { CHOICES } from '../../shell/settings';
import { byLevel, matching } from './technique-list';
import type { TechniqueRow } from '../../engine';

const row = (name: string, family: string, level?: string, score?: number) =>
  ({ name, title: name.toUpperCase(), family, definition: `What ${name} is.`, level, score }) as TechniqueRow;

const ROWS = [
  row('forcing-net-verity', 'forcing', 'extreme', 700),
  row('xy-chain', 'chain', 'unfair', 260),
  row('als-chain', 'als', 'unfair', 340),
  row('als-xz', 'als', 'unfair', 300),
  row('x-wing', 'fish', 'hard', 140),
  row('naked-pair', 'subset', 'medium', 60),
  row('naked-single', 'single', 'easy', 4),
  row('junior-exocet', 'exocet'),
  row('reveal', 'reveal', 'extreme', 10000),
];

test('each cap allows what the one before allows, but less', () => {
  expect(allowedTechniques('all', ROWS)).toBeUndefined();
  const sets = CHOICES.helpCap.slice(1).map((cap) => allowedTechniques(cap, ROWS) ?? []);
  for (let at = 1; at < sets.length; at++) {
    expect(sets[at].length).toBeLessThan(sets[at - 1].length);
    expect(sets[at - 1]).toEqual(expect.arrayContaining(sets[at]));
  }
});

test('no chains, and only singles', () => {
  const names = ['als-xz', 'x-wing', 'naked-pair', 'naked-single', 'junior-exocet'];
  expect(allowedTechniques('no-chains', ROWS)).toEqual(names);
  expect(allowedTechniques('singles', ROWS)).toEqual(['naked-single']);
});

test('of the techniques for rules, each cap leaves out more', () => {
  const sets = CHOICES.helpCap.map(leftOut);
  expect(sets.map(({ length }) => length)).toEqual([0, 1, 3, 7, 15]);
  // Steps that a single rule implies are never left out.
  for (const name of ['full-house', 'line', 'combination', 'sum', 'pair', 'rule']) expect(sets[4]).not.toContain(name);
});

test('techniques by level, those of other scales last, brute force not at all', () => {
  const groups = byLevel(ROWS);
  expect(groups.map(([level]) => level)).toEqual(['easy', 'medium', 'hard', 'unfair', 'extreme', '']);
  expect(groups[3][1].map(({ name }) => name)).toEqual(['xy-chain', 'als-xz', 'als-chain']);
  expect(groups.flatMap(([, rows]) => rows.map(({ name }) => name))).not.toContain('reveal');
});

test('all words of a search must be there', () => {
  expect(matching(ROWS, 'Chain als').map(({ name }) => name)).toEqual(['als-chain']);
  expect(matching(ROWS, ' ')).toHaveLength(ROWS.length);
});
