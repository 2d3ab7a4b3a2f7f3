/** Asks the library, which works in workers: the page never waits for it. */
import { WorkerQueue, type WorkerSource } from './worker-queue';
import type { ModuleName, Port } from './protocol';
import { AskError } from './errors';
import { TABLES, VARIANTS } from './tables';
import type { Questions, ReadReply } from '../../pkg/arcdoku';

export type Question = keyof Questions;
export type AskOf<Q extends Question> = Questions[Q]['ask'];
export type ReplyOf<Q extends Question> = Questions[Q]['reply'];
export type ProgressOf<Q extends Question> = Questions[Q]['progress'];

export interface AskControl {
  /**
   * Which module is to answer; without it, the smallest that has the question. The small one knows no tables
   * and no rules of variants: the other is asked then.
   */
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

/** In place of a reply: the small module does not know enough. */
const BEYOND = Symbol('beyond');

/** The reply of a module, or `BEYOND` if it has tables or rules that only the whole library knows. */
async function answered(answer: Promise<unknown>, module: ModuleName): Promise<unknown> {
  try {
    const reply = await answer;
    if (module === 'full' || typeof reply !== 'object' || reply === null) return reply;
    const { container = '', unreadable = 0, fault } = reply as Partial<ReadReply>;
    // The first fault is told; others may be of rules, too.
    const isOther = unreadable > (fault ? 1 : 0);
    const isBeyond = TABLES.has(container) || isOther || fault?.expected.includes(VARIANTS) === true;
    return isBeyond ? BEYOND : reply;
  } catch (error) {
    if (module === 'solver' && error instanceof AskError && error.message.includes(VARIANTS)) return BEYOND;
    throw error;
  }
}

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
    const reply = await answered(this.#stay(module).do(work), module);
    return (reply === BEYOND ? await this.#stay('full').do(work) : reply) as ReplyOf<Q>;
  }

  /** Runs a long job in a worker of its own. */
  async run<Q extends Question>(question: Q, ask: AskOf<Q>, control: RunControl<Q> = {}): Promise<ReplyOf<Q>> {
    const module = control.module ?? (SMALL.has(question) ? 'solver' : 'full');
    const reply = await this.#runIn(module, question, ask, control);
    return (reply === BEYOND ? await this.#runIn('full', question, ask, control) : reply) as ReplyOf<Q>;
  }

  async #runIn<Q extends Question>(
    module: ModuleName,
    question: Q,
    ask: AskOf<Q>,
    control: RunControl<Q>,
  ): Promise<unknown> {
    const queue = this.#spare.get(module)?.pop() ?? new WorkerQueue(this.#source, module);
    const progress = control.progress as ((progress: unknown) => void) | undefined;
    try {
      return await answered(queue.do({ question, ask, progress, signal: control.signal }), module);
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
