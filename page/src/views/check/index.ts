import { html } from 'lit';
import { customElement } from 'lit/decorators.js';

import { ViewElement } from '../../shell/view';
import { t } from '../../words';

@customElement('arc-view-check')
export class CheckView extends ViewElement {
  override render() {
    return html`<h1>${t().views.check}</h1>
      <p>${t().app.soon}</p>`;
  }
}
