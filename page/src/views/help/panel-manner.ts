import { html, nothing, type TemplateResult } from 'lit';

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
  const chosen = (event: Event) => (event.target as HTMLSelectElement).value;
  const isSearch = helpScale === 'se';
  return html`<details class="manner">
    <summary>
      <span>${help.settings}</span>
      <span class="now">${isSearch ? help.orders.se : help.caps[helpCap]}</span>
      ${icon('down')}
    </summary>
    <div class="stack">
      <label class="field">
        ${help.cap}
        <select
          ?disabled=${isSearch}
          @change=${(event: Event) => set({ helpCap: chosen(event) as Settings['helpCap'] })}
        >
          ${CAPS.map((cap) => html`<option value=${cap} ?selected=${cap === helpCap}>${help.caps[cap]}</option>`)}
        </select>
      </label>
      ${isSearch ? html`<p class="small quiet">${help.wholeScale}</p>` : nothing}
      <label class="field">
        ${help.order}
        <select @change=${(event: Event) => set({ helpScale: chosen(event) as Settings['helpScale'] })}>
          ${ORDERS.map(
            (order) => html`<option value=${order} ?selected=${order === helpScale}>${help.orders[order]}</option>`,
          )}
        </select>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          .checked=${helpAssumesOne}
          @change=${(event: Event) => set({ helpAssumesOne: (event.target as HTMLInputElement).checked })}
        />
        ${help.assumeOne}
      </label>
    </div>
  </details>`;
}
