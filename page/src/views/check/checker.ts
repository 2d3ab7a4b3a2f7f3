import { leastOf } from '../../element/cells';
import {
  engine,
  isAbort,
  type ConflictReply,
  type CheckReply,
  type Engine,
  type JobProgress,
  type SolveReply,
  type TrueCandidatesReply,
} from '../../engine';
import { failureText } from '../../shell/messages';
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
export class Checker {
  findings: Findings = NOTHING;
  working?: Working;
  /** How far that is. */
  told?: JobProgress;
  error?: string;
  count?: Count;
  counting = false;
  /** Whether the check was ended before it was done. */
  ended = false;
  private control?: AbortController;
  private countControl?: AbortController;

  constructor(
    private readonly changed: () => void,
    private readonly library: Pick<Engine, 'run'> = engine,
  ) {}

  /** Ends all work. */
  stop(): void {
    if (this.working) this.ended = true;
    this.control?.abort();
    this.control = undefined;
    this.working = undefined;
    this.told = undefined;
    this.stopCount();
  }

  /** Checks a board; `most` is the cap of the counts of candidates, 0 for none of them. */
  async look(board: Board, most: number): Promise<void> {
    this.stop();
    const control = (this.control = new AbortController());
    this.findings = NOTHING;
    this.error = undefined;
    this.count = undefined;
    this.ended = false;
    try {
      for await (const found of this.steps(board, most, control.signal)) {
        if (control.signal.aborted) return;
        this.findings = { ...this.findings, ...found };
        this.changed();
      }
    } catch (error) {
      if (control.signal.aborted || isAbort(error)) return;
      this.error = failureText(error);
    }
    if (this.control === control) {
      this.working = undefined;
      this.told = undefined;
      this.control = undefined;
      this.changed();
    }
  }

  private async *steps(board: Board, most: number, signal: AbortSignal): AsyncGenerator<Partial<Findings>> {
    const ask = cluesAsk(board);
    const progress = (told: JobProgress) => {
      if (signal.aborted) return;
      this.told = told;
      this.changed();
    };
    const run = { signal, progress };
    this.begin('solve');
    const solved = await this.library.run('solve', ask, run);
    yield { solved };
    if (solved.outcome === 'unsatisfiable') {
      // An empty puzzle with these digits entered tells which rules they break.
      const { conflicts = [] } = await this.library.run('mistakes', ask, { signal });
      yield { conflicts };
      return;
    }
    if (solved.outcome === 'malformed') return;
    if (most > 0) {
      this.begin('candidates');
      yield { candidates: counted(await this.library.run('candidates', { ...ask, most }, run), board) };
    }
    if (solved.outcome === 'unique' && board.puzzle.shape.size <= MINIMAL_SIZE) {
      this.begin('check');
      yield { check: await this.library.run('check', ask, run) };
    }
  }

  private begin(working: Working): void {
    this.working = working;
    this.told = undefined;
    this.changed();
  }

  /** Counts all solutions, and tells how many there are at least until it is done. */
  async countAll(board: Board): Promise<void> {
    this.stopCount();
    const control = (this.countControl = new AbortController());
    const ask = cluesAsk(board);
    this.counting = true;
    this.count = undefined;
    this.changed();
    const tell = (count: Count) => {
      if (control.signal.aborted) return;
      this.count = count;
      this.changed();
    };
    try {
      const { count, exact } = await this.library.run('count', ask, {
        signal: control.signal,
        progress: ({ count, share }) => tell({ text: count, share, done: false, exact: false }),
      });
      tell({ text: count, share: 1, done: true, exact });
    } catch (error) {
      if (control.signal.aborted || isAbort(error)) return;
      this.error = failureText(error);
    }
    if (this.countControl !== control) return;
    this.countControl = undefined;
    this.counting = false;
    this.changed();
  }

  /** Ends the count; what was counted stays. */
  stopCount(): void {
    this.countControl?.abort();
    this.countControl = undefined;
    this.counting = false;
    this.changed();
  }
}
