import { html, nothing } from 'lit';

import { icon } from '../../shell/icons';
import { t } from '../../words';
import { stepChanges, stepLayers, type HelpBoard, type Shown } from './board';
import type { HelpPanel } from './panel';
import { rowName, sentencesCard, stepCard, weight } from './step-card';
import type { ExplainedStep, StepsReply } from '../../engine';

const MORE = 40;

export function stepsShown(panel: HelpPanel, board: HelpBoard, { outcome, steps = [], limit }: StepsReply): Shown {
  const { help } = t();
  if (outcome !== 'open' && steps.length === 0) {
    return { content: sentencesCard([help.outcomes[outcome] ?? outcome]) };
  }
  const { chosen = -1, listed } = panel;
  const { shape } = board.layout;
  const rest = steps.length - listed;
  const more = () => (panel.listed += MORE);
  const card = (step: ExplainedStep) =>
    stepCard(step, {
      page: panel.assistant.hasPage(step.technique),
      actions: html`<button class="primary" @click=${() => panel.apply(stepChanges(step, shape))}>
        ${icon('check')} ${help.apply}
      </button>`,
    });
  const content = html`<p class="quiet" role="status">${help.stepsFound(steps.length, limit === undefined)}</p>
    <ol class="list">
      ${steps.slice(0, listed).map((step, index) => {
        const isChosen = chosen === index;
        return html`<li>
          <button class="plain" aria-expanded=${isChosen} @click=${() => panel.choose(isChosen ? undefined : index)}>
            ${rowName(step, shape)}
            ${step.solves ? html`<span class="chip solves" title=${help.solvesTitle}>${help.solves}</span>` : nothing}
            ${weight(step)}
          </button>
          ${isChosen ? card(step) : nothing}
        </li>`;
      })}
    </ol>
    ${rest > 0 ? html`<button @click=${more}>${help.showMore(Math.min(rest, MORE))}</button>` : nothing}`;
  const { picture, premises = [] } = steps[chosen] ?? {};
  return { content, layers: picture && stepLayers(board, picture, premises) };
}
