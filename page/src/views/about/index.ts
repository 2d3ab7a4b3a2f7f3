import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';

import { icon } from '../../shell/icons';
import { keysStyles, keysTable } from '../../shell/keys-table';
import { routeTo } from '../../shell/route';
import { ViewElement } from '../../shell/view';
import { VIEWS } from '../../shell/views';
import { t } from '../../words';
import { bareList, column, tiles } from '../../shell/styles';

const SOURCE = 'https://github.com/arcdoku/arcdoku';

/** What the page is, how to use it, and what it stores. */
@customElement('arc-view-about')
export class AboutView extends ViewElement {
  static override styles = [
    keysStyles,
    css`
      .page {
        ${column('28px')};
        max-width: 60rem;
        margin: 0 auto;
      }
      header,
      section {
        ${column('8px')};
      }
      .lead {
        font-size: 1.125rem;
      }
      .views {
        ${tiles('min(17rem, 100%)', '12px')};
        ${bareList};
      }
      .views a {
        display: grid;
        grid-template-columns: auto 1fr;
        grid-template-rows: auto 1fr;
        gap: 2px 12px;
        height: 100%;
      }
      .views .icon {
        grid-row: 1 / 3;
        margin-top: 2px;
        color: var(--accent);
      }
      ul.plain {
        ${column('6px')};
        max-width: 44rem;
        margin: 0;
        padding-inline-start: 20px;
      }
    `,
  ];

  override render() {
    const texts = t().about;
    return html`<div class="page">
      <header>
        <h1>${texts.title}</h1>
        <p class="lead quiet">${texts.lead}</p>
      </header>
      <ul class="views">
        ${VIEWS.map(({ name, icon: sign }) => {
          if (name === 'about') return nothing;
          return html`<li>
            <a class="card" href=${routeTo(name)}>
              ${icon(sign)}<strong>${t().views[name]}</strong>
              <span class="small quiet">${texts.views[name]}</span>
            </a>
          </li>`;
        })}
      </ul>
      ${this.section(texts.playing)}
      <section>
        <h2>${t().play.keyboard}</h2>
        <div class="scroll" tabindex="0" role="group" aria-label=${t().play.keyboard}>${keysTable(t().play.keys)}</div>
      </section>
      ${this.section(texts.privacy)} ${this.section(texts.everybody)}
      <section>
        <h2>${texts.source.title}</h2>
        <p>${texts.source.text}</p>
        <p><a href=${SOURCE} rel="noreferrer">${texts.source.link}</a></p>
        <p>${texts.source.photos}</p>
      </section>
    </div>`;
  }

  private section({ title, items }: { title: string; items: readonly string[] }): TemplateResult {
    return html`<section>
      <h2>${title}</h2>
      <ul class="plain">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>
    </section>`;
  }
}
