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

/** Runs a long question as a part of some work. It is cancelled with the work, and reports progress. */
export type Ask = <Q extends Question>(
  question: Q,
  ask: AskOf<Q>,
  progress?: (report: ProgressOf<Q>) => void,
) => Promise<ReplyOf<Q>>;

/** Long work, one piece at a time. Starting the next piece cancels the previous one. */
export class Work<What = true> {
  /** The current work; undefined if there is none. */
  working?: What;
  jobProgress?: JobProgress;
  error?: string;
  #control?: AbortController;

  constructor(
    protected readonly changed: () => void,
    private readonly library: Pick<Engine, 'run'> = engine,
  ) {}

  stop(): void {
    this.#control?.abort();
    this.#end();
  }

  /** Starts a piece of work. `take` receives its result, unless the work was cancelled. */
  async start<Found>(
    what: What,
    work: (ask: Ask, signal: AbortSignal) => Promise<Found>,
    take?: (found: Found) => void,
  ): Promise<void> {
    this.stop();
    const { signal } = (this.#control = new AbortController());
    this.error = undefined;
    this.next(what);
    const report = (current: unknown) => {
      this.jobProgress = current as JobProgress;
      this.changed();
    };
    const ask: Ask = async (question, options, progress = report) => {
      const listener = (current: Parameters<typeof progress>[0]) => void (signal.aborted || progress(current));
      const reply = await this.library.run(question, options, { signal, progress: listener });
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

  protected next(what: What): void {
    [this.working, this.jobProgress] = [what, undefined];
    this.changed();
  }

  #end(): void {
    this.#control = this.working = this.jobProgress = undefined;
    this.changed();
  }
}

export interface ShownJob {
  readonly label: string;
  /** The completed share, from 0 to 1, if it is known. */
  readonly share?: number | undefined;
  /** The progress in words. It is not announced, because it changes often. */
  readonly progressText?: string | undefined;
  readonly cancel: () => void;
}

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
  .job .progress-text {
    min-height: 1.4em;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
`;

/** A long job with its progress and a button that cancels it. */
export function jobRow({ label, share, progressText, cancel }: ShownJob): TemplateResult {
  return html`<div class="job">
    <div class="row">
      <span class="spinner" aria-hidden="true"></span>
      <span role="status">${label}</span>
      <button @click=${cancel}>${icon('close')} ${t().common.cancel}</button>
    </div>
    ${share === undefined ? nothing : html`<progress max="1" .value=${share} aria-label=${label}></progress>`}
    <span class="progress-text">${progressText ?? nothing}</span>
  </div>`;
}

const locale = () => document.documentElement.lang || undefined;

/** A number with the thousands separators of the language. */
export const grouped = (count: number | bigint | string): string => BigInt(count).toLocaleString(locale());

/** A share in percent. Small shares have more decimal places, so their growth is visible. */
export function percent(share: number): string {
  const places = share === 0 ? 0 : share < 0.001 ? 4 : share < 0.1 ? 2 : 0;
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  return (Math.floor(share * 100 * 10 ** places) / 10 ** places).toLocaleString(locale(), digits);
}
