import { css, html, nothing, type TemplateResult } from 'lit';

import { t } from '../words';
import { icon } from './icons';

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
