import type { AskOf, Fault, ReplyOf, RunControl, TraceEvent } from '../../engine';
import type { Puzzle } from '../../game/puzzle';
import { failureText } from '../../shell/messages';
import { beginning, Timeline } from './timeline';
import { SearchTree } from './tree';

/** The options of a trace: whether to continue after the first solution, and the maximum number of events. */
export type TraceLimits = Required<Pick<AskOf<'trace'>, 'unique' | 'steps'>>;
type TraceOptions = TraceLimits & { readonly strategy: string };

/** Runs the question `trace`. */
export type Run = (ask: AskOf<'trace'>, control: RunControl<'trace'>) => Promise<ReplyOf<'trace'>>;

/** A running or finished trace of a search. */
export class Trace {
  readonly timeline: Timeline;
  readonly tree = new SearchTree();
  status: 'running' | 'done' | 'stopped' | 'failed' = 'running';
  /** The fault of the puzzle, or the reason why there is no search. */
  fault?: Fault;
  message = '';
  private readonly abort = new AbortController();

  /** @param changed Called when more events have arrived, and at the end. */
  constructor(
    run: Run,
    puzzle: Puzzle,
    readonly options: TraceOptions,
    private readonly changed: () => void,
  ) {
    this.timeline = new Timeline(beginning(puzzle.shape, puzzle.givens, puzzle.candidates));
    void this.run(run, puzzle);
  }

  /** Stops the search. Its events stay available. */
  stop(): void {
    if (this.status === 'running') this.status = 'stopped';
    this.abort.abort();
  }

  private async run(run: Run, puzzle: Puzzle): Promise<void> {
    try {
      const reply = await run(
        { puzzle: puzzle.text, candidates: true, ...this.options },
        { signal: this.abort.signal, progress: ({ events }) => this.take(events) },
      );
      if (this.status !== 'running') return;
      this.push(reply.events);
      // Contradictory clues are reported, and the search is shown anyway.
      this.status = reply.fault && this.timeline.length === 0 ? 'failed' : 'done';
      this.fault = reply.fault;
    } catch (error) {
      if (this.status !== 'running') return;
      this.status = 'failed';
      this.message = failureText(error);
    }
    this.changed();
  }

  private take(events: readonly TraceEvent[]): void {
    if (this.status !== 'running') return;
    this.push(events);
    this.changed();
  }

  private push(events: readonly TraceEvent[]): void {
    this.timeline.push(events);
    this.tree.push(events);
  }
}
