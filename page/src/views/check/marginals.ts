import { engine, isAbort, type AskOf, type Engine, type LabelReply } from '../../engine';
import { tellFault } from '../../exchange/tell';
import { failureText } from '../../shell/messages';
import { t } from '../../words';
import { cluesAsk, unsolved, type Board } from './board';

/** The sizes of grids that scores may be of. */
const SIZES: ReadonlySet<number> = new Set([4, 6, 8, 9, 10, 12, 15, 16, 20, 25]);

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
  const isTable = SIZES.has(size) && rows.length >= size * size;
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
  readonly converged?: boolean;
  /** The most probable grid, where there are scores. */
  readonly best?: string;
}

/** Shares below this are neither drawn nor listed. */
export const LEAST_SHARE = 0.0005;

/** Asks how probable each digit of a board is. What is known holds for the board that was asked about. */
export class Marginals {
  working = false;
  problem?: string;
  private found?: { readonly board: Board; readonly shares: Shares };
  private control?: AbortController;

  constructor(
    private readonly changed: () => void,
    private readonly library: Pick<Engine, 'run'> = engine,
  ) {}

  /** What is known of a board. */
  of(board: Board): Shares | undefined {
    return this.found?.board === board ? this.found.shares : undefined;
  }

  /** Ends the work, and forgets what is known. */
  clear(): void {
    this.control?.abort();
    this.control = undefined;
    this.working = false;
    this.problem = undefined;
    this.found = undefined;
    this.changed();
  }

  /** The shares of the solutions of a board's clues. */
  async ofClues(board: Board): Promise<void> {
    const { puzzle, digits } = cluesAsk(unsolved(board));
    await this.look(board, { text: puzzle, ...(digits === undefined ? {} : { digits }) });
  }

  /** The most probable grid of a table of scores, and the shares of all grids; `board` is empty and as large. */
  async ofScores(board: Board, text: string, scores: ScoreKind): Promise<void> {
    await this.look(board, { text, form: 'scores', scores });
  }

  private async look(board: Board, ask: AskOf<'label'>): Promise<void> {
    this.clear();
    const control = (this.control = new AbortController());
    const { signal } = control;
    this.working = true;
    this.changed();
    try {
      const best = ask.form === 'scores' ? await this.library.run('label', ask, { signal }) : undefined;
      const failed = best && failure(best);
      const reply =
        failed === undefined
          ? await this.library.run('label', { ...ask, semiring: 'log-sum', marginals: true }, { signal })
          : undefined;
      if (signal.aborted) return;
      this.problem = failed ?? (reply && failure(reply));
      if (reply && this.problem === undefined) {
        const solution = best?.labellings?.[0]?.solution;
        const shares: Shares = {
          shares: reply.shares ?? [],
          exact: reply.exact,
          method: reply.method ?? '',
          ...(reply.converged === undefined ? {} : { converged: reply.converged }),
          ...(solution === undefined ? {} : { best: solution }),
        };
        this.found = { board, shares };
      }
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.problem = failureText(error);
    }
    if (this.control !== control) return;
    this.control = undefined;
    this.working = false;
    this.changed();
  }
}

/** Why there are no shares; undefined if there are. */
function failure({ outcome, fault, value }: LabelReply): string | undefined {
  const { check, exchange } = t();
  if (fault) return tellFault(fault, exchange);
  if (outcome === 'unsatisfiable') return check.none;
  return value === undefined ? check.unknown : undefined;
}
