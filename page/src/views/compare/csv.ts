import type { RunRow } from '../../engine';
import { COLUMNS, value, type Summary } from './stats';

/** A field as RFC 4180 has it. */
function field(entry: string | number): string {
  const text = typeof entry === 'number' && Number.isNaN(entry) ? '' : String(entry);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const table = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

/** The table of strategies. */
export function summaryCsv(rows: readonly Summary[]): string {
  const names: Record<(typeof COLUMNS)[number], string> = {
    name: 'strategy',
    solved: 'solved',
    gaveUp: 'gave_up',
    nodesMedian: 'nodes_median',
    nodesMean: 'nodes_geometric_mean',
    timeMedian: 'ms_median',
    timeMean: 'ms_geometric_mean',
    backtracks: 'backtracks',
    total: 'ms_total',
  };
  return table([COLUMNS.map((column) => names[column]), ...rows.map((row) => COLUMNS.map((one) => value(row, one)))]);
}

/** Every run, a row each. Puzzles are numbered from 1, in the order of the set. */
export function runsCsv(names: readonly string[], runs: readonly RunRow[]): string {
  const head = ['puzzle', 'clues', 'strategy', 'outcome', 'nodes', 'backtracks', 'eliminations', 'time_us'];
  return table([
    head,
    ...runs.map((run) => [
      run.puzzle + 1,
      run.clues,
      names[run.strategy] ?? run.strategy,
      run.outcome,
      run.nodes,
      run.backtracks,
      run.eliminations,
      run.time_us,
    ]),
  ]);
}
