import { html, nothing, type TemplateResult } from 'lit';

import type { Layers } from '../../element/types';
import { icon } from '../../shell/icons';
import { t } from '../../words';
import { stepChanges, stepLayers } from './board';
import type { HelpPanel } from './panel';
import { rowName, stepCard, weight } from './step-card';
import type { StepsReply } from '../../engine';

/** The number of steps that *more* adds to the list. */
const MORE = 40;

/** All steps of this board. */
export function stepsTopic(panel: HelpPanel): { content: TemplateResult; layers?: Layers } {
  const { help } = t();
  const { assistant } = panel;
  const { steps } = assistant.answers;
  if (assistant.working === 'steps' || !steps) {
    const act = () => void assistant.steps(panel.manner);
    return { content: panel.offer('steps', help.stepsIntro, 'list', help.findSteps, act) };
  }
  const list = steps.steps ?? [];
  if (steps.outcome !== 'open' && list.length === 0) {
    return { content: html`<article class="step"><p>${help.outcomes[steps.outcome] ?? steps.outcome}</p></article>` };
  }
  const { board } = assistant;
  const chosen = panel.chosen === undefined ? undefined : list[panel.chosen];
  const layers = chosen?.picture && board ? stepLayers(board, chosen.picture) : undefined;
  return { content: rows(panel, steps), layers };
}

function rows(panel: HelpPanel, { steps = [], limit }: StepsReply): TemplateResult {
  const { help } = t();
  const rest = steps.length - panel.listed;
  const grid = panel.assistant.board?.layout.shape ?? {};
  return html`<p class="quiet" role="status">${help.stepsFound(steps.length, limit === undefined)}</p>
    <ol class="list">
      ${steps.slice(0, panel.listed).map(
        (step, index) =>
          html`<li>
            <button
              class="plain"
              aria-expanded=${panel.chosen === index}
              @click=${() => panel.choose(panel.chosen === index ? undefined : index)}
            >
              ${rowName(step, grid)}
              ${step.solves ? html`<span class="chip solves" title=${help.solvesTitle}>${help.solves}</span>` : nothing}
              ${weight(step)}
            </button>
            ${panel.chosen === index ? details(panel, step) : nothing}
          </li>`,
      )}
    </ol>
    ${
      rest > 0
        ? html`<button @click=${() => (panel.listed += MORE)}>${help.showMore(Math.min(rest, MORE))}</button>`
        : nothing
    }`;
}

function details(panel: HelpPanel, step: NonNullable<StepsReply['steps']>[number]): TemplateResult {
  const { help } = t();
  const grid = panel.assistant.board?.layout.shape ?? 9;
  return stepCard(step, {
    page: panel.assistant.hasPage(step.technique),
    actions: html`<button class="primary" @click=${() => panel.apply(stepChanges(step, grid))}>
      ${icon('check')} ${help.apply}
    </button>`,
  });
}
