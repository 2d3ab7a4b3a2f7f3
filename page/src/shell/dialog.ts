import { css, html, type PropertyValues } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';

import { t } from '../words';
import { iconButton } from './controls';
import { Component } from './view';
import { line, row } from './styles';

/**
 * A dialog: `<arc-dialog heading="..." .open=${this.asking} @close=${...}>...</arc-dialog>`.
 * Buttons for the bottom line have `slot="actions"`. Escape, the cross and a click outside send `close`.
 */
@customElement('arc-dialog')
export class ArcDialog extends Component {
  static override styles = css`
    :host {
      display: contents;
    }
    dialog {
      width: min(40rem, calc(100vw - 24px));
      max-height: calc(100dvh - 24px);
      padding: 0;
      border: 1px solid var(--line);
      border-radius: 12px;
      background: var(--surface);
      color: var(--text);
      box-shadow: 0 12px 48px var(--shadow);
    }
    dialog[open] {
      display: flex;
      flex-direction: column;
    }
    dialog::backdrop {
      background: #0008;
    }
    .top {
      ${line('8px')};
      justify-content: space-between;
      padding: 10px 10px 10px 20px;
      border-bottom: 1px solid var(--line);
    }
    .body {
      padding: 20px;
      overflow: auto;
    }
    .bottom {
      ${row('8px')};
      justify-content: flex-end;
      padding: 0 20px 20px;
    }
    .bottom.empty {
      display: none;
    }
  `;

  @property() heading = '';
  @property({ type: Boolean, reflect: true }) open = false;
  @query('dialog') private dialog!: HTMLDialogElement;
  @query('.bottom') private footer!: HTMLElement;

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('open')) return;
    if (this.open && !this.dialog.open) this.dialog.showModal();
    if (!this.open && this.dialog.open) this.dialog.close();
  }

  private onClose(): void {
    // The browser queues this event, so the dialog may be open again.
    if (!this.open || this.dialog.open) return;
    this.open = false;
    this.send('close');
  }

  private onClick(event: MouseEvent): void {
    if (event.target === this.dialog) this.dialog.close();
  }

  private onSlot(event: Event): void {
    this.footer.classList.toggle('empty', (event.target as HTMLSlotElement).assignedElements().length === 0);
  }

  override render() {
    return html`<dialog aria-labelledby="heading" @close=${this.onClose} @mousedown=${this.onClick}>
      <div class="top">
        <h2 id="heading">${this.heading}</h2>
        ${iconButton('close', t().app.close, () => this.dialog.close(), { look: 'plain icon-only' })}
      </div>
      <div class="body"><slot></slot></div>
      <div class="bottom empty"><slot name="actions" @slotchange=${this.onSlot}></slot></div>
    </dialog>`;
  }
}
