import { html, nothing, type TemplateResult } from 'lit';

import { check, select } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { change, settings, type Settings } from '../../shell/settings';
import { t } from '../../words';
import { CAPS } from './caps';
import type { HelpPanel } from './panel';

const ORDERS: readonly Settings['helpScale'][] = ['relaxed', 'hodoku', 'se'];

/** How far help may go, and in which order techniques are tried. */
export function mannerFields(panel: HelpPanel): TemplateResult {
  const { help } = t();
  const { helpCap, helpScale, helpAssumesOne } = settings.value;
  const set = (changed: Partial<Settings>) => {
    change(changed);
    panel.forget();
  };
  const isSearch = helpScale === 'se';
  return html`<details class="manner">
    <summary>
      <span>${help.settings}</span>
      <span class="now">${isSearch ? help.orders.se : help.caps[helpCap]}</span>
      ${icon('down')}
    </summary>
    <div class="stack">
      ${select(
        help.cap,
        CAPS.map((cap) => [cap, help.caps[cap]]),
        helpCap,
        (cap) => set({ helpCap: cap }),
        isSearch,
      )}
      ${isSearch ? html`<p class="small quiet">${help.wholeScale}</p>` : nothing}
      ${select(
        help.order,
        ORDERS.map((order) => [order, help.orders[order]]),
        helpScale,
        (order) => set({ helpScale: order }),
      )}
      ${check(help.assumeOne, helpAssumesOne, (one) => set({ helpAssumesOne: one }))}
    </div>
  </details>`;
}
