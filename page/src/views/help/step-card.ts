import { html, nothing, type TemplateResult } from 'lit';

import { spoken } from '../../draw/names';
import { digitText } from '../../element/cells';
import type { Shape } from '../../element/types';
import { icon } from '../../shell/icons';
import { routeTo } from '../../shell/route';
import { settings } from '../../shell/settings';
import { t } from '../../words';
import type { ExplainedStep } from '../../engine';

const MOST_PARTS = 3;

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
    ${levelName(step.level)}${step.score === undefined ? nothing : html` <span class="quiet">${step.score}</span>`}
  </span>`;
}

/** A sentence of the library. It writes the texts of rules between backticks, which become a style. */
export const sentence = (text: string): unknown[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));

/** The row of a step in a list: its technique, and what follows, such as `r4c5 = 7` or `r1c2 r1c3 ≠ 4`. */
export function rowName(
  { name: technique, placements = [], eliminations = [] }: Pick<ExplainedStep, 'name' | 'placements' | 'eliminations'>,
  { least }: Pick<Shape, 'least'>,
): TemplateResult {
  const name = (digit: number) => digitText(digit, settings.value.letters, least);
  // The digits that are removed from the same cells.
  const removed = new Map<string, string[]>();
  for (const digit of new Set(eliminations.map((mark) => mark.digit))) {
    const cells = eliminations.flatMap((mark) => (mark.digit === digit ? [mark.cell] : [])).join(' ');
    removed.set(cells, [...(removed.get(cells) ?? []), name(digit)]);
  }
  const parts = [
    ...placements.map(({ cell, digit }) => `${cell} = ${name(digit)}`),
    ...[...removed].map(([cells, digits]) => `${cells} ≠ ${digits.join(' ')}`),
  ];
  const short = spoken(parts.slice(0, MOST_PARTS).join(', ') + (parts.length > MOST_PARTS ? ' …' : ''));
  return html`<span class="name">${technique} <span class="quiet">· ${short}</span></span>`;
}

/** A level with a score, if they are known. */
export const levelText = (level: string | undefined, score: number | string | undefined): string =>
  [levelName(level), score ?? ''].filter((part) => part !== '').join(' ');

/** A card with sentences of the library, and what follows them. */
export const sentencesCard = (lines: readonly string[], rest: unknown = nothing, look = ''): TemplateResult =>
  html`<article class="card step ${look}">${lines.map((line) => html`<p>${sentence(line)}</p>`)} ${rest}</article>`;

type Content = TemplateResult | typeof nothing;

/** A complete step: title, sentences, conclusion. */
export function stepCard(
  step: Pick<ExplainedStep, 'technique' | 'name' | 'premises' | 'why' | 'conclusion'> &
    Partial<Pick<ExplainedStep, 'notation' | 'depths'>>,
  { page = false, weight, actions }: { page?: boolean; weight?: Content; actions?: Content } = {},
): TemplateResult {
  const { technique, name, premises, depths } = step;
  const { help } = t();
  const depth = (index: number) => Math.min(depths?.[index] ?? 0, 4);
  const list = html`<ul class="premises">
    ${premises.map((line, index) => html`<li class="depth${depth(index)}">${sentence(line)}</li>`)}
  </ul>`;
  const short = html`<details>
    <summary>${help.inShort}</summary>
    <code>${step.notation}</code>
  </details>`;
  return html`<article class="card step">
    <header>
      <h2>${name}</h2>
      ${weight ?? nothing}
    </header>
    ${premises.length > 0 ? list : nothing}
    <p>${sentence(step.why)}</p>
    <p class="conclusion">${sentence(step.conclusion)}</p>
    ${step.notation ? short : nothing} ${actions ? html`<div class="row">${actions}</div>` : nothing}
    ${page ? html`<a class="about" href=${techniqueLink(technique)}>${icon('info')} ${help.about(name)}</a>` : nothing}
  </article>`;
}
