import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import { Component } from '../../shell/view';
import { t } from '../../words';
import { list, literal } from './sentence';
import type { Branch, SearchTree } from './tree';
import { bareList, row } from '../../shell/styles';

/** The open guesses as a tree of list items, for screen readers and as text. Sends `arc-go`. */
@customElement('arc-search-path')
export class SearchPath extends Component {
  static override styles = css`
    ol {
      ${bareList};
      max-height: 15rem;
      overflow-y: auto;
    }
    li {
      ${row('2px 12px')};
      padding: 6px 8px;
      border-block-start: 1px solid var(--line);
      cursor: pointer;
      font-size: 0.875rem;
    }
    li:hover {
      background: var(--sunken);
    }
    li:focus-visible {
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
  @state() private at = 0;

  private go(branch: Branch): void {
    this.dispatchEvent(new CustomEvent('arc-go', { detail: branch.born, bubbles: true, composed: true }));
  }

  private onKey(event: KeyboardEvent, path: readonly Branch[]): void {
    const at = Math.min(this.at, path.length - 1);
    const targets: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: path.length - 1,
    };
    if (event.key === 'Enter' || event.key === ' ') this.go(path[at]);
    else if (event.key in targets) this.at = Math.max(0, Math.min(path.length - 1, targets[event.key]));
    else return;
    event.preventDefault();
    event.stopPropagation();
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    });
  }

  override render() {
    const texts = t().search;
    const path = this.tree.path(this.count);
    const at = Math.min(this.at, path.length - 1);
    return html`<ol role="tree" aria-label=${texts.path} @keydown=${(event: KeyboardEvent) => this.onKey(event, path)}>
      ${path.map(
        (branch, index) =>
          html`<li
            role="treeitem"
            aria-level=${index + 1}
            aria-current=${index === path.length - 1 ? 'step' : 'false'}
            tabindex=${index === at ? 0 : -1}
            @click=${() => this.go(branch)}
          >
            ${index === 0 ? html`<span class="guess">${texts.root}</span>` : this.item(branch, index)}
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
