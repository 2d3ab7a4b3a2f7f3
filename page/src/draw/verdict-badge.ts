import { css, html, nothing, type TemplateResult } from 'lit';

import { each } from '../element/palette';
import { icon, type IconName } from '../shell/icons';
import { line } from '../shell/styles';
import { t } from '../words';

/** The icon and the color of each outcome of a check. */
export const SIGNS: Record<string, [IconName, string]> = {
  unique: ['check', 'good'],
  multiple: ['shapes', 'warn'],
  unsatisfiable: ['close', 'bad'],
  malformed: ['close', 'bad'],
};

/** Styles of {@link verdictBadge}; also the color of an outcome by its class. */
export const badgeStyles = css`
  ${each('--tone', { good: 'var(--good)', warn: 'var(--warn)', bad: 'var(--bad)' })}
  .badge {
    ${line('6px')};
    font-weight: 600;
  }
  :is(.badge, .verdict .title, .checks) .icon {
    color: var(--tone, inherit);
  }
`;

/** Whether a puzzle has one solution, several or none; nothing until this is known. */
export function verdictBadge(outcome = ''): TemplateResult | typeof nothing {
  const [sign, kind] = SIGNS[outcome] ?? [];
  const { outcomes } = t().check;
  if (!sign) return nothing;
  return html`<span class="badge ${kind}" title=${outcomes[outcome]}>
    ${icon(sign)}${outcome === 'unique' ? t().play.unique : outcomes[outcome]}
  </span>`;
}
