import type { AskOf, Fault, ReplyOf, RunControl, TraceEvent } from '../../engine';
import type { Puzzle } from '../../game/puzzle';
import { failureText } from '../../shell/messages';
import { beginning, Timeline } from './timeline';
import { SearchTree } from './tree';

/** What is watched: whether to go on after the first solution, and the maximum number of events. */
type TraceOptions = Required<Pick<AskOf<'trace'>, 'strategy' | 'unique' | 'steps'>>;

/** Asks for a trace. */
export type Run = (ask: AskOf<'trace'>, control: RunControl<'trace'>) => Promise<ReplyOf<'trace'>>;

/** A search that is being traced or has been. */
export class Trace {
  readonly timeline: Timeline;
  readonly tree = new SearchTree();
  status: 'running' | 'done' | 'stopped' | 'failed' = 'running';
  /** What is wrong with the puzzle, or why there is no search. */
  fault?: Fault;
  message = '';
  private readonly abort = new AbortController();

  /** @param changed Called when there are more events, and at the end. */
  constructor(
    run: Run,
    puzzle: Puzzle,
    readonly options: TraceOptions,
    private readonly changed: () => void,
  ) {
    this.timeline = new Timeline(beginning(puzzle.shape, puzzle.givens, puzzle.candidates));
    void this.run(run, puzzle);
  }

  /** Ends the search; what there is can still be watched. */
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
      // Clues that contradict each other are told, and searched all the same.
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
