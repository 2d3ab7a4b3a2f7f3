import { bisectRight } from 'd3-array';

import { cellCount, cellIndex } from '../../element/cells';
import type { Shape } from '../../element/types';
import type { TraceEvent } from '../../engine';

/** A set of digits as bits: digit 1 is bit 0. A number has enough bits for 25 digits. */
export function bits(digits: Iterable<number>): number {
  let set = 0;
  for (const digit of digits) set |= 1 << (digit - 1);
  return set;
}

export function digitsOf(set: number): number[] {
  const digits: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) digits.push(32 - Math.clz32(rest & -rest));
  return digits;
}

/** Whether the set has exactly one digit. */
export const isSingle = (set: number): boolean => set !== 0 && (set & (set - 1)) === 0;

/** All names of cells in a text such as `cage 12 r1c1 r1c2`. */
export const cellsIn = (text: string): string[] => text.match(/\b(?:r\d+c\d+|v\d+)\b/g) ?? [];

/** The state of the search after a number of events. */
export interface Moment {
  /** The candidates of each cell, as bits. */
  readonly domains: Int32Array;
  /** 1 for each decided cell. */
  readonly decided: Uint8Array;
  /** The open guesses, in order. */
  readonly guesses: readonly Guess[];
  readonly counts: Counts;
}

/** An open guess, with the state that its retraction restores. */
export interface Guess {
  readonly cell: number;
  readonly digit: number;
  readonly domains: Int32Array;
  readonly decided: Uint8Array;
}

const NO_COUNTS = { nodes: 0, backtracks: 0, eliminations: 0, solutions: 0 };
type Counts = Readonly<typeof NO_COUNTS>;

/** A stored moment, with the state that a restart restores. */
type Kept = Moment & { readonly root?: Guess; readonly learns: boolean };

/** Number of events between two stored moments. Replaying them takes microseconds. */
const EVERY = 64;

/** The initial state of a puzzle: its grid, and the candidates of each cell. */
export type Beginning = ReturnType<typeof beginning>;

/** The initial state of a puzzle. Clues are decided; other cells have their restricted candidates or all digits. */
export function beginning(
  /** The shape of the grid, or the side of a plain square grid. */
  grid: Shape | number,
  digits: readonly number[],
  candidates?: readonly (readonly number[])[],
) {
  const all = 2 ** (typeof grid === 'number' ? grid : grid.size) - 1;
  const domains = new Int32Array(cellCount(grid)).fill(all);
  const decided = new Uint8Array(cellCount(grid));
  domains.forEach((_, cell) => {
    const digit = digits[cell] ?? 0;
    if (digit > 0) {
      domains[cell] = bits([digit]);
      decided[cell] = 1;
    } else if (candidates?.[cell]) {
      domains[cell] = bits(candidates[cell]);
    }
  });
  return { grid, domains, decided };
}

/** The events of a search, and its state after any number of events. */
export class Timeline {
  readonly events: TraceEvent[] = [];
  /** For each number of nodes, the number of events before the next node. */
  readonly nodeEnds: number[] = [];
  private readonly kept: Kept[] = [];
  private readonly builder: Builder;

  constructor(readonly begin: Beginning) {
    this.builder = new Builder(begin);
    this.kept.push(this.builder.moment());
  }

  get length(): number {
    return this.events.length;
  }

  /** The last event of the trace, if it has ended. */
  get end(): Extract<TraceEvent, { event: 'end' }> | undefined {
    const last = this.events.at(-1);
    return last?.event === 'end' ? last : undefined;
  }

  push(events: readonly TraceEvent[]): void {
    for (const event of events) {
      if (event.event === 'node') this.nodeEnds.push(this.events.length);
      this.events.push(event);
      this.builder.apply(event);
      if (this.events.length % EVERY === 0) this.kept.push(this.builder.moment());
    }
  }

  /** The state of the search after `count` events. */
  at(count: number): Moment {
    const wanted = Math.max(0, Math.min(count, this.length));
    const from = Math.floor(wanted / EVERY);
    const builder = new Builder(this.begin, this.kept[from]);
    for (let index = from * EVERY; index < wanted; index++) builder.apply(this.events[index]);
    return builder.moment();
  }

  /** The number of nodes among the first `count` events. */
  nodesAt(count: number): number {
    return bisectRight(this.nodeEnds, count - 1);
  }

  /** The number of events before the node that follows the first `nodes` nodes; all events if there is none. */
  eventsOfNodes(nodes: number): number {
    return nodes < this.nodeEnds.length ? this.nodeEnds[nodes] : this.length;
  }
}

/** A mutable moment. `moment` copies the domains; guesses are shared between moments. */
class Builder {
  private readonly grid: Shape | number;
  private domains: Int32Array;
  private decided: Uint8Array;
  private guesses: Guess[];
  private counts: typeof NO_COUNTS;
  private root?: Guess;
  /** Whether the search learns. Its boards have the consequences of all guesses, so every single is decided. */
  private learns: boolean;

  constructor(begin: Beginning, from?: Kept) {
    this.grid = begin.grid;
    this.domains = (from ?? begin).domains.slice();
    this.decided = (from ?? begin).decided.slice();
    this.guesses = from ? [...from.guesses] : [];
    this.counts = { ...(from?.counts ?? NO_COUNTS) };
    this.root = from?.root;
    this.learns = from?.learns ?? false;
  }

  moment(): Kept {
    return {
      domains: this.domains.slice(),
      decided: this.decided.slice(),
      guesses: [...this.guesses],
      counts: { ...this.counts },
      root: this.root,
      learns: this.learns,
    };
  }

  apply(event: TraceEvent): void {
    switch (event.event) {
      case 'start':
        this.learns = event.strategy.includes('branch=learn');
        break;
      case 'node':
        this.counts.nodes++;
        break;
      case 'guess':
      case 'exclude':
        this.guess(event);
        break;
      case 'narrowed':
        this.narrow(event);
        break;
      case 'conflict':
        this.counts.backtracks++;
        break;
      case 'backtrack':
      case 'jump':
        if (event.event === 'backtrack') this.counts.backtracks++;
        this.back(this.guesses[event.depth]);
        this.guesses.length = Math.min(this.guesses.length, event.depth);
        break;
      case 'restart':
        this.back(this.root);
        this.guesses = [];
        break;
      case 'board':
        if (event.candidates !== undefined) this.rest(event.candidates);
        break;
      case 'solution':
        this.counts.solutions++;
        break;
      default:
        break;
    }
  }

  private guess({ event, depth, cell: name, digit }: Extract<TraceEvent, { event: 'guess' | 'exclude' }>): void {
    const cell = cellIndex(name, this.grid) ?? -1;
    const guess = { cell, digit, domains: this.domains.slice(), decided: this.decided.slice() };
    this.root ??= guess;
    this.guesses.length = Math.min(this.guesses.length, depth);
    this.guesses.push(guess);
    if (!this.learns || cell < 0) return;
    // Other searches report the change as an event.
    this.domains[cell] = event === 'guess' ? bits([digit]) : this.domains[cell] & ~bits([digit]);
    this.decided[cell] = isSingle(this.domains[cell]) ? 1 : 0;
  }

  private narrow(event: Extract<TraceEvent, { event: 'narrowed' }>): void {
    if (event.reason !== 'choice' && event.reason !== 'refuted') this.counts.eliminations += event.removed.length;
    const cell = cellIndex(event.cell, this.grid);
    // Auxiliary variables are not cells.
    if (cell === undefined) return;
    this.domains[cell] = bits(event.left);
    if (event.decides) this.decided[cell] = 1;
  }

  private back(guess: Guess | undefined): void {
    if (!guess) return;
    this.domains.set(guess.domains);
    this.decided.set(guess.decided);
  }

  /** Sets the candidates of all cells, from a text with spaces between cells and commas between digits. */
  private rest(candidates: string): void {
    candidates.split(' ').forEach((text, cell) => {
      if (cell >= this.domains.length) return;
      const left = text === '' ? 0 : bits(text.split(',').map(Number));
      if (this.learns) this.counts.eliminations += digitsOf(this.domains[cell] & ~left).length;
      this.domains[cell] = left;
      const isOne = isSingle(this.domains[cell]);
      if (!isOne || this.learns) this.decided[cell] = isOne ? 1 : 0;
    });
  }
}

/** The displayed counters, including the depth. */
export function counters(moment: Moment): Counts & { readonly depth: number } {
  return { ...moment.counts, depth: moment.guesses.length };
}
