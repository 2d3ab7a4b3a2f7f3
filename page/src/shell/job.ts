import { css, html, nothing, type TemplateResult } from 'lit';

import {
  engine,
  type AskOf,
  type Engine,
  type JobProgress,
  type ProgressOf,
  type Question,
  type ReplyOf,
} from '../engine';
import { t } from '../words';
import { icon } from './icons';
import { failureText } from './messages';

/** Asks a long question of a piece of work: it ends with the work, and tells how far it is. */
export type Ask = <Q extends Question>(
  question: Q,
  ask: AskOf<Q>,
  progress?: (told: ProgressOf<Q>) => void,
) => Promise<ReplyOf<Q>>;

/** Long work, a piece at a time: the next one ends the one before, in the middle of it. */
export class Work<What = true> {
  /** What is worked on; undefined while nothing is. */
  working?: What;
  /** How far that is. */
  told?: JobProgress;
  error?: string;
  #control?: AbortController;

  constructor(
    protected readonly changed: () => void,
    private readonly library: Pick<Engine, 'run'> = engine,
  ) {}

  /** Ends the work. */
  stop(): void {
    this.#control?.abort();
    this.#end();
  }

  /** Begins a piece of work; `take` gets what it found, unless it was ended. */
  async start<Found>(
    what: What,
    work: (ask: Ask, signal: AbortSignal) => Promise<Found>,
    take?: (found: Found) => void,
  ): Promise<void> {
    this.stop();
    const { signal } = (this.#control = new AbortController());
    this.error = undefined;
    this.next(what);
    const tell = (told: unknown) => {
      this.told = told as JobProgress;
      this.changed();
    };
    const ask: Ask = async (question, options, progress = tell) => {
      const heard = (told: Parameters<typeof progress>[0]) => void (signal.aborted || progress(told));
      const reply = await this.library.run(question, options, { signal, progress: heard });
      signal.throwIfAborted();
      return reply;
    };
    try {
      const found = await work(ask, signal);
      if (!signal.aborted) take?.(found);
    } catch (error) {
      if (!signal.aborted) this.error = failureText(error);
    }
    if (!signal.aborted) this.#end();
  }

  /** Goes on with another part. */
  protected next(what: What): void {
    [this.working, this.told] = [what, undefined];
    this.changed();
  }

  #end(): void {
    this.#control = this.working = this.told = undefined;
    this.changed();
  }
}

/** A long job that is worked on. */
export interface ShownJob {
  /** What is done. */
  readonly label: string;
  /** The share that is done, from 0 to 1, where it is known. */
  readonly share?: number | undefined;
  /** How far it is, in words; not said, as it changes all the time. */
  readonly told?: string | undefined;
  readonly cancel: () => void;
}

/** Styles of {@link jobRow}. */
export const jobStyles = css`
  .job {
    display: grid;
    gap: 4px;
    color: var(--quiet);
  }
  .job .row {
    min-height: 40px;
  }
  .job button {
    margin-inline-start: auto;
  }
  .job .told {
    min-height: 1.4em;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
`;

/** A long job with its progress and a button that ends it. */
export function jobRow({ label, share, told, cancel }: ShownJob): TemplateResult {
  return html`<div class="job">
    <div class="row">
      <span class="spinner" aria-hidden="true"></span>
      <span role="status">${label}</span>
      <button @click=${cancel}>${icon('close')} ${t().common.cancel}</button>
    </div>
    ${share === undefined ? nothing : html`<progress max="1" .value=${share} aria-label=${label}></progress>`}
    <span class="told">${told ?? nothing}</span>
  </div>`;
}

/** A number in groups of three, as the language has them. */
export function grouped(count: number | bigint | string): string {
  return BigInt(count).toLocaleString(document.documentElement.lang || undefined);
}

/** A share in percent; small ones with more places, so that they are seen to grow. */
export function percent(share: number): string {
  const places = share === 0 ? 0 : share < 0.001 ? 4 : share < 0.1 ? 2 : 0;
  return (Math.floor(share * 100 * 10 ** places) / 10 ** places).toLocaleString(
    document.documentElement.lang || undefined,
    { minimumFractionDigits: places, maximumFractionDigits: places },
  );
}
