import * as Plot from '@observablehq/plot';

import type { RunRow } from '../../engine';
import type { Words } from '../../words';
import { box, byClues, clockStep, extent, milliseconds, overTime } from './stats';

const OPTIONS = {
  nodes: (data: ChartData) => boxes(data, ({ nodes }) => nodesPlace(nodes), data.axis.nodes, true),
  time: times,
  clues,
  solved,
};
export type ChartName = keyof typeof OPTIONS;

/** The data of all charts. */
export interface ChartData {
  readonly names: readonly string[];
  readonly runs: readonly RunRow[];
  readonly width: number;
  readonly language: string;
  readonly axis: Words['compare']['axis'];
}

/** Colors of strategies, as names in the style sheet. Dashes and symbols differ as well. */
const COLORS = 8;
const DASHES = ['', '7 3', '2 3', '9 3 2 3'];
const SYMBOLS = ['circle', 'square', 'triangle', 'diamond2', 'star', 'hexagon', 'cross', 'times'] as const;

export const colorOf = (strategy: number): string => `var(--series-${strategy % COLORS})`;
export const dashOf = (strategy: number): string => DASHES[(strategy + Math.floor(strategy / COLORS)) % DASHES.length];
const symbolOf = (strategy: number) => SYMBOLS[(strategy + Math.floor(strategy / COLORS)) % SYMBOLS.length];

/** Zero has a separate place on a logarithmic axis. Only powers of ten have labels. */
const ZERO = 0.1;

const nodesPlace = (nodes: number) => Math.max(nodes, ZERO);

/**
 * Draws a chart outside the document. Removes the styles within the SVG, which the page's policy forbids; the
 * component has them.
 */
export function draw(name: ChartName, data: ChartData): SVGSVGElement {
  const chart = Plot.plot({
    width: data.width,
    className: 'plot',
    marginTop: 12,
    marginRight: 24,
    ...OPTIONS[name](data),
  });
  const svg = chart instanceof SVGSVGElement ? chart : chart.querySelector('svg');
  if (!svg) throw new Error('no chart');
  for (const style of svg.querySelectorAll('style')) style.remove();
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

/** The powers of ten within the range of values, with zero at its separate place. */
function powers(values: readonly number[], zero: boolean): number[] {
  const [low, high] = extent(values, 1, 10);
  const ticks: number[] = [];
  for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high; power++) ticks.push(10 ** power);
  return zero ? ticks.filter((tick) => tick >= 1 || tick === ZERO) : ticks;
}

/** A logarithmic axis over values, with labels at powers of ten. */
function logAxis({ language }: ChartData, values: readonly number[], label: string, zero: boolean): Plot.ScaleOptions {
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const compact = new Intl.NumberFormat(language, { notation: 'compact' });
  const [low, high] = extent(values, 1, 10);
  return {
    type: 'log',
    // Slightly larger than the range of values, so all ticks are inside.
    domain: [low * 0.9, high * 1.15],
    label,
    labelArrow: 'none',
    grid: true,
    ticks: powers(values, zero),
    tickFormat: (value: number) => {
      if (zero && value === ZERO) return '0';
      return value >= 10_000 ? compact.format(value) : plain.format(value);
    },
  };
}

function times(data: ChartData): Plot.PlotOptions {
  const shortest = clockStep(data.runs) / 2;
  return boxes(data, (run) => Math.max(milliseconds(run), shortest), data.axis.time, false);
}

function boxes(data: ChartData, place: (run: RunRow) => number, label: string, zero: boolean): Plot.PlotOptions {
  const { names, runs } = data;
  const each = names.flatMap((name, index) => {
    const found = box(runs.filter(({ strategy }) => strategy === index).map(place));
    return found ? [{ ...found, name }] : [];
  });
  const outliers = each.flatMap(({ name, outliers: all }) => all.map((value) => ({ name, value })));
  const stroke = 'var(--box-line)';
  return {
    height: 28 * names.length + 62,
    marginLeft: Math.min(8 + 7.2 * Math.max(...names.map(({ length }) => length)), 0.4 * data.width),
    marginBottom: 44,
    x: { ...logAxis(data, runs.map(place), label, zero), labelAnchor: 'center', labelOffset: 37 },
    y: { label: null, domain: names },
    marks: [
      Plot.ruleY(each, { x1: 'low', x2: 'high', y: 'name', stroke }),
      Plot.barX(each, { x1: 'q1', x2: 'q3', y: 'name', fill: 'var(--box)', inset: 0.5 }),
      Plot.tickX(each, { x: 'median', y: 'name', stroke, strokeWidth: 2, inset: 0.5 }),
      Plot.dot(outliers, { x: 'value', y: 'name', stroke, strokeWidth: 1.5, r: 2.5 }),
    ],
  };
}

function clues(data: ChartData): Plot.PlotOptions {
  const rows = byClues(data.runs).map((row) => ({ ...row, nodes: nodesPlace(row.nodes) }));
  const values = rows.map(({ nodes }) => nodes);
  const each = data.names.map((_, index) => index);
  return {
    height: 300,
    marginLeft: 52,
    marginBottom: 44,
    x: {
      label: data.axis.clues,
      labelAnchor: 'center',
      labelOffset: 37,
      labelArrow: 'none',
      inset: 8,
      tickFormat: 'd',
      interval: 1,
    },
    y: logAxis(data, values, data.axis.median, true),
    marks: each.flatMap((index) => {
      const own = rows.filter(({ strategy }) => strategy === index);
      const look = { x: 'clues', y: 'nodes', stroke: colorOf(index) };
      return [
        Plot.line(own, { ...look, strokeDasharray: dashOf(index), strokeWidth: 1.75 }),
        Plot.dot(own, { ...look, fill: 'var(--surface)', symbol: symbolOf(index), strokeWidth: 1.75, r: 4 }),
      ];
    }),
    marginTop: 28,
  };
}

function solved(data: ChartData): Plot.PlotOptions {
  const rows = overTime(data.runs, data.names.length);
  const times = rows.map(({ time }) => time);
  const [, last] = extent(times, 1, 10);
  return {
    height: 300,
    marginLeft: 52,
    marginBottom: 44,
    x: { ...logAxis(data, times, data.axis.within, false), labelAnchor: 'center', labelOffset: 37, grid: false },
    y: { label: data.axis.share, labelArrow: 'none', percent: true, domain: [0, 100], grid: true },
    marginTop: 28,
    marks: data.names.map((_, index) => {
      const own = rows.filter(({ strategy }) => strategy === index);
      const end = own.at(-1);
      return Plot.line(end ? [...own, { ...end, time: last }] : own, {
        x: 'time',
        y: 'share',
        curve: 'step-after',
        stroke: colorOf(index),
        strokeDasharray: dashOf(index),
        strokeWidth: 2,
      });
    }),
  };
}
