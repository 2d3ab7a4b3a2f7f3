import type { Engine } from '../../engine';
import type { Puzzle } from '../../game/puzzle';
import { beginning, Timeline } from './timeline';
import { SearchTree } from './tree';
import type { TraceEvent } from './wire';

/** What is watched. */
export interface TraceOptions {
  readonly strategy: string;
  /** Whether to go on after the first solution. */
  readonly unique: boolean;
  /** The maximum number of events. */
  readonly steps: number;
}

interface Reply {
  readonly fault?: { readonly found?: string; readonly expected?: string; readonly message?: string } | null;
  readonly events?: readonly TraceEvent[];
}

/** A search that is being traced or has been. */
export class Trace {
  readonly timeline: Timeline;
  readonly tree = new SearchTree();
  status: 'running' | 'done' | 'stopped' | 'failed' = 'running';
  message = '';
  private readonly abort = new AbortController();

  /** @param changed Called when there are more events, and at the end. */
  constructor(
    engine: Pick<Engine, 'run'>,
    puzzle: Puzzle,
    readonly options: TraceOptions,
    private readonly changed: () => void,
  ) {
    this.timeline = new Timeline(beginning(puzzle.shape.size, puzzle.givens, puzzle.candidates));
    void this.run(engine, puzzle);
  }

  /** Ends the search; what there is can still be watched. */
  stop(): void {
    if (this.status === 'running') this.status = 'stopped';
    this.abort.abort();
  }

  private async run(engine: Pick<Engine, 'run'>, puzzle: Puzzle): Promise<void> {
    try {
      const reply = (await engine.run(
        'trace',
        { puzzle: puzzle.text, ...this.options },
        { signal: this.abort.signal, progress: (report) => this.take((report as Reply).events ?? []) },
      )) as Reply;
      if (this.status !== 'running') return;
      this.push(reply.events ?? []);
      // Clues that contradict each other are told, and searched all the same.
      this.status = reply.fault && this.timeline.length === 0 ? 'failed' : 'done';
      this.message = reply.fault ? faultText(reply.fault) : '';
    } catch (error) {
      if (this.status !== 'running') return;
      this.status = 'failed';
      this.message = error instanceof Error ? error.message : String(error);
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

function faultText(fault: NonNullable<Reply['fault']>): string {
  return fault.message ?? [fault.found, fault.expected].filter(Boolean).join(', ');
}
