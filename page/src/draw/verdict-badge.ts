import { html, nothing, type TemplateResult } from 'lit';

import { icon, type IconName } from '../shell/icons';
import { t } from '../words';

/** The icon and the color of each outcome of a check. */
export const SIGNS: Record<string, [IconName, string]> = {
  unique: ['check', 'good'],
  multiple: ['shapes', 'warn'],
  unsatisfiable: ['close', 'bad'],
  malformed: ['close', 'bad'],
};

/** Whether a puzzle has one solution, several or none; nothing until this is known. */
export function verdictBadge(outcome = '', title?: string): TemplateResult | typeof nothing {
  const [sign, kind] = SIGNS[outcome] ?? [];
  const { outcomes } = t().check;
  if (!sign) return nothing;
  return html`<span class="badge ${kind}" title=${title ?? outcomes[outcome]}>
    ${icon(sign)}${outcome === 'unique' ? t().play.unique : outcomes[outcome]}
  </span>`;
}
