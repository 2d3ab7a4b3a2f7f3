import { bisectRight, range } from 'd3-array';

import { cellCount, cellIndex } from '../../element/cells';
import type { Shape } from '../../element/types';
import type { TraceEvent } from '../../engine';

type EventOf<Kind extends TraceEvent['event']> = Extract<TraceEvent, { event: Kind }>;

/** A set of digits as bits: digit 1 is bit 0. A number has enough bits for 25 digits. */
export const bits = (digits: readonly number[]): number => digits.reduce((set, digit) => set | (1 << (digit - 1)), 0);

export const digitsOf = (set: number): number[] => range(1, 26).filter((digit) => (set & (1 << (digit - 1))) !== 0);

export const isSingle = (set: number): boolean => set !== 0 && (set & (set - 1)) === 0;

/** All names of cells in a text such as `cage 12 r1c1 r1c2`. */
export const cellsIn = (text: string): string[] => text.match(/\b(?:r\d+c\d+|v\d+)\b/g) ?? [];

/** The candidates of each cell, as bits, and 1 for each decided cell. */
interface Cells {
  readonly domains: Int32Array;
  readonly decided: Uint8Array;
}

/** An open guess, with the state that its retraction restores. */
interface Guess extends Cells {
  readonly cell: number;
  readonly digit: number;
}

/** The state of the search after a number of events. */
export interface Moment extends Cells {
  readonly guesses: Guess[];
  readonly counts: Record<'nodes' | 'backtracks' | 'eliminations' | 'solutions', number>;
  /** The state that a restart restores. */
  root?: Guess;
  /** Whether the search learns. Its boards have the consequences of all guesses, so every single is decided. */
  learns: boolean;
}

const copyOf = ({ domains, decided }: Cells): Cells => ({ domains: domains.slice(), decided: decided.slice() });

/** A copy of a moment. The states of guesses never change, so copies share them. */
const copied = (moment: Moment): Moment => ({
  ...moment,
  ...copyOf(moment),
  guesses: [...moment.guesses],
  counts: { ...moment.counts },
});

/** Number of events between two stored moments. Replaying them takes microseconds. */
const EVERY = 64;

/** The events of a search, and its state after any number of events. */
export class Timeline {
  readonly events: TraceEvent[] = [];
  /** For each number of nodes, the number of events before the next node. */
  readonly nodeEnds: number[] = [];
  private readonly latest: Moment;
  /** The moments after each {@link EVERY} events. */
  private readonly kept: Moment[];

  /** Clues are decided; other cells have their restricted candidates or all digits. */
  constructor(
    private readonly grid: Shape,
    digits: readonly number[],
    candidates?: readonly (readonly number[])[],
  ) {
    const all = 2 ** grid.size - 1;
    const domains = new Int32Array(cellCount(grid)).map((_, cell) => {
      if (digits[cell] > 0) return bits([digits[cell]]);
      return candidates?.[cell] ? bits(candidates[cell]) : all;
    });
    const decided = new Uint8Array(cellCount(grid)).map((_, cell) => (digits[cell] > 0 ? 1 : 0));
    const counts = { nodes: 0, backtracks: 0, eliminations: 0, solutions: 0 };
    this.latest = { domains, decided, guesses: [], counts, learns: false };
    this.kept = [copied(this.latest)];
  }

  get length(): number {
    return this.events.length;
  }

  /** The last event of the trace, if it has ended. */
  get end(): EventOf<'end'> | undefined {
    const last = this.events.at(-1);
    return last?.event === 'end' ? last : undefined;
  }

  push(events: readonly TraceEvent[]): void {
    for (const event of events) {
      if (event.event === 'node') this.nodeEnds.push(this.events.length);
      this.events.push(event);
      this.apply(this.latest, event);
      if (this.events.length % EVERY === 0) this.kept.push(copied(this.latest));
    }
  }

  at(count: number): Moment {
    const wanted = Math.max(0, Math.min(count, this.length));
    const from = Math.floor(wanted / EVERY);
    const moment = copied(this.kept[from]);
    for (const event of this.events.slice(from * EVERY, wanted)) this.apply(moment, event);
    return moment;
  }

  /** The number of nodes among the first `count` events. */
  nodesAt(count: number): number {
    return bisectRight(this.nodeEnds, count - 1);
  }

  /** The number of events before the node that follows the first `nodes` nodes; all events if there is none. */
  eventsOfNodes(nodes: number): number {
    return this.nodeEnds[nodes] ?? this.length;
  }

  private apply(moment: Moment, event: TraceEvent): void {
    const { counts, guesses } = moment;
    switch (event.event) {
      case 'start':
        moment.learns = event.strategy.includes('branch=learn');
        break;
      case 'node':
        counts.nodes++;
        break;
      case 'guess':
      case 'exclude':
        this.guess(moment, event);
        break;
      case 'narrowed':
        this.narrow(moment, event);
        break;
      case 'conflict':
        counts.backtracks++;
        break;
      case 'backtrack':
      case 'jump':
        if (event.event === 'backtrack') counts.backtracks++;
        restore(moment, guesses[event.depth]);
        guesses.splice(event.depth);
        break;
      case 'restart':
        restore(moment, moment.root);
        guesses.length = 0;
        break;
      case 'board':
        if (event.candidates !== undefined) rest(moment, event.candidates);
        break;
      case 'solution':
        counts.solutions++;
        break;
      default:
        break;
    }
  }

  private guess(moment: Moment, { event, depth, cell: name, digit }: EventOf<'guess' | 'exclude'>): void {
    const { domains, decided, guesses } = moment;
    const cell = cellIndex(name, this.grid) ?? -1;
    const guess = { cell, digit, ...copyOf(moment) };
    moment.root ??= guess;
    guesses.splice(depth);
    guesses.push(guess);
    if (!moment.learns || cell < 0) return;
    // Other searches report the change as an event.
    domains[cell] = event === 'guess' ? bits([digit]) : domains[cell] & ~bits([digit]);
    decided[cell] = isSingle(domains[cell]) ? 1 : 0;
  }

  private narrow({ domains, decided, counts }: Moment, event: EventOf<'narrowed'>): void {
    if (event.reason !== 'choice' && event.reason !== 'refuted') counts.eliminations += event.removed.length;
    const cell = cellIndex(event.cell, this.grid);
    // Auxiliary variables are not cells.
    if (cell === undefined) return;
    domains[cell] = bits(event.left);
    if (event.decides) decided[cell] = 1;
  }
}

function restore({ domains, decided }: Moment, guess: Guess | undefined): void {
  if (!guess) return;
  domains.set(guess.domains);
  decided.set(guess.decided);
}

/** Sets the candidates of all cells, from a text with spaces between cells and commas between digits. */
function rest({ domains, decided, counts, learns }: Moment, candidates: string): void {
  candidates
    .split(' ')
    .slice(0, domains.length)
    .forEach((text, cell) => {
      const left = text === '' ? 0 : bits(text.split(',').map(Number));
      if (learns) counts.eliminations += digitsOf(domains[cell] & ~left).length;
      domains[cell] = left;
      if (!isSingle(left) || learns) decided[cell] = isSingle(left) ? 1 : 0;
    });
}
