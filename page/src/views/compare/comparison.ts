import type { AskOf, CompareReport, ReplyOf, RunControl, RunRow } from '../../engine';
import { failureText } from '../../shell/messages';

/** Runs the question `compare`. */
export type Run = (ask: AskOf<'compare'>, control: RunControl<'compare'>) => Promise<ReplyOf<'compare'>>;

/** A running or finished comparison. Finished rows stay if it is cancelled or fails. */
export class Comparison {
  readonly names: readonly string[];
  readonly runs: RunRow[] = [];
  done = 0;
  /** The number of puzzles, once it is known. */
  all?: number;
  status: 'running' | 'done' | 'cancelled' | 'failed' = 'running';
  message = '';
  errors: readonly string[] = [];
  report?: CompareReport;
  private readonly abort = new AbortController();

  constructor(
    run: Run,
    ask: AskOf<'compare'> & { readonly strategies: string[] },
    private readonly changed: () => void,
  ) {
    this.names = ask.strategies;
    void this.run(run, ask);
  }

  cancel(): void {
    if (this.status !== 'running') return;
    this.status = 'cancelled';
    this.abort.abort();
    this.changed();
  }

  private async run(run: Run, ask: AskOf<'compare'>): Promise<void> {
    try {
      const reply = await run(ask, {
        signal: this.abort.signal,
        progress: ({ done, all, runs }) => {
          if (this.status !== 'running') return;
          [this.done, this.all] = [done, all];
          for (const row of runs) this.runs.push(row);
          this.changed();
        },
      });
      if (this.status !== 'running') return;
      this.runs.length = 0;
      for (const run of reply.runs) this.runs.push(run);
      this.all = this.done = reply.report.puzzles;
      this.errors = reply.errors;
      this.report = reply.report;
      this.status = 'done';
    } catch (error) {
      if (this.status !== 'running') return;
      this.status = 'failed';
      this.message = failureText(error);
    }
    this.changed();
  }
}
