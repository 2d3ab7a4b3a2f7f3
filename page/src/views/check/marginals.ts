import type { AskOf, LabelReply } from '../../engine';
import { tellFault } from '../../exchange/tell';
import { COMMON_SIZES } from '../../game/puzzle';
import { Work } from '../../shell/job';
import { t } from '../../words';
import { cluesAsk, unsolved, type Board } from './board';

const isNumber = (field: string) => /^[-+]?(\d+\.?\d*(e[-+]?\d+)?|\.\d+(e[-+]?\d+)?|inf(inity)?)$/i.test(field);

/** The fields of a line, as the library separates them: at commas, semicolons or tabs, else at spaces. */
function fields(line: string): string[] {
  const separator = [',', ';', '\t'].find((each) => line.includes(each));
  return separator ? line.split(separator).map((field) => field.trim()) : line.split(/\s+/);
}

/**
 * The size N of the grid that a text has scores of: N x N rows of N numbers, a row for each cell; undefined for any other
 * text. The library reads the numbers.
 */
export function scoresSize(text: string): number | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map(fields);
  // Names of columns.
  if (rows.length > 0 && !rows[0].some(isNumber)) rows.shift();
  const size = rows[0]?.length ?? 0;
  const isTable = COMMON_SIZES.includes(size) && rows.length >= size * size;
  return isTable && rows.every((row) => row.length === size && row.every(isNumber)) ? size : undefined;
}

/** What the numbers of a table of scores are. */
export type ScoreKind = NonNullable<AskOf<'label'>['scores']>;

/** How probable each digit is. */
export interface Shares {
  /** For each cell the share of each digit, 0 to 1. */
  readonly shares: readonly (readonly number[])[];
  readonly exact: boolean;
  /** The name of the method that found them. */
  readonly method: string;
  /** Whether an approximation by messages converged; undefined for other methods. */
  readonly converged?: boolean | undefined;
  /** The most probable grid, where there are scores. */
  readonly best?: string | undefined;
}

/** Shares below this are neither drawn nor listed. */
export const LEAST_SHARE = 0.0005;

/** Asks how probable each digit of a board is. What is known holds for the board that was asked about. */
export class Marginals extends Work {
  private found?: { readonly board: Board; readonly shares: Shares };

  /** What is known of a board. */
  of(board: Board): Shares | undefined {
    return this.found?.board === board ? this.found.shares : undefined;
  }

  /** Ends the work, and forgets what is known. */
  clear(): void {
    this.error = this.found = undefined;
    this.stop();
  }

  /** The shares of the solutions of a board's clues. */
  ofClues(board: Board): Promise<void> {
    return this.look(board, cluesAsk(unsolved(board)));
  }

  /** The most probable grid of a table of scores, and the shares of all grids; `board` is empty and as large. */
  ofScores(board: Board, text: string, scores: ScoreKind): Promise<void> {
    return this.look(board, { puzzle: text, form: 'scores', scores });
  }

  private look(board: Board, ask: AskOf<'label'>): Promise<void> {
    this.clear();
    return this.start(true, async (run) => {
      const best = ask.form === 'scores' ? await run('label', ask) : undefined;
      this.error = best && failure(best);
      if (this.error !== undefined) return;
      const reply = await run('label', { ...ask, semiring: 'log-sum', marginals: true });
      this.error = failure(reply);
      if (this.error !== undefined) return;
      const { exact, converged, shares = [], method = '' } = reply;
      this.found = { board, shares: { shares, exact, method, converged, best: best?.labellings?.[0]?.solution } };
    });
  }
}

/** Why there are no shares; undefined if there are. */
function failure({ outcome, fault, value }: LabelReply): string | undefined {
  const { check, exchange } = t();
  if (fault) return tellFault(fault, exchange);
  if (outcome === 'unsatisfiable') return check.outcomes[outcome];
  return value === undefined ? check.unknown : undefined;
}
