/** Asks the library, which works in workers: the page never waits for it. */
import { WorkerQueue, type WorkerSource } from './worker-queue';
import type { Port } from './protocol';
import { EngineError } from './errors';
import type { Questions } from '../../pkg/arcdoku';

export type Question = keyof Questions;
export type AskOf<Q extends Question> = Questions[Q]['ask'];
export type ReplyOf<Q extends Question> = Questions[Q]['reply'];
export type ProgressOf<Q extends Question> = Questions[Q]['progress'];

export interface AskControl {
  /** Ends the question at once. */
  signal?: AbortSignal | undefined;
}

export interface RunControl<Q extends Question> extends AskControl {
  /** Receives progress. */
  progress?: ((progress: ProgressOf<Q>) => void) | undefined;
}

/** Reading, writing and checking boards: no hint makes these questions wait. */
const BOARD: ReadonlySet<Question> = new Set<Question>(['read', 'convert', 'fpuzzles', 'solve', 'check', 'mistakes']);

export class Engine {
  readonly #source: WorkerSource;
  readonly #board: WorkerQueue;
  readonly #help: WorkerQueue;
  /** Waits for the next long job. */
  #spare: WorkerQueue | undefined;
  #compiled: Promise<WebAssembly.Module> | undefined;
  #loading = false;

  /** `port` makes a worker, `compile` loads the module. */
  constructor(port: () => Port, compile: () => Promise<WebAssembly.Module>) {
    this.#source = { port, compiled: () => this.#load(compile) };
    this.#board = new WorkerQueue(this.#source);
    this.#help = new WorkerQueue(this.#source);
  }

  /**
   * Asks a short question in a worker that stays. Questions wait for each other; those about boards and those of help
   * have a worker each.
   */
  ask<Q extends Question>(question: Q, ask: AskOf<Q>, control: AskControl = {}): Promise<ReplyOf<Q>> {
    const queue = BOARD.has(question) ? this.#board : this.#help;
    return queue.do({ question, ask, signal: control.signal }) as Promise<ReplyOf<Q>>;
  }

  /** Runs a long job in a worker of its own. */
  async run<Q extends Question>(question: Q, ask: AskOf<Q>, control: RunControl<Q> = {}): Promise<ReplyOf<Q>> {
    const queue = this.#spare ?? new WorkerQueue(this.#source);
    this.#spare = undefined;
    const progress = control.progress as ((progress: unknown) => void) | undefined;
    try {
      return (await queue.do({ question, ask, progress, signal: control.signal })) as ReplyOf<Q>;
    } finally {
      if (this.#spare) queue.end();
      else this.#spare = queue;
    }
  }

  /** Loads the library before the first question. Rejects if that fails; the first question tries again. */
  async warm(): Promise<void> {
    await this.#source.compiled();
  }

  /** Whether the library is on its way. */
  get isLoading(): boolean {
    return this.#loading;
  }

  /** The module, loaded and compiled once for all workers. */
  #load(compile: () => Promise<WebAssembly.Module>): Promise<WebAssembly.Module> {
    if (this.#compiled) return this.#compiled;
    this.#loading = true;
    this.#compiled = compile()
      .catch((error: unknown) => {
        this.#compiled = undefined;
        throw new EngineError('load', String(error));
      })
      .finally(() => (this.#loading = false));
    return this.#compiled;
  }
}
