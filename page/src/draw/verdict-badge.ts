import { css, html, nothing, type TemplateResult } from 'lit';

import { each } from '../element/palette';
import type { SolveReply } from '../engine';
import { icon, type IconName } from '../shell/icons';
import { line } from '../shell/styles';
import { t } from '../words';

/** The icon and the class of each outcome. */
export const SIGNS: Readonly<Record<string, readonly [IconName, string]>> = {
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
  .badge .icon {
    color: var(--tone, inherit);
  }
`;

/** The part of a check that the badge shows. */
interface Checked {
  readonly findings: { readonly solved?: Pick<SolveReply, 'outcome'> };
  readonly working?: unknown;
  /** A shorter text for one solution. */
  readonly unique?: string;
}

/** The number of solutions in short, with a sign. It is empty until something is known. */
export function verdictBadge({ findings, working, unique }: Checked): TemplateResult {
  const { check } = t();
  const outcome = findings.solved?.outcome ?? '';
  const [sign, kind] = SIGNS[outcome] ?? ['info', ''];
  const known = (outcome === 'unique' && unique) || check.outcomes[outcome];
  const text = known || (working ? check.working.solve : outcome && check.unknown);
  return html`<span class="badge ${kind}" role="status">${text ? html`${icon(sign)} ${text}` : nothing}</span>`;
}
