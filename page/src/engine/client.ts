import type { Questions } from '../../pkg/arcdoku';
import { AskError, EngineError, aborted } from './errors';
import type { FromWorker, Port } from './serve';

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
const BOARD: ReadonlySet<Question> = new Set<Question>(['read', 'convert', 'solve', 'check', 'mistakes']);

/** Asks the library, which works in workers: the page never waits for it. */
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

interface Work {
  question: string;
  ask: unknown;
  progress?: ((progress: unknown) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What the queues of a client share. */
interface WorkerSource {
  /** Makes a worker. */
  port(): Port;
  /** The library, compiled once for all workers. */
  compiled(): Promise<WebAssembly.Module>;
}

interface Job extends Work {
  id: number;
  resolve(reply: unknown): void;
  reject(error: unknown): void;
  abort?: () => void;
}

/** One worker, which answers one question at a time and is replaced when it is ended or fails. */
class WorkerQueue {
  readonly #source: WorkerSource;
  #port: Port | undefined;
  /** Whether the worker was given the library. */
  #started = false;
  #queue: Job[] = [];
  #job: Job | undefined;
  #count = 0;

  constructor(source: WorkerSource) {
    this.#source = source;
  }

  /** Answers a question after those before it. Its signal ends it at once, even in the middle of the work. */
  do(work: Work): Promise<unknown> {
    const { signal } = work;
    if (signal?.aborted === true) return Promise.reject(aborted(signal));
    return new Promise((resolve, reject) => {
      const job: Job = { ...work, id: ++this.#count, resolve, reject };
      if (signal) {
        job.abort = () => this.#giveUp(job, aborted(signal));
        signal.addEventListener('abort', job.abort, { once: true });
      }
      this.#queue.push(job);
      this.#next();
    });
  }

  /** Ends the worker. Questions that wait get another one. */
  end(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#started = false;
  }

  /** The worker, made while the library is still on its way: its script is loaded meanwhile. */
  #made(): Port {
    if (this.#port) return this.#port;
    const port = this.#source.port();
    port.onmessage = ({ data }) => this.#hear(data);
    port.onerror = (event) => {
      event.preventDefault?.();
      this.#fail(new EngineError('load', event.message ?? 'The worker cannot be started.'));
    };
    this.#port = port;
    return port;
  }

  #next(): void {
    if (this.#job) return;
    const job = this.#queue.shift();
    if (!job) return;
    this.#job = job;
    void this.#send(job);
  }

  async #send(job: Job): Promise<void> {
    try {
      const port = this.#made();
      const compiled = this.#started ? undefined : await this.#source.compiled();
      // Meanwhile the question was given up, or the worker failed.
      if (this.#job !== job) return;
      if (compiled) port.postMessage({ kind: 'start', compiled });
      this.#started = true;
      port.postMessage({ kind: 'ask', id: job.id, question: job.question, ask: job.ask });
    } catch (error) {
      if (this.#job !== job) return;
      if (error instanceof EngineError) return this.#fail(error);
      // A worker cannot be made, or the question cannot be sent.
      this.#settle(job, () => job.reject(new EngineError('load', String(error))));
    }
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'missing') {
      this.#fail(new EngineError('load', message.message));
      return;
    }
    const job = this.#job;
    if (!job || job.id !== message.id) return;
    if (message.kind === 'progress') {
      job.progress?.(message.progress);
    } else if (message.kind === 'reply') {
      this.#settle(job, () => job.resolve(message.reply));
    } else if (message.fatal) {
      this.end();
      this.#settle(job, () => job.reject(new EngineError('trap', message.message)));
    } else {
      this.#settle(job, () => job.reject(new AskError(message.message)));
    }
  }

  /** Without a module no question is answered; the next one tries again. */
  #fail(error: EngineError): void {
    this.end();
    const jobs = [...(this.#job ? [this.#job] : []), ...this.#queue];
    this.#job = undefined;
    this.#queue = [];
    for (const job of jobs) {
      this.#forget(job);
      job.reject(error);
    }
  }

  #giveUp(job: Job, reason: unknown): void {
    if (this.#job === job) {
      // A worker that waits for the library does not work on the question yet.
      if (this.#started) this.end();
      this.#settle(job, () => job.reject(reason));
    } else {
      this.#queue = this.#queue.filter((other) => other !== job);
      job.reject(reason);
    }
  }

  #settle(job: Job, say: () => void): void {
    this.#forget(job);
    this.#job = undefined;
    say();
    this.#next();
  }

  #forget(job: Job): void {
    if (job.abort) job.signal?.removeEventListener('abort', job.abort);
  }
}
