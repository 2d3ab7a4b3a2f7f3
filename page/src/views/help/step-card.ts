import { html, nothing, type TemplateResult } from 'lit';

import { icon } from '../../shell/icons';
import { routeTo } from '../../shell/route';
import { t } from '../../words';
import type { ExplainedStep } from '../../engine';

/** The fragment of the page of a technique. */
export const techniqueLink = (technique: string) => routeTo('techniques', { name: technique });

/** The level of the library in the language of the page. */
export function levelName(level: string | undefined): string {
  if (level === undefined) return '';
  // Some replies already contain the level in the language of the page.
  return t().common.levels[level.toLowerCase()] ?? level.charAt(0).toUpperCase() + level.slice(1);
}

/** How hard a step is, in one word or number. */
export function weight(step: { level?: string; score?: number; rating?: number }): TemplateResult | typeof nothing {
  if (step.rating !== undefined) return html`<span class="chip">${step.rating.toFixed(1)}</span>`;
  if (step.level === undefined && step.score === undefined) return nothing;
  return html`<span class="chip ${step.level?.toLowerCase() ?? ''}">
    ${levelName(step.level)}${step.score === undefined ? nothing : html` <span class="number">${step.score}</span>`}
  </span>`;
}

type Content = TemplateResult | typeof nothing;

/** A complete step: title, sentences, conclusion. */
export function stepCard(
  step: Pick<ExplainedStep, 'technique' | 'name' | 'premises' | 'why' | 'conclusion'> &
    Partial<Pick<ExplainedStep, 'notation' | 'depths'>>,
  { page = false, weight, actions }: { page?: boolean; weight?: Content; actions?: Content } = {},
): TemplateResult {
  const { technique, name, premises, depths } = step;
  const { help } = t();
  return html`<article class="step">
    <header>
      <h2>${name}</h2>
      ${weight ?? nothing}
    </header>
    ${
      premises.length > 0
        ? html`<ul class="premises">
            ${premises.map((line, index) => html`<li class="depth${Math.min(depths?.[index] ?? 0, 4)}">${line}</li>`)}
          </ul>`
        : nothing
    }
    <p>${step.why}</p>
    <p class="conclusion">${step.conclusion}</p>
    ${
      step.notation
        ? html`<details>
            <summary>${help.inShort}</summary>
            <code>${step.notation}</code>
          </details>`
        : nothing
    }
    ${actions ? html`<div class="row">${actions}</div>` : nothing}
    ${page ? html`<a class="about" href=${techniqueLink(technique)}>${icon('info')} ${help.about(name)}</a>` : nothing}
  </article>`;
}
