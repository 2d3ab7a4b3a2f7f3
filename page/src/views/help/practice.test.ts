import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { edited } from '../../element/edit';
import { layoutOf } from '../../element/houses';
import { usualShape } from '../../element/rules';
import { denied, FakeStorage } from '../../game/fake-storage';
import { conclusionOf, stateText } from './library';
import { changesBetween, judge, readBoards, PracticeProgress } from './practice';

const boards = readBoards(readFileSync(new URL('./practice.txt', import.meta.url), 'utf8'));

test('the boards of all techniques have conclusions', () => {
  expect(boards.size).toBeGreaterThanOrEqual(40);
  for (const [technique, lines] of boards) {
    for (const line of lines) {
      const { placements = [], eliminations = [] } = conclusionOf(technique, line);
      expect(placements.length + eliminations.length, line).toBeGreaterThan(0);
    }
  }
});

test('a line has a state and a conclusion', () => {
  const line = ':0800:367:+59+68..:217:685 698::';
  expect(stateText(line)).toBe(':0000:x:+59+68..:217:::');
  const marks = ['r8c5', 'r9c8'].map((cell) => ({ cell, digit: 6 }));
  expect(conclusionOf('xy-wing', line)).toMatchObject({ placements: [], eliminations: marks });
});

const cells = Array.from({ length: 81 }, () => ({ center: [1, 2, 3] }));
const [open, first, second, name] = [13, 1, 2, 'r2c5'];
const step = (digits: number[]) => ({
  technique: 'xy-wing',
  name: 'XY-Wing',
  digits: [],
  eliminations: digits.map((digit) => ({ cell: name, digit })),
});
const strike = (digit: number, from = cells) => edited(from, { kind: 'center', digit, cells: [open] });

test('what was struck out is compared with the steps, any of which counts', () => {
  const steps = [step([first, second])];
  const part = strike(first);
  const all = strike(second, part as typeof cells);
  const more = [...steps, step([second])];
  for (const [after, known, verdict] of [
    [cells, steps, { kind: 'none' }],
    [part, steps, { kind: 'part', found: 1, all: 2 }],
    [all, steps, { kind: 'found', step: steps[0] }],
    [part, [step([second])], { kind: 'other', cell: open, digit: first }],
    [strike(second), more, { kind: 'found', step: more[1] }],
  ] as const)
    expect(judge(changesBetween(cells, after), known)).toEqual(verdict);
});

test('marks that a new digit takes away are no answer', () => {
  const next = edited(cells, { kind: 'digit', digit: first, cells: [open] }, { peers: layoutOf(usualShape(9)).peers });
  expect(changesBetween(cells, next)).toEqual({ placed: [{ cell: open, digit: first }], removed: [] });
  const placing = { ...step([]), placements: [{ cell: name, digit: first }] };
  expect(judge(changesBetween(cells, next), [placing]).kind).toBe('found');
});

test('solved boards are remembered, and known even if they cannot be stored', () => {
  const storage = new FakeStorage();
  expect(new PracticeProgress(() => storage).solve('x-wing', 'line')).toBeUndefined();
  expect(new PracticeProgress(() => storage).isSolved('x-wing', 'line')).toBe(true);
  expect(new PracticeProgress(() => storage).isSolved('x-wing', 'other')).toBe(false);
  const hidden = new PracticeProgress(denied);
  expect(hidden.solve('x-wing', 'line')).toBe('denied');
  expect(hidden.isSolved('x-wing', 'line')).toBe(true);
});

test('two tabs: what one of them solved stays solved when the other solves more', () => {
  const storage = new FakeStorage();
  const [one, other] = [new PracticeProgress(() => storage), new PracticeProgress(() => storage)];
  expect(other.isSolved('x-wing', 'line')).toBe(false);
  one.solve('x-wing', 'line');
  other.solve('x-wing', 'other');
  for (const line of ['line', 'other']) {
    expect(new PracticeProgress(() => storage).isSolved('x-wing', line), line).toBe(true);
  }
});
