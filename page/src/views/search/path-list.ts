import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { Component } from '../../shell/view';
import { t } from '../../words';
import { list, literal } from './sentence';
import type { Branch, SearchTree } from './tree';
import { bareList, row } from '../../shell/styles';

/** The open guesses as a list, for screen readers and as text. Sends `arc-go`. */
@customElement('arc-search-path')
export class SearchPath extends Component {
  static override styles = css`
    ol {
      ${bareList};
      max-height: 15rem;
      overflow-y: auto;
    }
    button {
      ${row('2px 12px')};
      justify-content: start;
      width: 100%;
      font-size: 0.875rem;
      text-align: start;
    }
    button:focus-visible {
      outline-offset: -3px;
    }
    .number {
      min-width: 1.75rem;
      color: var(--quiet);
      font-variant-numeric: tabular-nums;
    }
    .guess {
      min-width: 4.5rem;
      font-weight: 600;
    }
  `;

  @property({ attribute: false }) tree!: SearchTree;
  @property({ type: Number }) count = 0;

  private go(branch: Branch): void {
    this.dispatchEvent(new CustomEvent('arc-go', { detail: branch.born, bubbles: true, composed: true }));
  }

  override render() {
    const texts = t().search;
    const path = this.tree.path(this.count);
    return html`<ol aria-label=${texts.path}>
      ${path.map(
        (branch, index) =>
          html`<li aria-current=${index === path.length - 1 ? 'step' : 'false'}>
            <button class="plain" @click=${() => this.go(branch)}>
              ${index === 0 ? html`<span class="guess">${texts.root}</span>` : this.item(branch, index)}
            </button>
          </li>`,
      )}
    </ol>`;
  }

  private item(branch: Branch, index: number) {
    const texts = t().search;
    const failed = this.tree
      .before(branch)
      .map((other) => (other.cell === branch.cell && other.holds ? other.digit : literal(other)));
    return html`<span class="number">${index}</span>
      <span class="guess">${literal(branch)}</span>
      <span class="quiet">
        ${branch.candidates.length === 1 ? texts.pathOnly : texts.pathOf(list(branch.candidates))}${
          failed.length > 0 ? `; ${texts.pathFailed(list(failed))}` : ''
        }
      </span>`;
  }
}
