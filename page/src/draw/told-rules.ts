import { html, nothing, type TemplateResult } from 'lit';

import { undrawn } from '../element/draw-rules';
import { layoutFor } from '../game/game';
import type { Puzzle } from '../game/puzzle';
import { t } from '../words';

/** The rules that the board does not draw, as a list for below it. */
export function toldRules(puzzle: Puzzle): TemplateResult | typeof nothing {
  const rules = undrawn(layoutFor(puzzle));
  if (rules.length === 0) return nothing;
  return html`<ul class="told-rules">
    ${rules.map((rule) => html`<li>${t().play.rules[rule] ?? rule}</li>`)}
  </ul>`;
}
