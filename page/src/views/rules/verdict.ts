import { isPlain } from '../../element/cells';
import type { Fault, ReadReply } from '../../engine';
import { LARGEST, shapeNamed, shapeText, WIDEST } from '../../game/puzzle';
import { type Draft, headCount, rowOf } from './draft';

/** What is wrong with a line of the text; lines are from 1, and count that of regions. */
export type LineFault = Pick<Fault, 'line' | 'column' | 'found' | 'expected'>;

/** What the library says of a draft. */
export interface Verdict {
  readonly faults: readonly LineFault[];
  /** Something wrong that is no line of the rules. */
  readonly other?: Fault;
  /** Clues that break a rule. */
  readonly conflict?: Fault;
}

type Reply = Pick<ReadReply, 'fault' | 'conflict'>;

/** Checks each line separately, because the library reports only the first fault, then the whole draft. */
export async function verdictOf(draft: Draft, read: Reading): Promise<Verdict> {
  const shift = 1 + headCount(draft);
  const bare = { ...draft, givens: draft.givens.map(() => 0), name: undefined };
  const faults: LineFault[] = [];
  if (!isPlain(draft.shape)) {
    const fault = await shapeFault(shapeText(draft.shape), read);
    // No rule can be read in a grid that is none.
    if (fault) return { faults: [{ line: 1, ...fault }] };
  }
  for (const [index, line] of draft.lines.entries()) {
    if (line.trim() === '') continue;
    const fault = isGridLine(line) ? await gridFault(line, read) : await ruleFault(bare, line, read);
    if (fault) faults.push({ line: index + shift, ...fault });
  }
  if (faults.length > 0) return { faults };
  const lines = draft.lines.filter((line) => line.trim() !== '');
  const { fault, conflict } = await read(rowOf(draft, lines).row);
  return { faults, ...(fault ? { other: fault } : {}), ...(conflict ? { conflict } : {}) };
}

type Reading = (row: string) => Promise<Reply>;

/** What is wrong with a rule, in the grid of a draft. */
async function ruleFault(draft: Draft, line: string, read: Reading): Promise<Omit<LineFault, 'line'> | undefined> {
  const { row, starts } = rowOf(draft, [line]);
  const { fault } = await read(row);
  return fault && inLine(line, fault, starts[0]);
}

/** Whether a line is meant as a grid that cannot be shown. `grid at r1c1 ...` is a rule, and others are shown. */
const isGridLine = (line: string) => /^\s*grid\b(?!\s+at\b)/.test(line) && !shapeNamed(line);

/** Why a line does not describe a grid that can be shown here. */
async function gridFault(line: string, read: Reading): Promise<Omit<LineFault, 'line'>> {
  const fault = await shapeFault(line, read);
  if (fault) return fault;
  const isShown = shapeNamed(line.replace(/\bextra\s+\d+/, '')) !== undefined;
  return {
    column: line.search(/\S/) + 1,
    found: `'${line.trim()}'`,
    expected: isShown
      ? 'at most as many extra cells as the grid has cells'
      : `at most ${LARGEST} digits, ${WIDEST} rows and ${WIDEST} columns`,
  };
}

/** Why a line describes no grid at all; undefined if it does. */
async function shapeFault(line: string, read: Reading): Promise<Omit<LineFault, 'line'> | undefined> {
  const head = '{"puzzle":"","shape":';
  const { fault } = await read(`${head}${JSON.stringify(line)}}`);
  return fault?.code === 'shape' ? inLine(line, fault, head.length + 1) : undefined;
}

/** A fault in a row of JSON, as one of the line that begins there. */
const inLine = (line: string, { column, found, expected }: Fault, start: number) => ({
  column: columnIn(line, column - 1 - start),
  found,
  expected,
});

/** The column in a line, from 1, of a place in its text as JSON has it, from 0. */
export function columnIn(line: string, place: number): number {
  let at = 0;
  for (const [index, symbol] of [...line].entries()) {
    if (at >= place) return index + 1;
    at += [...JSON.stringify(symbol)].length - 2;
  }
  return Math.min([...line].length, Math.max(place, 0)) + 1;
}
