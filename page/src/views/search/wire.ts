/** The wire's types that this view reads. */
export interface Counters {
  readonly nodes: number;
  readonly backtracks: number;
  readonly eliminations: number;
  readonly max_depth: number;
}

export type TraceEvent =
  | { event: 'start'; number: number; puzzle: string; strategy: string }
  | { event: 'node'; depth: number; cell: string; candidates: number[] }
  | { event: 'guess'; depth: number; cell: string; digit: number }
  | {
      event: 'narrowed';
      cell: string;
      removed: number[];
      left: number[];
      decides: boolean;
      reason: string;
      house?: string;
      because?: string[];
    }
  | { event: 'contradiction'; kind: string; house?: string; cell?: string }
  | { event: 'backtrack'; depth: number; cell: string; digit: number }
  | { event: 'board'; depth: number; board: string; candidates?: string }
  | { event: 'solution'; depth: number; solution: string }
  | { event: 'restart' }
  | { event: 'end'; outcome: string; refutation?: string; limit?: string; stats: Counters };
