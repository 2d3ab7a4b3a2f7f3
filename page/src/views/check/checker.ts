import { engine, isAbort, type CandidatesReply, type CheckReply, type Engine, type SolveReply } from '../../engine';
import { failureText } from '../../shell/failure';
import { cluesAsk, type Board } from './board';

/** A constraint that the clues break. */
export interface Conflict {
  readonly constraint: string;
  readonly cells: readonly string[];
}

/** What is known of the board as it is. */
export interface Findings {
  readonly solved?: SolveReply;
  /** What breaks a rule, where there is no solution. */
  readonly conflicts: readonly Conflict[];
  readonly candidates?: CandidatesReply;
  /** Whether clues are redundant, where there is one solution. */
  readonly check?: CheckReply;
}

/** What is being worked out. */
export type Working = 'solve' | 'candidates' | 'check';

/** The count of all solutions: how many there are at least, or exactly. */
export interface Count {
  readonly text: string;
  readonly done: boolean;
  readonly exact: boolean;
}

const NOTHING: Findings = { conflicts: [] };

/** Grids up to this size are searched for redundant clues. */
const MINIMAL_SIZE = 9;

/** Solutions are counted up to a number that grows by this factor, so that there is something to tell. */
const FACTOR = 4n;
const FIRST = 1000n;

/**
 * Checks a board while it is edited. Each edit ends what was being worked out about the board before, in the middle of
 * the work, and starts again.
 */
export class Checker {
  findings: Findings = NOTHING;
  working?: Working;
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
      this.control = undefined;
      this.changed();
    }
  }

  private async *steps(board: Board, most: number, signal: AbortSignal): AsyncGenerator<Partial<Findings>> {
    const ask = cluesAsk(board);
    this.begin('solve');
    const solved = await this.library.run('solve', { ...ask, want: 'unique' }, { signal });
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
      yield { candidates: await this.library.run('candidates', { ...ask, most }, { signal }) };
    }
    if (solved.outcome === 'unique' && board.puzzle.shape.size <= MINIMAL_SIZE) {
      this.begin('check');
      yield { check: await this.library.run('check', ask, { signal }) };
    }
  }

  private begin(working: Working): void {
    this.working = working;
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
    try {
      for (let most = FIRST; ; most *= FACTOR) {
        const options = { ...ask, want: 'count' as const, most: Number(most) };
        const {
          count = '0',
          exact = false,
          limit,
        } = await this.library.run('solve', options, {
          signal: control.signal,
        });
        if (control.signal.aborted) return;
        const done = exact || BigInt(count) < most || limit !== undefined;
        this.count = { text: count, done, exact: exact || (BigInt(count) < most && limit === undefined) };
        this.changed();
        if (done || most * FACTOR > BigInt(Number.MAX_SAFE_INTEGER)) break;
      }
    } catch (error) {
      if (control.signal.aborted || isAbort(error)) return;
      this.error = failureText(error);
    }
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
