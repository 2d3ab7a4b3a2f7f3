import type { TraceEvent } from '../../engine';

export type Fate = 'open' | 'failed' | 'solved';

/** A guess of a search: a tried value, below the guesses that were open at that time. */
export interface Branch {
  readonly id: number;
  /** The parent branch; -1 for the root. */
  readonly parent: number;
  /** The number of guesses on the path to this one, inclusive; 0 for the root. */
  readonly depth: number;
  readonly cell: string;
  readonly digit: number;
  /** Whether the guess is that the cell has the digit, or that it does not have it. */
  readonly holds: boolean;
  /** All candidates of the cell at the time of the choice. */
  readonly candidates: readonly number[];
  /** The number of events up to the guess. */
  readonly born: number;
  /** The number of events up to its retraction. */
  ended: number;
  /** The number of events up to the first solution below it. */
  solved: number;
  /** The number of branches below. */
  below: number;
}

const ROOT: Branch = {
  id: 0,
  parent: -1,
  depth: 0,
  cell: '',
  digit: 0,
  holds: true,
  candidates: [],
  born: 0,
  ended: Infinity,
  solved: Infinity,
  below: 0,
};

/** The tree of all guesses of a trace. Branches are in the order in which they were tried. */
export class SearchTree {
  readonly branches: Branch[] = [{ ...ROOT }];
  private open: Branch[] = [this.branches[0]];
  private count = 0;
  private candidates: readonly number[][] = [];

  push(events: readonly TraceEvent[]): void {
    for (const event of events) this.apply(event);
  }

  /** The number of guesses within the first `count` events. */
  bornAt(count: number): number {
    return this.branches.filter(({ born }) => born <= count).length - 1;
  }

  /** The number of guesses that were retracted without a solution within the first `count` events. */
  failedAt(count: number): number {
    return this.branches.filter((branch) => this.fate(branch, count) === 'failed').length;
  }

  fate(branch: Branch, count: number): Fate {
    if (branch.solved <= count) return 'solved';
    return branch.ended <= count ? 'failed' : 'open';
  }

  /** The branches that are open after `count` events, the root first. */
  path(count: number): Branch[] {
    return this.branches.filter(({ born, ended }) => born <= count && ended > count);
  }

  /** The siblings of a branch that were tried before it. */
  before({ id, parent }: Branch): Branch[] {
    return this.branches.slice(0, id).filter((other) => other.parent === parent);
  }

  private apply(event: TraceEvent): void {
    this.count++;
    switch (event.event) {
      case 'node': {
        const candidates = [...this.candidates.slice(0, event.depth)];
        candidates[event.depth] = event.candidates;
        this.candidates = candidates;
        break;
      }
      case 'guess':
      case 'exclude':
        this.grow(event);
        break;
      case 'backtrack':
      case 'jump':
        this.close(event.depth + 1);
        break;
      case 'restart':
        this.close(1);
        break;
      case 'solution':
        for (const branch of this.open) branch.solved = Math.min(branch.solved, this.count);
        break;
      default:
        break;
    }
  }

  private close(depth: number): void {
    for (const branch of this.open.splice(depth)) branch.ended = this.count;
  }

  private grow({ event, depth, cell, digit }: Extract<TraceEvent, { event: 'guess' | 'exclude' }>): void {
    this.close(depth + 1);
    const parent = this.open[this.open.length - 1];
    const branch: Branch = {
      ...ROOT,
      id: this.branches.length,
      parent: parent.id,
      depth: parent.depth + 1,
      cell,
      digit,
      holds: event === 'guess',
      candidates: this.candidates[depth] ?? [],
      born: this.count,
    };
    for (const above of this.open) above.below++;
    this.branches.push(branch);
    this.open.push(branch);
  }
}
