import { isPlain } from '../../element/cells';
import type { Fault, ReadReply } from '../../engine';
import { LARGEST, shapeNamed, shapeText, WIDEST } from '../../game/puzzle';
import { type Draft, headCount, rowOf, written } from './draft';

/** A fault in a line of the text. Lines are numbered from 1, including the lines `grid` and `regions`. */
export type LineFault = Pick<Fault, 'line' | 'column' | 'found' | 'expected'>;

export interface Verdict {
  readonly faults: readonly LineFault[];
  /** A fault outside the lines of rules. */
  readonly other?: Fault;
  /** Clues that break a rule. */
  readonly conflict?: Fault;
}

/** Checks each line separately, because the library reports only the first fault, then the whole draft. */
export async function verdictOf(draft: Draft, read: Reading): Promise<Verdict> {
  const shift = 1 + headCount(draft);
  const bare = { ...draft, givens: draft.givens.map(() => 0), name: undefined };
  const faults: LineFault[] = [];
  if (!isPlain(draft.shape)) {
    const fault = await shapeFault(shapeText(draft.shape), read);
    // Rules cannot be read without a valid grid.
    if (fault) return { faults: [{ line: 1, ...fault }] };
  }
  for (const [index, line] of draft.lines.entries()) {
    if (line.trim() === '') continue;
    const fault = isGridLine(line) ? await gridFault(line, read) : await ruleFault(bare, line, read);
    if (fault) faults.push({ line: index + shift, ...fault });
  }
  if (faults.length > 0) return { faults };
  const { fault: other, conflict } = await read(rowOf(draft, written(draft)).row);
  return { faults, other, conflict };
}

type Reading = (row: string) => Promise<Pick<ReadReply, 'fault' | 'conflict'>>;

/** The fault of a rule in the grid of a draft. */
async function ruleFault(draft: Draft, line: string, read: Reading): Promise<Omit<LineFault, 'line'> | undefined> {
  const { row, starts } = rowOf(draft, [line]);
  const { fault } = await read(row);
  return fault && inLine(line, fault, starts[0]);
}

/** Whether a line describes a grid that cannot be shown. A line `grid at r1c1 ...` is a rule. */
const isGridLine = (line: string) => /^\s*grid\b(?!\s+at\b)/.test(line) && !shapeNamed(line);

/** The reason why a line does not describe a grid that can be shown. */
async function gridFault(line: string, read: Reading): Promise<Omit<LineFault, 'line'>> {
  const fault = await shapeFault(line, read);
  if (fault) return fault;
  const isShown = shapeNamed(line.replace(/\bextra\s+\d+/, '')) !== undefined;
  return {
    column: line.search(/\S/) + 1,
    found: `'${line.trim()}'`,
    expected: isShown
      ? 'at most twice as many extra cells as the grid has cells'
      : `at most ${LARGEST} digits, ${WIDEST} rows and ${WIDEST} columns`,
  };
}

/** The reason why a line does not describe a valid grid; undefined if it does. */
async function shapeFault(line: string, read: Reading): Promise<Omit<LineFault, 'line'> | undefined> {
  const head = '{"puzzle":"","shape":';
  const { fault } = await read(`${head}${JSON.stringify(line)}}`);
  return fault?.code === 'shape' ? inLine(line, fault, head.length + 1) : undefined;
}

/** Converts a fault in a row of JSON to a fault in the line that begins at `start`. */
const inLine = (line: string, { column, found, expected }: Fault, start: number) => ({
  column: columnIn(line, column - 1 - start),
  found,
  expected,
});

/** Converts a position in the JSON text of a line, from 0, to a column of the line, from 1. */
export function columnIn(line: string, place: number): number {
  let at = 0;
  for (const [index, symbol] of [...line].entries()) {
    if (at >= place) return index + 1;
    at += [...JSON.stringify(symbol)].length - 2;
  }
  return Math.min([...line].length, Math.max(place, 0)) + 1;
}
