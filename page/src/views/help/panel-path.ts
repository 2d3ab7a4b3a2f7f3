import { html, nothing, type TemplateResult } from 'lit';

import { iconButton } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { t } from '../../words';
import { boardAfter, stepChanges, type HelpShow } from './board';
import type { HelpPanel } from './panel';
import { rowName, levelName, stepCard, weight } from './step-card';
import type { ExplainLine, PathReply } from '../../engine';

type PathStep = Extract<ExplainLine, { event: 'step' }>;
type PathEnd = Extract<ExplainLine, { event: 'end' }>;

/** The steps of a path. */
function pathSteps({ events }: PathReply): PathStep[] {
  return events.filter((event) => event.event === 'step');
}

/** The whole path, as a list to step through. */
export function pathTopic(panel: HelpPanel): TemplateResult {
  const { help } = t();
  const { assistant } = panel;
  const { path } = assistant.answers;
  if (assistant.working === 'path' || !path) {
    return panel.offer('path', help.pathIntro, 'list', help.findPath, () => void assistant.path(panel.manner));
  }
  const shape = assistant.board?.layout.shape ?? {};
  const steps = pathSteps(path);
  const end = path.events.find((event) => event.event === 'end');
  if (steps.length === 0) {
    const outcome = end?.outcome ?? 'malformed';
    return html`<article class="step"><p>${help.outcomes[outcome] ?? outcome}</p></article>`;
  }
  return html`<p class="quiet" role="status">${ending(panel, steps.length, end)}</p>
    ${panel.chosen === undefined ? nothing : chosenStep(panel, steps, panel.chosen)}
    <ol class="list path">
      ${steps.map(
        (step, index) =>
          html`<li>
            <button
              class="plain"
              aria-current=${panel.chosen === index ? 'step' : 'false'}
              @click=${() => panel.choose(index)}
            >
              <span class="index">${index + 1}</span>
              ${rowName(step, shape)} ${weight({ ...step, level: undefined })}
            </button>
          </li>`,
      )}
    </ol>`;
}

function ending({ manner }: HelpPanel, steps: number, end: PathEnd | undefined): string {
  const { help } = t();
  const how = end?.outcome === 'solved' ? help.pathSolved(steps) : help.pathStuck(steps);
  // With a different order or without some techniques, the sum of all scores is not a rating.
  if (manner.scale === 'relaxed' || manner.cap !== 'all' || !manner.assumeOne) return how;
  const level = [levelName(end?.level), end?.score ?? end?.er?.toFixed(1)].filter(
    (part) => part !== undefined && part !== '',
  );
  return level.length > 0 ? `${how} ${level.join(' ')}` : how;
}

function chosenStep(panel: HelpPanel, steps: readonly PathStep[], at: number): TemplateResult {
  const { help } = t();
  const step = steps[at];
  const grid = panel.assistant.board?.layout.shape ?? 9;
  const changes = () => steps.slice(0, at + 1).flatMap((one) => stepChanges(one, grid));
  return html`<div class="stepper row">
      ${iconButton('left', help.previous, () => panel.choose(at - 1), { off: at === 0 })}
      <span class="where" aria-live="polite">${help.stepOf(at + 1, steps.length)}</span>
      ${iconButton('right', help.next, () => panel.choose(at + 1), { off: at + 1 === steps.length })}
      <button class="leave" @click=${() => panel.choose(undefined)}>${help.leavePath}</button>
    </div>
    ${stepCard(step, {
      page: panel.assistant.hasPage(step.technique),
      weight: weight(step),
      actions: html`<button @click=${() => panel.apply(changes())}>${icon('check')} ${help.applyUpTo}</button>`,
    })}`;
}

/** The board before the chosen step, with the step drawn. */
export function pathShow(panel: HelpPanel): HelpShow | undefined {
  const { path } = panel.assistant.answers;
  const step = path && panel.chosen !== undefined ? pathSteps(path)[panel.chosen] : undefined;
  const { board } = panel.assistant;
  if (!path || !board || !step || panel.chosen === undefined) return undefined;
  const before = pathSteps(path).slice(0, panel.chosen);
  const state = boardAfter(board, before);
  // Colors of the player stay: they are notes on the puzzle.
  const colors = board.cells.map((cell) => cell.colors);
  return {
    state: state.map((cell, index) => (colors?.[index] ? { ...cell, colors: colors[index] } : cell)),
    layers: { picture: step.picture, domains: state.map(({ center }) => [...(center ?? [])]) },
  };
}
