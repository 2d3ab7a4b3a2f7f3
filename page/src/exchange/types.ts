import type { CellState } from '../element/types';

/** Programs whose links and payloads are read. */
export type Origin = 'f-puzzles' | 'sudokupad' | 'sudokuwiki';

/** A puzzle from a link, as far as the library can read it. */
export interface Imported {
  readonly kind: 'puzzle';
  readonly origin: Origin;
  /** A row of JSON lines: the library checks it and makes the puzzle. */
  readonly row: string;
  /** What a person had entered, one entry a cell; undefined if nothing. */
  readonly entered?: readonly CellState[];
  /** Parts that are only drawing and are not shown: their names in the format, with numbers. */
  readonly drawings: readonly Count[];
  /** What stands in cells under names that are not read, with the numbers of cells. */
  readonly unread?: readonly Count[];
  /** The author's text of the rules. */
  readonly rulesText?: string;
}

export interface Count {
  readonly name: string;
  readonly count: number;
}

/** What was expected where something else was found: a key of the words, with what it says. */
export type Expected =
  | 'base64'
  | 'json'
  | 'object'
  | 'list'
  | 'text'
  | 'size'
  | 'rows'
  | 'cells'
  | 'digit'
  | 'digits'
  | 'sum'
  | 'cell-name'
  | 'cell-pair'
  | 'group'
  | 'board'
  | 'shorter';

/** Why a link is not taken. */
export type Refused =
  | { readonly kind: 'rules'; readonly origin: Origin; readonly rules: readonly Count[] }
  | { readonly kind: 'drawn'; readonly origin: Origin; readonly rules: readonly Count[]; readonly text?: string }
  | { readonly kind: 'sentence'; readonly origin: Origin; readonly text: string }
  | { readonly kind: 'network'; readonly origin: Origin; readonly id: string }
  | { readonly kind: 'packing'; readonly origin: Origin; readonly prefix: string }
  | { readonly kind: 'host'; readonly host: string }
  | {
      readonly kind: 'form';
      readonly origin: Origin;
      readonly where: string;
      readonly found: string;
      readonly expected: Expected;
    };

/** The problem of a link, thrown while it is read. */
export class Refusal extends Error {
  constructor(readonly reason: Refused) {
    super(reason.kind);
  }
}

/** The longest payload that is unpacked: what unpacks to much more than it is must not fill the memory. */
export const LONGEST_PAYLOAD = 32_768;

/** The longest text of JSON that is read. */
export const LONGEST_JSON = 4_000_000;

/** A value as a message shows it: short, on one line. */
export function shown(value: unknown): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/** Counts equal names, in the order in which they appear first. */
export function counted(names: readonly string[]): Count[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}
