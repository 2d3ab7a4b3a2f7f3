import { flatGroup, mean, sum } from 'd3-array';

import type { RunRow } from '../../engine';
import { language } from '../../words';

/** A field according to RFC 4180. */
function field(entry: string | number): string {
  const text = typeof entry === 'number' && Number.isNaN(entry) ? '' : String(entry);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const table = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

/** The columns of the table, with their names in files and their values. */
const FIELDS = {
  name: ['strategy', ({ name }: Summary): string | number => name],
  solved: ['solved', ({ solved }: Summary) => solved],
  gaveUp: ['gave_up', ({ gaveUp }: Summary) => gaveUp],
  nodesMedian: ['nodes_median', ({ nodes }: Summary) => nodes.median],
  nodesMean: ['nodes_geometric_mean', ({ nodes }: Summary) => nodes.geometric],
  timeMedian: ['ms_median', ({ time }: Summary) => time.median],
  timeMean: ['ms_geometric_mean', ({ time }: Summary) => time.geometric],
  backtracks: ['backtracks', ({ backtracks }: Summary) => backtracks],
  total: ['ms_total', ({ total }: Summary) => total],
} as const;
export type Column = keyof typeof FIELDS;
export const COLUMNS = Object.keys(FIELDS) as readonly Column[];

export const value = (summary: Summary, column: Column): number | string => FIELDS[column][1](summary);

export function summaryCsv(rows: readonly Summary[]): string {
  return table([
    COLUMNS.map((column) => FIELDS[column][0]),
    ...rows.map((row) => COLUMNS.map((column) => value(row, column))),
  ]);
}

/** All runs, one row each. Puzzles are numbered from 1, in the order of the set. */
export function runsCsv(names: readonly string[], runs: readonly RunRow[]): string {
  const numbers = ['nodes', 'backtracks', 'eliminations', 'time_us'] as const;
  const row = ({ puzzle, clues, strategy, outcome, ...run }: RunRow) => [
    puzzle + 1,
    clues,
    names[strategy] ?? strategy,
    outcome,
    ...numbers.map((key) => run[key]),
  ];
  return table([['puzzle', 'clues', 'strategy', 'outcome', ...numbers], ...runs.map(row)]);
}

/** A number with at most three significant digits, or as a whole number. */
export function short(value: number): string {
  if (Number.isNaN(value)) return '–';
  const most = value >= 100 || Number.isInteger(value) ? 0 : value >= 10 ? 1 : value >= 0.01 ? 2 : 3;
  return new Intl.NumberFormat(language(), { maximumFractionDigits: most }).format(value);
}

/** A time in milliseconds or seconds. Times below the clock's `step` are shown as "less than" the step. */
export function time(value: number, step = 0): string {
  if (Number.isNaN(value)) return '–';
  if (value < step) return `< ${short(step)} ms`;
  return value >= 1000 ? `${short(value / 1000)} s` : `${short(value)} ms`;
}

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share);

export const gaveUp = ({ outcome }: Pick<RunRow, 'outcome'>): boolean => outcome === 'unknown';

const milliseconds = ({ time_us }: Pick<RunRow, 'time_us'>): number => time_us / 1000;

/** The time of a run in milliseconds. A time of zero counts as half a step of the clock. */
export function measured(runs: readonly RunRow[]): (run: RunRow) => number {
  const shortest = clockStep(runs) / 2;
  return (run) => Math.max(milliseconds(run), shortest);
}

export type Summary = ReturnType<typeof summaries>[number];

export function summaries(names: readonly string[], runs: readonly RunRow[]) {
  const time = measured(runs);
  return names.map((name, index) => {
    const own = runs.filter(({ strategy }) => strategy === index);
    const failed = own.filter(gaveUp).length;
    return {
      name,
      runs: own.length,
      solved: own.length - failed,
      gaveUp: failed,
      nodes: spread(own, ({ nodes }) => nodes, 1),
      /** In milliseconds. */
      time: spread(own, time, 0),
      backtracks: sum(own, ({ backtracks }) => backtracks),
      /** The sum of all times, in milliseconds. */
      total: sum(own, milliseconds),
    };
  });
}

/**
 * The distribution of a number over puzzles. A run that gave up counts with its value up to then, which is a lower
 * bound. For the geometric mean of numbers that can be 0, `shift` is 1: it is added before taking logarithms.
 */
function spread(runs: readonly RunRow[], value: (run: RunRow) => number, shift: number) {
  const sorted = runs.toSorted((a, b) => value(a) - value(b) || Number(gaveUp(a)) - Number(gaveUp(b)));
  const at = (percent: number) => (sorted.length > 0 ? value(ranked(sorted, percent)) : NaN);
  return {
    min: at(0),
    q1: at(25),
    median: at(50),
    q3: at(75),
    max: at(100),
    geometric: Math.exp(mean(runs, (run) => Math.log(value(run) + shift)) ?? NaN) - shift,
    /** Whether the run at the median gave up. */
    atLeast: sorted.length > 0 && gaveUp(ranked(sorted, 50)),
  };
}

/** The element at the nearest rank of a list that is not empty, as in the library. */
const ranked = <T>(sorted: readonly T[], percent: number): T =>
  sorted[Math.max(1, Math.ceil((sorted.length * percent) / 100)) - 1];

/** The step of the browser's clock in milliseconds: the shortest measured time other than zero. */
export function clockStep(runs: readonly RunRow[]): number {
  return runs.reduce((least, run) => (run.time_us > 0 ? Math.min(least, milliseconds(run)) : least), 0.1);
}

/** Rows sorted by a column, and equal rows by name. Rows without a number are last. */
export function sorted(rows: readonly Summary[], column: Column, descending: boolean): Summary[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [value(a, column), value(b, column)];
    if (typeof x === 'string' || typeof y === 'string') return sign * String(x).localeCompare(String(y));
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return sign * (x - y) || a.name.localeCompare(b.name);
  });
}

/** The median nodes for each strategy and number of clues. */
export function byClues(runs: readonly RunRow[]): { clues: number; strategy: number; nodes: number }[] {
  return flatGroup(
    runs,
    ({ strategy }) => strategy,
    ({ clues }) => clues,
  )
    .map(([strategy, clues, own]) => ({ clues, strategy, nodes: spread(own, ({ nodes }) => nodes, 1).median }))
    .sort((a, b) => a.strategy - b.strategy || a.clues - b.clues);
}

/** The times of a strategy's solved puzzles, in order, each with the share of puzzles solved within it. */
export function overTime(runs: readonly RunRow[], strategy: number): { time: number; share: number }[] {
  const own = runs.filter((run) => run.strategy === strategy);
  const times = own.filter((run) => !gaveUp(run)).map(measured(runs));
  return times.sort((a, b) => a - b).map((time, index) => ({ time, share: (index + 1) / own.length }));
}

/**
 * A box of a box plot, on a logarithmic axis. Whiskers end at the last value within 1.5 times the length of the box.
 * Outliers that would overlap are merged. Values are positive.
 */
export function box(values: readonly number[]) {
  if (values.length === 0) return undefined;
  const all = values.toSorted((a, b) => a - b);
  const [q1, median, q3] = [25, 50, 75].map((percent) => ranked(all, percent));
  const reach = (q3 / q1) ** 1.5;
  const inside = (value: number) => value >= q1 / reach && value <= q3 * reach;
  const places = new Map<number, number>();
  for (const value of all) if (!inside(value)) places.set(Math.round(Math.log10(value) * 50), value);
  return {
    low: all.find(inside) ?? q1,
    q1,
    median,
    q3,
    high: all.findLast(inside) ?? q3,
    outliers: [...places.values()],
  };
}

/** The share of puzzles that a strategy solved within a time in milliseconds. */
export function within(runs: readonly RunRow[], strategy: number, time: number): number {
  const own = runs.filter((run) => run.strategy === strategy);
  return own.filter((run) => !gaveUp(run) && milliseconds(run) <= time).length / own.length;
}
