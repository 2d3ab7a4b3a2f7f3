import type { AskOf, LabelReply } from '../../engine';
import { faultText } from '../../exchange/fault-texts';
import { COMMON_SIZES } from '../../game/puzzle';
import { Work } from '../../shell/job';
import { t } from '../../words';
import { cluesAsk, unsolved, type Board } from '../../draw/board';

const isNumber = (field: string) => /^[-+]?(\d+\.?\d*(e[-+]?\d+)?|\.\d+(e[-+]?\d+)?|inf(inity)?)$/i.test(field);

/** The fields of a line. Like the library, separates them at commas, semicolons or tabs, or else at spaces. */
function fields(line: string): string[] {
  const separator = [',', ';', '\t'].find((each) => line.includes(each));
  return separator ? line.split(separator).map((field) => field.trim()) : line.split(/\s+/);
}

/**
 * The size N of a grid whose scores are in a text: N x N rows of N numbers, one row per cell; undefined for other
 * texts. The library reads the numbers.
 */
export function scoresSize(text: string): number | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map(fields);
  // A header line.
  if (rows.length > 0 && !rows[0].some(isNumber)) rows.shift();
  const size = rows[0]?.length ?? 0;
  const isTable = COMMON_SIZES.includes(size) && rows.length >= size * size;
  return isTable && rows.every((row) => row.length === size && row.every(isNumber)) ? size : undefined;
}

/** The meaning of the numbers in a table of scores. */
export type ScoreKind = NonNullable<AskOf<'label'>['scores']>;

/** The probability of each digit in each cell, from 0 to 1, and the most probable grid if there are scores. */
export type Shares = Required<Pick<LabelReply, 'shares' | 'exact' | 'method'>> &
  Pick<LabelReply, 'converged'> & { readonly best?: string };

/** Smaller shares are neither drawn nor listed. */
export const LEAST_SHARE = 0.0005;

/** Computes the probability of each digit of a board. The result is valid only for that board. */
export class Marginals extends Work {
  private found?: { readonly board: Board; readonly shares: Shares };

  /** The result for a board; undefined for other boards. */
  of(board: Board): Shares | undefined {
    return this.found?.board === board ? this.found.shares : undefined;
  }

  /** Stops the work and deletes the result. */
  clear(): void {
    this.error = this.found = undefined;
    this.stop();
  }

  /** Computes the shares of the solutions of a board's clues. */
  ofClues(board: Board): Promise<void> {
    return this.look(board, cluesAsk(unsolved(board)));
  }

  /**
   * Computes the most probable grid of a table of scores and the shares. `board` is an empty board of the same size.
   */
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

/** The reason why there are no shares; undefined if there are. */
function failure({ outcome, fault, value }: LabelReply): string | undefined {
  const { check, exchange } = t();
  if (fault) return faultText(fault, exchange);
  if (outcome === 'unsatisfiable') return check.outcomes[outcome];
  return value === undefined ? check.unknown : undefined;
}
