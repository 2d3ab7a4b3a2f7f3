import { css, html, type PropertyValues } from 'lit';
import { customElement } from 'lit/decorators.js';

import { ViewElement } from '../../shell/view';
import './practice-board';
import './technique-list';
import './technique-page';

/** All techniques, the page of one, and its practice boards. */
@customElement('arc-view-techniques')
export class TechniquesView extends ViewElement {
  static override styles = css`
    :host {
      max-width: 72rem;
      margin: 0 auto;
    }
  `;

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.get('params')) scrollTo(0, 0);
  }

  override render() {
    const name = this.params.get('name') ?? '';
    const board = Number(this.params.get('board') ?? NaN);
    if (!/^[a-z0-9-]+$/.test(name)) return html`<arc-technique-list></arc-technique-list>`;
    if (Number.isInteger(board) && board > 0) {
      return html`<arc-practice-board .technique=${name} .number=${board}></arc-practice-board>`;
    }
    return html`<arc-technique-page .technique=${name}></arc-technique-page>`;
  }
}
