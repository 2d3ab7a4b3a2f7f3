import type { AskOf, CompareReport, Engine, RunRow } from '../../engine';
import { Work } from '../../shell/job';

/** A running or finished comparison. Finished rows stay if it is stopped or fails. */
export class Comparison extends Work {
  readonly names: readonly string[];
  runs: readonly RunRow[] = [];
  done = 0;
  /** The number of puzzles, once it is known. */
  all?: number;
  errors: readonly string[] = [];
  report?: CompareReport;

  constructor(
    ask: AskOf<'compare'> & { readonly strategies: string[] },
    changed: () => void,
    library?: Pick<Engine, 'run'>,
  ) {
    super(changed, library);
    this.names = ask.strategies;
    void this.start(true, async (run) => {
      const reply = await run('compare', ask, ({ done, all, runs }) => {
        [this.done, this.all, this.runs] = [done, all, [...this.runs, ...runs]];
        changed();
      });
      ({ runs: this.runs, errors: this.errors, report: this.report } = reply);
      this.all = this.done = reply.report.puzzles;
    });
  }
}
