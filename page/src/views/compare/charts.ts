import * as Plot from '@observablehq/plot';
import { extent, range } from 'd3-array';

import type { RunRow } from '../../engine';
import type { Words } from '../../words';
import { box, byClues, measured, overTime } from './stats';

const OPTIONS = {
  nodes: (data: ChartData) => boxes(data, ({ nodes }) => nodesPlace(nodes), data.axis.nodes, true),
  time: (data: ChartData) => boxes(data, measured(data.runs), data.axis.time, false),
  clues,
  solved,
};
export type ChartName = keyof typeof OPTIONS;

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

/** The label of the axis below a chart, and the size of charts with lines. */
const BELOW = { labelAnchor: 'center', labelOffset: 37, labelArrow: 'none' } as const;
const LINES = { height: 300, marginLeft: 52, marginTop: 28 };

const nodesPlace = (nodes: number) => Math.max(nodes, ZERO);

/**
 * Draws a chart outside the document. Removes the styles within the SVG, which the page's policy forbids; the
 * component has them.
 */
export function draw(name: ChartName, data: ChartData): SVGSVGElement {
  const chart = Plot.plot({
    width: data.width,
    className: 'plot',
    marginRight: 24,
    marginBottom: 44,
    ...OPTIONS[name](data),
  });
  const svg = chart instanceof SVGSVGElement ? chart : chart.querySelector('svg');
  if (!svg) throw new Error('no chart');
  for (const style of svg.querySelectorAll('style')) style.remove();
  svg.setAttribute('aria-hidden', 'true');
  return svg;
}

/** A logarithmic axis over values, with labels at powers of ten. */
function logAxis(
  { language }: Pick<ChartData, 'language'>,
  values: readonly number[],
  label: string,
  zero: boolean,
): Plot.ScaleOptions {
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const compact = new Intl.NumberFormat(language, { notation: 'compact' });
  const [low, high] = extent([1, ...values, 10]);
  const first = Math.ceil(Math.log10(low));
  const powers = range(first, Math.floor(Math.log10(high)) + 1).map((power) => 10 ** power);
  return {
    type: 'log',
    // Slightly larger than the range of values, so all ticks are inside.
    domain: [low * 0.9, high * 1.15],
    label,
    labelArrow: 'none',
    grid: true,
    ticks: zero ? powers.filter((tick) => tick >= 1 || tick === ZERO) : powers,
    tickFormat: (value: number) => {
      if (zero && value === ZERO) return '0';
      return value >= 10_000 ? compact.format(value) : plain.format(value);
    },
  };
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
    marginTop: 12,
    x: { ...logAxis(data, runs.map(place), label, zero), ...BELOW },
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
    ...LINES,
    x: { ...BELOW, label: data.axis.clues, inset: 8, tickFormat: 'd', interval: 1 },
    y: logAxis(data, values, data.axis.median, true),
    marks: each.flatMap((index) => {
      const own = rows.filter(({ strategy }) => strategy === index);
      const look = { x: 'clues', y: 'nodes', stroke: colorOf(index) };
      return [
        Plot.line(own, { ...look, strokeDasharray: dashOf(index), strokeWidth: 1.75 }),
        Plot.dot(own, { ...look, fill: 'var(--surface)', symbol: symbolOf(index), strokeWidth: 1.75, r: 4 }),
      ];
    }),
  };
}

function solved({ names, runs, axis, ...data }: ChartData): Plot.PlotOptions {
  const each = names.map((_, index) => overTime(runs, index));
  const times = each.flat().map(({ time }) => time);
  const [, last] = extent([10, ...times]);
  return {
    ...LINES,
    x: { ...logAxis(data, times, axis.within, false), ...BELOW, grid: false },
    y: { label: axis.share, labelArrow: 'none', percent: true, domain: [0, 100], grid: true },
    marks: each.map((own, index) => {
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
