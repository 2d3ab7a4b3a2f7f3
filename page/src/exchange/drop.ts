import { css, html, LitElement } from 'lit';
import { customElement } from 'lit/decorators.js';

import { t } from '../words';

/** Covers the page while something is dragged over it. */
@customElement('arc-drop')
export class ArcDrop extends LitElement {
  static override styles = css`
    :host {
      position: fixed;
      inset: 0;
      z-index: 50;
      display: grid;
      place-items: center;
      pointer-events: none;
      background: color-mix(in srgb, var(--ground) 80%, transparent);
    }
    p {
      margin: 0;
      padding: 24px 40px;
      border: 3px dashed var(--accent);
      border-radius: 16px;
      background: var(--surface);
      color: var(--text);
      font-size: 1.25rem;
      font-weight: 600;
    }
  `;

  override render() {
    return html`<p role="status">${t().exchange.dropHere}</p>`;
  }
}
