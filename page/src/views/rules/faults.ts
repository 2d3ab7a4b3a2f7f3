import type { Fault } from '../../exchange/library';
import { headCount, rowOf, type Draft } from './draft';

/** What is wrong with a line of the text. */
export interface LineFault {
  /** From 1, in the text with the line of regions. */
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly expected: string;
}

/** What the library says of a draft. */
export interface Verdict {
  readonly faults: readonly LineFault[];
  /** Something wrong that is no line of the rules. */
  readonly other?: Fault;
  /** Clues that break a rule. */
  readonly conflict?: Fault;
}

interface Reply {
  readonly fault?: Fault | null;
  readonly conflict?: Fault | null;
}

/** Asks the library about every line by itself, as it tells the first fault only, and then about all of it. */
export async function verdictOf(draft: Draft, read: (row: string) => Promise<Reply>): Promise<Verdict> {
  const shift = 1 + headCount(draft);
  const bare = { ...draft, givens: draft.givens.map(() => 0), name: undefined };
  const faults: LineFault[] = [];
  for (const [index, line] of draft.lines.entries()) {
    if (line.trim() === '') continue;
    const { row, starts } = rowOf(bare, [line]);
    const { fault } = await read(row);
    if (!fault) continue;
    const { found, expected } = fault;
    const column = columnIn(line, fault.column - 1 - starts[0]);
    faults.push({ line: index + shift, column: named(line, column, found), found, expected });
  }
  if (faults.length > 0) return { faults };
  const lines = draft.lines.filter((line) => line.trim() !== '');
  const { fault, conflict } = await read(rowOf(draft, lines).row);
  return { faults, ...(fault ? { other: fault } : {}), ...(conflict ? { conflict } : {}) };
}

/** Rules that do not fit the grid have the column of their beginning: what was found tells the place in the line. */
function named(line: string, column: number, found: string): number {
  const at = /^\s*/.exec(line)?.[0].length ?? 0;
  const word = /\b(r\d+c\d+|(?<=^the sum )\d+)\b/.exec(found)?.[1];
  const place = word && column <= at + 1 ? line.search(new RegExp(`\\b${word}\\b`)) : -1;
  return place < 0 ? column : place + 1;
}

/** The column in a line, from 1, of a place in its text as JSON has it, from 0. */
export function columnIn(line: string, place: number): number {
  let at = 0;
  for (const [index, symbol] of [...line].entries()) {
    if (at >= place) return index + 1;
    at += [...JSON.stringify(symbol)].length - 2;
  }
  return Math.min([...line].length, Math.max(place, 0)) + 1;
}
