import type { Questions } from '../../pkg/arcdoku';
import { AskError, EngineError } from './errors';
import type { FromWorker, Port } from './serve';

export type Question = keyof Questions;
export type AskOf<Q extends Question> = Questions[Q]['ask'];
export type ReplyOf<Q extends Question> = Questions[Q]['reply'];
export type ProgressOf<Q extends Question> = Questions[Q]['progress'];

export interface RunControl<Q extends Question> {
  /** Cancels the question immediately. */
  signal?: AbortSignal | undefined;
  progress?: ((progress: ProgressOf<Q>) => void) | undefined;
}

/** The library in two parts, so the first questions do not wait for all of it. */
export interface Library {
  /** The first part. A question that needs more than this part traps. */
  readonly first: WebAssembly.Module;
  /** Loads the rest, and returns the whole library. */
  whole(): Promise<WebAssembly.Module>;
}

/** Questions that the first part answers in most cases (`vite.parts.ts`). */
const FIRST: ReadonlySet<Question> = new Set<Question>([
  'read',
  'solve',
  'check',
  'mistakes',
  'conflicts',
  'hint',
  'progress',
  'techniques',
]);

/** Questions about boards (reading, writing, checking). They never wait for hints. */
const BOARD: ReadonlySet<Question> = new Set<Question>(['read', 'convert', 'solve', 'check', 'mistakes']);

/** The client of the library, which runs in workers and never blocks the page. */
export class Engine {
  readonly #board: WorkerQueue;
  readonly #help: WorkerQueue;
  /** An idle worker for the next long job. */
  #spare: WorkerQueue | undefined;
  readonly #first: Part;
  readonly #whole: Part;
  /** The part that a question waits for. */
  #awaited: Part | undefined;
  readonly #queue: () => WorkerQueue;

  /** `port` creates a worker, `load` loads the first part of the library. */
  constructor(port: () => Port, load: () => Promise<Library>) {
    let library: Library | undefined;
    this.#first = new Part(false, async () => (library = await load()).first);
    this.#whole = new Part(true, async () => {
      await this.#first.load();
      return library!.whole();
    });
    this.#queue = () => new WorkerQueue(port, (isFirst) => this.#part(isFirst));
    this.#board = this.#queue();
    this.#help = this.#queue();
  }

  /**
   * Runs a short question in a permanent worker. There is one worker for questions about boards and one for all
   * others. Questions of the same worker run one after the other.
   */
  ask<Q extends Question>(question: Q, ask: AskOf<Q>, control: RunControl<Q> = {}): Promise<ReplyOf<Q>> {
    return (BOARD.has(question) ? this.#board : this.#help).do(question, ask, control);
  }

  async run<Q extends Question>(question: Q, ask: AskOf<Q>, control: RunControl<Q> = {}): Promise<ReplyOf<Q>> {
    const queue = this.#spare ?? this.#queue();
    this.#spare = undefined;
    try {
      return await queue.do(question, ask, control);
    } finally {
      if (this.#spare) queue.end();
      else this.#spare = queue;
    }
  }

  /** Loads the library before the first question. Rejects if loading fails; the next question tries again. */
  async warm(): Promise<void> {
    await this.#whole.load();
  }

  /** The loading of the part of the library that a question waits for. */
  get loading(): Promise<unknown> | undefined {
    return this.#awaited?.load();
  }

  /** The whole library, or the first part if the question may do without the rest and the rest is not loaded. */
  async #part(isFirst: boolean): Promise<Part> {
    const part = isFirst && !this.#whole.module ? this.#first : this.#whole;
    this.#awaited = part;
    try {
      return await part.load();
    } finally {
      if (this.#awaited === part) this.#awaited = undefined;
    }
  }
}

/** A part of the library that is loaded once. After a failure, the next call tries again. */
class Part {
  module?: WebAssembly.Module;
  #loading: Promise<Part> | undefined;

  constructor(
    readonly isWhole: boolean,
    private readonly compile: () => Promise<WebAssembly.Module>,
  ) {}

  load(): Promise<Part> {
    this.#loading ??= this.compile().then(
      (module) => Object.assign(this, { module }),
      (error: unknown) => {
        this.#loading = undefined;
        throw error instanceof EngineError ? error : new EngineError('load', String(error));
      },
    );
    return this.#loading;
  }
}

interface Job<Reply = unknown> {
  readonly question: Question;
  readonly ask: unknown;
  readonly progress?: ((progress: unknown) => void) | undefined;
  /** Whether the first part of the library suffices, as far as is known. */
  isFirst: boolean;
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

/** A worker that runs one question at a time. It is replaced after it was terminated or has failed. */
class WorkerQueue {
  #port: Port | undefined;
  /** The part of the library that the worker has received. */
  #part: Part | undefined;
  /** Pending questions. The first one is running. */
  #jobs: Job[] = [];
  #count = 0;

  /** `port` creates a worker; `load` returns the part of the library for a question, compiled once for all workers. */
  constructor(
    private readonly port: () => Port,
    private readonly load: (isFirst: boolean) => Promise<Part>,
  ) {}

  /** Runs a question after the pending ones. Its signal cancels it immediately, even while it is running. */
  do<Q extends Question>(question: Q, ask: AskOf<Q>, { signal, progress }: RunControl<Q>): Promise<ReplyOf<Q>> {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const job = { question, ask, progress, isFirst: FIRST.has(question), resolve, reject } as Job;
      signal?.addEventListener('abort', () => this.#giveUp(job, signal.reason), { once: true });
      if (this.#jobs.push(job) === 1) void this.#send(job);
    });
  }

  /** Terminates the worker. Pending questions run in a new one. */
  end(): void {
    this.#port?.terminate();
    this.#port = undefined;
    this.#part = undefined;
  }

  /** Returns the worker. It is created before the library has loaded, so its script loads at the same time. */
  #made(): Port {
    if (this.#port) return this.#port;
    const port = this.port();
    port.onmessage = ({ data }) => this.#hear(data);
    port.onerror = (event) => {
      event.preventDefault?.();
      this.#fail(new EngineError('load', event.message ?? 'The worker cannot be started.'));
    };
    this.#port = port;
    return port;
  }

  async #send(job: Job): Promise<void> {
    try {
      // A running library cannot be extended.
      if (this.#part && !this.#part.isWhole && !job.isFirst) this.end();
      const port = this.#made();
      const part = this.#part ?? (await this.load(job.isFirst));
      // The question was cancelled in the meantime, or the worker failed.
      if (this.#jobs[0] !== job) return;
      if (this.#part !== part) port.postMessage({ kind: 'start', compiled: part.module! });
      this.#part = part;
      port.postMessage({ kind: 'ask', id: ++this.#count, question: job.question, ask: job.ask });
    } catch (error) {
      if (this.#jobs[0] !== job) return;
      if (error instanceof EngineError) return this.#fail(error);
      // The worker cannot be created, or the question cannot be sent.
      this.#settle(job, () => job.reject(new EngineError('load', String(error))));
    }
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'missing') {
      this.#fail(new EngineError('load', message.message));
      return;
    }
    const [job] = this.#jobs;
    if (!job || message.id !== this.#count) return;
    if (message.kind === 'progress') {
      job.progress?.(message.progress);
    } else if (message.kind === 'reply') {
      this.#settle(job, () => job.resolve(message.reply));
    } else {
      const isPart = this.#part?.isWhole === false;
      if (message.fatal) this.end();
      if (message.fatal && isPart) {
        job.isFirst = false;
        void this.#send(job);
        return;
      }
      const error = message.fatal ? new EngineError('trap', message.message) : new AskError(message.message);
      this.#settle(job, () => job.reject(error));
    }
  }

  /** Rejects all pending questions, because there is no module. The next question tries to load it again. */
  #fail(error: EngineError): void {
    this.end();
    for (const job of this.#jobs.splice(0)) job.reject(error);
  }

  #giveUp(job: Job, reason: unknown): void {
    if (!this.#jobs.includes(job)) return;
    // Before the worker has the library, the question is not running yet, so the worker can stay.
    if (this.#jobs[0] === job && this.#part) this.end();
    this.#settle(job, () => job.reject(reason));
  }

  /** Removes a question from the queue and settles it. If it was the running one, starts the next. */
  #settle(job: Job, deliver: () => void): void {
    const wasFirst = this.#jobs[0] === job;
    this.#jobs = this.#jobs.filter((other) => other !== job);
    deliver();
    if (wasFirst && this.#jobs.length > 0) void this.#send(this.#jobs[0]);
  }
}
