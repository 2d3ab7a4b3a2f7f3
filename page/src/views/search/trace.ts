import type { AskOf, Engine, Fault, TraceEvent } from '../../engine';
import type { Puzzle } from '../../game/puzzle';
import { Work } from '../../shell/job';
import { Timeline } from './timeline';
import { SearchTree } from './tree';

/** The options of a trace: whether to continue after the first solution, and the maximum number of events. */
export type TraceLimits = Required<Pick<AskOf<'trace'>, 'unique' | 'steps'>>;
type TraceOptions = TraceLimits & { readonly strategy: string };

/** A running or finished trace of a search. If it is stopped, its events stay available. */
export class Trace extends Work {
  readonly timeline: Timeline;
  readonly tree = new SearchTree();
  /** The fault of the puzzle. Contradictory clues are reported, and the search is shown anyway. */
  fault?: Fault;

  /** @param changed Called when more events have arrived, and at the end. */
  constructor(
    { text, shape, givens, candidates }: Puzzle,
    readonly options: TraceOptions,
    changed: () => void,
    library?: Pick<Engine, 'run'>,
  ) {
    super(changed, library);
    this.timeline = new Timeline(shape, givens, candidates);
    void this.start(true, async (ask) => {
      const reply = await ask('trace', { puzzle: text, candidates: true, ...options }, ({ events }) => {
        this.push(events);
        changed();
      });
      this.push(reply.events);
      this.fault = reply.fault;
    });
  }

  private push(events: readonly TraceEvent[]): void {
    this.timeline.push(events);
    this.tree.push(events);
  }
}
