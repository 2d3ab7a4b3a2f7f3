import { html } from 'lit';
import { customElement } from 'lit/decorators.js';

import { ViewElement } from '../../shell/view';
import { t } from '../../words';

@customElement('arc-view-search')
export class SearchView extends ViewElement {
  override render() {
    return html`<h1>${t().views.search}</h1>
      <p>${t().app.soon}</p>`;
  }
}
