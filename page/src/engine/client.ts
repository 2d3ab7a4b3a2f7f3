/** Asks the library, which works in workers: the page never waits for it. */
import { WorkerQueue, type WorkerSource } from './worker-queue';
import type { ModuleName, Port } from './protocol';
import { TABLES } from './tables';
import type { Questions, ReadReply } from '../../pkg/arcdoku';

export type Question = keyof Questions;
export type AskOf<Q extends Question> = Questions[Q]['ask'];
export type ReplyOf<Q extends Question> = Questions[Q]['reply'];
export type ProgressOf<Q extends Question> = Questions[Q]['progress'];

export interface AskControl {
  /** Which module is to answer; without it, the smallest that has the question. The small one knows no tables. */
  module?: ModuleName | undefined;
  /** Ends the question at once. */
  signal?: AbortSignal | undefined;
}

export interface RunControl<Q extends Question> extends AskControl {
  /** Receives progress. */
  progress?: ((progress: ProgressOf<Q>) => void) | undefined;
}

/** The questions of the small module. */
const SMALL: ReadonlySet<Question> = new Set<Question>([
  'read',
  'convert',
  'solve',
  'solutions',
  'candidates',
  'check',
  'mistakes',
]);

/** How many workers of each module wait for the next long job. */
const SPARE = 1;

export class Engine {
  readonly #source: WorkerSource;
  readonly #resident = new Map<ModuleName, WorkerQueue>();
  readonly #spare = new Map<ModuleName, WorkerQueue[]>();

  constructor(port: () => Port) {
    this.#source = { port, compiled: new Map() };
  }

  /**
   * Asks a short question in a worker that stays. Questions wait for each other; those of the small module (reading,
   * solving, checking) do not wait for hints.
   */
  async ask<Q extends Question>(question: Q, ask: AskOf<Q>, control: AskControl = {}): Promise<ReplyOf<Q>> {
    const module = control.module ?? (SMALL.has(question) ? 'solver' : 'full');
    const work = { question, ask, signal: control.signal };
    const reply = await this.#stay(module).do(work);
    // Tables are read by the whole library alone.
    const isTable = module === 'solver' && question === 'read' && TABLES.has((reply as ReadReply).container ?? '');
    return (isTable ? await this.#stay('full').do(work) : reply) as ReplyOf<Q>;
  }

  /** Runs a long job in a worker of its own. */
  async run<Q extends Question>(question: Q, ask: AskOf<Q>, control: RunControl<Q> = {}): Promise<ReplyOf<Q>> {
    const module = control.module ?? (SMALL.has(question) ? 'solver' : 'full');
    const queue = this.#spare.get(module)?.pop() ?? new WorkerQueue(this.#source, module);
    const progress = control.progress as ((progress: unknown) => void) | undefined;
    try {
      return (await queue.do({ question, ask, progress, signal: control.signal })) as ReplyOf<Q>;
    } finally {
      const spare = this.#spare.get(module) ?? [];
      if (spare.length < SPARE) spare.push(queue);
      else queue.end();
      this.#spare.set(module, spare);
    }
  }

  /** Loads a module before the first question of it. */
  warm(module: ModuleName): void {
    this.#stay(module).warm();
  }

  #stay(module: ModuleName): WorkerQueue {
    const queue = this.#resident.get(module) ?? new WorkerQueue(this.#source, module);
    this.#resident.set(module, queue);
    return queue;
  }
}
