import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { check, select } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { grouped } from '../../shell/job';
import { Component } from '../../shell/view';
import { t } from '../../words';

/** How many events a search may have. */
const LENGTHS = [5000, 20_000, 100_000];

/** How long a search is watched, behind a button. Sends `change`. */
@customElement('arc-search-options')
export class OptionsMenu extends Component {
  static override styles = css`
    :host {
      position: relative;
    }
    summary {
      display: flex;
      align-items: center;
      justify-content: center;
      gap: 8px;
      min-height: 40px;
      padding: 6px 14px;
      border: 1px solid var(--line);
      border-radius: 6px;
      background: var(--surface);
      list-style: none;
      cursor: pointer;
    }
    summary:hover {
      background: var(--sunken);
    }
    summary::-webkit-details-marker {
      display: none;
    }
    .card {
      position: absolute;
      z-index: 3;
      inset-block-start: 46px;
      inset-inline-end: 0;
      display: grid;
      gap: 12px;
      width: min(22rem, calc(100vw - 32px));
      box-shadow: 0 8px 24px var(--shadow);
    }
    @media (max-width: 40rem) {
      summary {
        width: 40px;
        padding: 0;
      }
      summary span {
        display: none;
      }
    }
  `;

  @property({ type: Boolean }) unique = false;
  @property({ type: Number }) steps = 0;

  private onKey(event: KeyboardEvent): void {
    const details = event.currentTarget as HTMLDetailsElement;
    if (event.key !== 'Escape' || !details.open) return;
    details.open = false;
    details.querySelector('summary')?.focus();
  }

  private onLeave(event: FocusEvent): void {
    const details = event.currentTarget as HTMLDetailsElement;
    if (!(event.relatedTarget instanceof Node && details.contains(event.relatedTarget))) details.open = false;
  }

  private change(changed: { unique?: boolean; steps?: number }): void {
    Object.assign(this, changed);
    this.send('change');
  }

  override render() {
    const said = t().search;
    return html`<details @keydown=${this.onKey} @focusout=${this.onLeave}>
      <summary aria-label=${said.options} title=${said.options}>
        ${icon('settings')}<span>${said.options}</span>
      </summary>
      <div class="card" tabindex="-1">
        ${check(said.unique, this.unique, (unique) => this.change({ unique }))}
        ${select(
          said.steps,
          LENGTHS.map((steps) => [steps, grouped(steps)]),
          this.steps,
          (steps) => this.change({ steps }),
        )}
      </div>
    </details>`;
  }
}
