import { leastOf, range } from '../element/cells';
import type {
  CheckReply,
  ConflictReply,
  Engine,
  EstimateReply,
  NecessaryReply,
  SolveReply,
  TrueCandidatesReply,
} from '../engine';
import { isIncomplete } from '../game/puzzle';
import { Work } from '../shell/job';
import { cluesAsk, type Board } from './board';

export interface Findings {
  readonly solved?: SolveReply;
  /** The broken rules, if there is no solution. */
  readonly conflicts: readonly ConflictReply[];
  /** Without a solution and without broken rules: parts of the puzzle that contradict each other. */
  readonly contradiction?: { readonly parts: readonly string[]; readonly smallest: boolean };
  /** For each cell and each digit, the number of solutions with the digit in the cell. */
  readonly candidates?: { readonly counts: readonly (readonly number[])[] };
  /** The redundant clues, if there is exactly one solution. */
  readonly check?: CheckReply;
}

export type Working = 'solve' | 'contradiction' | 'candidates' | 'check';

/** Further questions, which are answered on request. */
export type Further = 'count' | 'estimate' | 'necessary';

/** The count of all solutions: a lower bound, or the exact number. */
export interface Count {
  readonly text: string;
  /** The completed share of the search, from 0 to 1. */
  readonly share: number;
  readonly done: boolean;
  readonly exact: boolean;
}

/** The counts of a reply. A reply without counts has only candidates, which count once each. */
function counted({ counts, candidates = [] }: TrueCandidatesReply, { puzzle: { shape } }: Board) {
  const row = (values: readonly number[]) =>
    range(shape.size).map((digit) => Number(values.includes(digit + leastOf(shape))));
  return { counts: counts ?? candidates.map(row) };
}

const NOTHING: Findings = { conflicts: [] };

/** The maximum size of grids that are checked for redundant clues. */
const MINIMAL_SIZE = 9;

/**
 * Checks a board while it is edited. Each edit cancels the work on the previous board and starts again.
 */
export class Checker extends Work<Working> {
  findings: Findings = NOTHING;
  count?: Count;
  estimate?: EstimateReply;
  /** Rules and clues that the single solution does not need individually, or perhaps not. */
  unnecessary?: readonly string[];
  /** Whether the check was stopped before it was complete. */
  ended = false;
  /** Answers further questions, independently of the check. */
  readonly further: Work<Further>;

  constructor(changed: () => void, library?: Pick<Engine, 'run'>) {
    super(changed, library);
    this.further = new Work<Further>(changed, library);
  }

  override stop(): void {
    if (this.working) this.ended = true;
    this.further.stop();
    super.stop();
  }

  clear(): void {
    this.stop();
    [this.findings, this.ended, this.error] = [NOTHING, false, undefined];
    this.count = this.estimate = this.unnecessary = this.further.error = undefined;
  }

  /**
   * Checks a board. `most` is the maximum count of each candidate; 0 skips candidates. `redundant` is whether redundant
   * clues are searched.
   */
  look(board: Board, most: number, { redundant = true } = {}): Promise<void> {
    this.clear();
    if (isIncomplete(board.puzzle)) return Promise.resolve(this.changed());
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
        // The question `mistakes` returns the rules that these digits break.
        const { conflicts = [] } = await run('mistakes', ask);
        if (conflicts.length > 0) return find({ conflicts });
        this.next('contradiction');
        const { because = [], smallest = false } = await run('solve', { ...ask, because: true });
        return find({ contradiction: { parts: because, smallest } });
      }
      if (most > 0) {
        this.next('candidates');
        find({ candidates: counted(await run('candidates', { ...ask, most }), board) });
      }
      if (redundant && solved.outcome === 'unique' && board.puzzle.shape.size <= MINIMAL_SIZE) {
        this.next('check');
        find({ check: await run('check', ask) });
      }
    });
  }

  /** Counts all solutions, and reports a lower bound until the count is complete. */
  countAll(board: Board): Promise<void> {
    this.count = undefined;
    const report = (count: Count) => {
      this.count = count;
      this.changed();
    };
    return this.further.start('count', async (run) => {
      const { count, exact } = await run('count', cluesAsk(board), ({ count, share }) =>
        report({ text: count, share, done: false, exact: false }),
      );
      report({ text: count, share: 1, done: true, exact });
    });
  }

  /** Estimates the number of solutions from random branches of a search. */
  estimateAll(board: Board): Promise<void> {
    const take = (reply: EstimateReply) => (this.estimate = reply);
    return this.further.start('estimate', (run) => run('estimate', cluesAsk(board)), take);
  }

  /** Finds the rules and clues without which there are several solutions. */
  findNecessary(board: Board): Promise<void> {
    // Whether the usual houses are needed is of no interest.
    const isOwn = (part: string) => !/^(rows|columns|boxes|regions)\b/.test(part);
    const take = ({ unnecessary = [], unknown = [] }: NecessaryReply) =>
      (this.unnecessary = [...unnecessary, ...unknown].filter(isOwn));
    return this.further.start('necessary', (run) => run('necessary', cluesAsk(board)), take);
  }
}
