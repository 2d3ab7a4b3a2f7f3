import { expect, test } from 'vitest';

import type { RunRow } from '../../engine';
import { settings } from '../../shell/settings';
import {
  runsCsv,
  summaryCsv,
  box,
  byClues,
  clockStep,
  overTime,
  percent,
  short,
  sorted,
  summaries,
  time,
  within,
} from './stats';

const run = (puzzle: number, strategy: number, nodes: number, time_us: number, more: Partial<RunRow> = {}): RunRow => ({
  puzzle,
  clues: 24 + (puzzle % 2),
  strategy,
  outcome: 'unique',
  nodes,
  backtracks: nodes,
  propagations: 0,
  eliminations: 0,
  conflicts: 0,
  learned: 0,
  restarts: 0,
  time_us,
  ...more,
});

const speak = (language: 'en' | 'de') => (settings.value = { ...settings.value, language });

const names = ['plain', 'quick, clever'];
const runs = [
  run(0, 0, 9, 1000),
  run(1, 0, 99, 10_000),
  run(2, 0, 999, 100_000, { outcome: 'unknown' }),
  run(0, 1, 0, 100),
  run(1, 1, 1, 100),
  run(2, 1, 3, 0),
];

test('medians are by nearest rank, means are geometric, and limits are counted', () => {
  const [plain, quick] = summaries(names, runs);
  expect(plain).toMatchObject({ runs: 3, solved: 2, gaveUp: 1, backtracks: 1107, total: 111 });
  expect(plain.nodes).toMatchObject({ min: 9, q1: 9, median: 99, q3: 999, max: 999, atLeast: false });
  expect(plain.nodes.geometric).toBeCloseTo(99);
  expect(plain.time.geometric).toBeCloseTo(10);
  expect(quick.nodes.geometric).toBeCloseTo(1);
  expect(quick.time.geometric).toBeCloseTo((0.1 * 0.1 * 0.05) ** (1 / 3));
  expect(quick.time.min).toBe(0.05);
});

test('the median is a lower bound if its run gave up', () => {
  const stuck = [run(0, 0, 1, 1), run(1, 0, 50, 9, { outcome: 'unknown' }), run(2, 0, 50, 9, { outcome: 'unknown' })];
  expect(summaries(['stuck'], stuck)[0].nodes).toMatchObject({ median: 50, atLeast: true });
});

test('the step of the clock is the shortest measured time', () => {
  expect(clockStep(runs)).toBe(0.1);
  expect(clockStep([run(0, 0, 1, 5), run(1, 0, 1, 0)])).toBe(0.005);
  expect(clockStep([])).toBe(0.1);
});

test('a strategy without runs has no numbers and is sorted last', () => {
  const rows = summaries([...names, 'idle'], runs);
  expect(rows[2]).toMatchObject({ runs: 0, solved: 0, nodes: { median: NaN, geometric: NaN } });
  expect(sorted(rows, 'nodesMedian', false).map(({ name }) => name)).toEqual(['quick, clever', 'plain', 'idle']);
  expect(sorted(rows, 'nodesMedian', true).map(({ name }) => name)).toEqual(['plain', 'quick, clever', 'idle']);
  expect(sorted(rows, 'name', true).map(({ name }) => name)).toEqual(['quick, clever', 'plain', 'idle']);
});

test('medians by clues, and shares over time', () => {
  expect(byClues(runs)).toEqual([
    { clues: 24, strategy: 0, nodes: 9 },
    { clues: 25, strategy: 0, nodes: 99 },
    { clues: 24, strategy: 1, nodes: 0 },
    { clues: 25, strategy: 1, nodes: 1 },
  ]);
  expect(overTime(runs, 0)).toEqual([
    { time: 1, share: 1 / 3 },
    { time: 10, share: 2 / 3 },
  ]);
  expect(within(runs, 0, 5)).toBeCloseTo(1 / 3);
  expect(within(runs, 1, 1)).toBe(1);
});

test('tables for spreadsheets quote fields if necessary', () => {
  const text = runsCsv(names, runs);
  expect(text.split('\r\n')).toHaveLength(8);
  expect(text).toContain('\r\n3,24,"quick, clever",unique,3,3,0,0\r\n');
  expect(summaryCsv(summaries(['idle'], [])).split('\r\n')[1]).toBe('idle,0,0,,,,,0,0');
});

test('whiskers end at the last value within reach, and overlapping outliers are merged', () => {
  const values = [...Array<number>(40).fill(10), ...Array<number>(40).fill(100), 2000, 1000, 20_000, 20_001, 0.01];
  expect(box(values)).toEqual({ low: 10, q1: 10, median: 100, q3: 100, high: 2000, outliers: [0.01, 20_001] });
  expect(box([5])).toEqual({ low: 5, q1: 5, median: 5, q3: 5, high: 5, outliers: [] });
  expect(box([])).toBeUndefined();
});

test.each([
  [0, '0'],
  [0.0049, '0.005'],
  [1.234, '1.23'],
  [12.34, '12.3'],
  [123.4, '123'],
  [1_234_567, '1,234,567'],
  [NaN, '–'],
])('%d with few digits', (value, text) => {
  speak('en');
  expect(short(value)).toBe(text);
});

test('times have a unit and are not shorter than the clock step', () => {
  speak('de');
  expect(time(1.5)).toBe('1,5 ms');
  speak('en');
  expect(time(1500)).toBe('1.5 s');
  expect(time(0.05, 0.1)).toBe('< 0.1 ms');
  expect(time(NaN)).toBe('–');
  expect(percent(0.999)).toBe('100%');
});
