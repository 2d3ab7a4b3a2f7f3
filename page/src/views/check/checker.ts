import { leastOf } from '../../element/cells';
import type { CheckReply, ConflictReply, Engine, SolveReply, TrueCandidatesReply } from '../../engine';
import { Work } from '../../shell/job';
import { cluesAsk, type Board } from './board';

/** For each cell and each digit, the number of solutions with the digit in the cell. */
interface Counted {
  readonly counts: readonly (readonly number[])[];
}

/** What is known of the board as it is. */
export interface Findings {
  readonly solved?: SolveReply;
  /** What breaks a rule, where there is no solution. */
  readonly conflicts: readonly ConflictReply[];
  readonly candidates?: Counted;
  /** Whether clues are redundant, where there is one solution. */
  readonly check?: CheckReply;
}

/** What is being worked out. */
export type Working = 'solve' | 'candidates' | 'check';

/** The count of all solutions: how many there are at least, or exactly. */
export interface Count {
  readonly text: string;
  /** The share of the search that is done, from 0 to 1. */
  readonly share: number;
  readonly done: boolean;
  readonly exact: boolean;
}

/** The counts of a reply, which has only candidates where each counts once. */
function counted({ counts, candidates = [] }: TrueCandidatesReply, { puzzle: { shape } }: Board): Counted {
  const row = (values: readonly number[]) =>
    Array.from({ length: shape.size }, (_, digit) => Number(values.includes(digit + leastOf(shape))));
  return { counts: counts ?? candidates.map(row) };
}

const NOTHING: Findings = { conflicts: [] };

/** Grids up to this size are searched for redundant clues. */
const MINIMAL_SIZE = 9;

/**
 * Checks a board while it is edited. Each edit ends what was being worked out about the board before, in the middle of
 * the work, and starts again.
 */
export class Checker extends Work<Working> {
  findings: Findings = NOTHING;
  count?: Count;
  /** Whether the check was ended before it was done. */
  ended = false;
  /** Counts all solutions, beside the check. */
  readonly counter: Work;

  constructor(changed: () => void, library?: Pick<Engine, 'run'>) {
    super(changed, library);
    this.counter = new Work(changed, library);
  }

  get counting(): boolean {
    return this.counter.working === true;
  }

  /** Ends all work. */
  override stop(): void {
    if (this.working) this.ended = true;
    this.counter.stop();
    super.stop();
  }

  /** Checks a board; `most` is the cap of the counts of candidates, 0 for none of them. */
  look(board: Board, most: number): Promise<void> {
    this.stop();
    [this.findings, this.count, this.ended] = [NOTHING, undefined, false];
    const ask = cluesAsk(board);
    const find = (found: Partial<Findings>) => {
      this.findings = { ...this.findings, ...found };
      this.changed();
    };
    return this.start('solve', async (run) => {
      const solved = await run('solve', ask);
      find({ solved });
      if (solved.outcome === 'malformed') return;
      if (solved.outcome === 'unsatisfiable') {
        // An empty puzzle with these digits entered tells which rules they break.
        const { conflicts = [] } = await run('mistakes', ask);
        return find({ conflicts });
      }
      if (most > 0) {
        this.next('candidates');
        find({ candidates: counted(await run('candidates', { ...ask, most }), board) });
      }
      if (solved.outcome === 'unique' && board.puzzle.shape.size <= MINIMAL_SIZE) {
        this.next('check');
        find({ check: await run('check', ask) });
      }
    });
  }

  /** Counts all solutions, and tells how many there are at least until it is done. */
  countAll(board: Board): Promise<void> {
    this.count = undefined;
    const tell = (count: Count) => {
      this.count = count;
      this.changed();
    };
    return this.counter.start(true, async (run) => {
      const { count, exact } = await run('count', cluesAsk(board), ({ count, share }) =>
        tell({ text: count, share, done: false, exact: false }),
      );
      tell({ text: count, share: 1, done: true, exact });
    });
  }

  /** Ends the count; what was counted stays. */
  stopCount(): void {
    this.counter.stop();
  }
}
