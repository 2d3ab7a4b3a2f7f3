import type { TraceEvent } from '../../engine';

export type Fate = 'open' | 'failed' | 'solved';

/** The root of a tree, and the fields of all branches. */
const ROOT = {
  id: 0,
  /** The parent branch; -1 for the root. */
  parent: -1,
  /** The number of guesses on the path to this one, inclusive; 0 for the root. */
  depth: 0,
  cell: '',
  digit: 0,
  /** Whether the guess is that the cell has the digit, or that it does not have it. */
  holds: true,
  /** All candidates of the cell at the time of the choice. */
  candidates: [] as readonly number[],
  /** The number of events up to the guess. */
  born: 0,
  /** The number of events up to its retraction. */
  ended: Infinity,
  /** The number of events up to the first solution below it. */
  solved: Infinity,
  /** The number of branches below. */
  below: 0,
};
type Growing = typeof ROOT;

/** A guess of a search: a tried value, below the guesses that were open at that time. */
export type Branch = Readonly<Growing>;

/** The tree of all guesses of a trace. Branches are in the order in which they were tried. */
export class SearchTree {
  private readonly open: Growing[] = [{ ...ROOT }];
  readonly branches: Branch[] = [...this.open];
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
    const branch: Growing = {
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
