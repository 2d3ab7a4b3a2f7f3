import { css, html, type TemplateResult } from 'lit';

import { digitsOf, digitText, leastOf } from '../element/cells';
import type { Shape } from '../element/types';
import { iconButton } from '../shell/controls';
import { settings } from '../shell/settings';
import { tiles } from '../shell/styles';
import { t } from '../words';

export const keypadStyles = css`
  .keys {
    ${tiles('44px', '6px')};
  }
  .keys button {
    min-height: 44px;
    padding: 0;
    font-size: 1.125rem;
  }
`;

/** Buttons that enter the digits of a grid, and one that clears cells. */
export function cluePad(shape: Shape, enter: (digit: number | undefined) => void): TemplateResult {
  const text = (digit: number) => digitText(digit, settings.value.letters, leastOf(shape));
  return html`<div class="keys" role="group" aria-label=${t().common.digits}>
    ${digitsOf(shape.size).map((digit) => html`<button @click=${() => enter(digit)}>${text(digit)}</button>`)}
    ${iconButton('erase', t().common.erase, () => enter(undefined), { look: '' })}
  </div>`;
}
