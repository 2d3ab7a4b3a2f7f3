import { html, nothing, type TemplateResult } from 'lit';

import { facts } from '../../shell/controls';
import { t } from '../../words';
import type { Shown } from './board';
import type { HelpPanel } from './panel';
import { levelText, techniqueLink } from './step-card';
import type { RateReply } from '../../engine';

/** The ratings of the puzzle from its clues, on both scales. */
export const ratingsShown = (panel: HelpPanel, ratings: readonly RateReply[]): Shown => ({
  content: html`${ratings.map((rating) => card(panel, rating))}`,
});

function card(panel: HelpPanel, rating: RateReply): TemplateResult {
  const { help } = t();
  // A reply without a rating contains the requested scale.
  const scale = panel.assistant.board?.isRuled ? 'logic' : rating.scale;
  const title = help.scales[scale] ?? scale;
  if (rating.outcome !== 'rated') {
    return html`<article class="card rating">
      <h2 class="quiet">${title}</h2>
      <p>${help.unrated[rating.outcome] ?? rating.outcome}</p>
    </article>`;
  }
  const techniques = panel.assistant.hardestFirst(Object.entries(rating.techniques ?? {}));
  const er = [rating.er, rating.ep, rating.ed].map((part) => part?.toFixed(1) ?? '–').join(' / ');
  const counts = html`<ul class="counts">
    ${techniques.map(
      ([technique, count]) =>
        html`<li>
          ${titleOf(panel, technique)}
          <span class="quiet">${help.times(count)}</span>
        </li>`,
    )}
  </ul>`;
  return html`<article class="card rating">
    <h2 class="quiet">${title}</h2>
    <p class="value">${value(rating)}</p>
    <p class="quiet small">${help.scalesAbout[scale]} ${rating.er && help.scalesAbout['er']}</p>
    <dl>
      ${facts([
        ['ER / EP / ED', rating.er && er],
        [help.hardest, rating.hardest && titleOf(panel, rating.hardest)],
        [help.topics.steps, rating.steps],
      ])}
    </dl>
    ${techniques.length > 0 ? counts : nothing}
  </article>`;
}

/** The title of a technique, with a link to its page if it has one. */
function titleOf({ assistant }: HelpPanel, technique: string): TemplateResult {
  const title = assistant.title(technique);
  return assistant.hasPage(technique)
    ? html`<a href=${techniqueLink(technique)}>${title}</a>`
    : html`<span>${title}</span>`;
}

function value({ level, score, er, hardest_step: hardest }: RateReply): string {
  if (er !== undefined) return er.toFixed(1);
  if (hardest !== undefined && score !== undefined) return t().help.ruledRating(hardest.toFixed(1), score);
  return levelText(level, score);
}
