import { html, nothing, type TemplateResult } from 'lit';

import { changed } from '../../element/edit';
import { standing } from '../../game/game';
import { iconButton } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { session } from '../../shell/session';
import { settings } from '../../shell/settings';
import { t } from '../../words';
import { boardAfter, namedTint, stepChanges, type HelpBoard, type HelpShow, type Shown } from './board';
import type { HelpPanel } from './panel';
import { rowName, levelText, sentencesCard, stepCard, weight } from './step-card';
import type { ExplainLine, PathReply } from '../../engine';

type PathStep = Extract<ExplainLine, { event: 'step' }>;
type PathEnd = Extract<ExplainLine, { event: 'end' }>;

/** The whole path, as a list to step through, and the board before the chosen step, with the step drawn. */
export function pathShown(panel: HelpPanel, board: HelpBoard, { events }: PathReply): Shown {
  const { help } = t();
  const { chosen = -1 } = panel;
  const steps = events.filter((event) => event.event === 'step');
  const end = events.find((event) => event.event === 'end');
  if (steps.length === 0) {
    const outcome = end?.outcome ?? 'malformed';
    return { content: sentencesCard([help.outcomes[outcome] ?? outcome]) };
  }
  const content = html`<p class="quiet" role="status">${ending(steps.length, end)}</p>
    ${steps[chosen] ? chosenStep(panel, board, steps, chosen) : nothing}
    <ol class="list path">
      ${steps.map(
        (step, index) =>
          html`<li>
            <button
              class="plain"
              aria-current=${chosen === index ? 'step' : 'false'}
              @click=${() => panel.choose(index)}
            >
              <span class="index">${index + 1}</span>
              ${rowName(step, board.layout.shape)} ${weight({ ...step, level: undefined })}
            </button>
          </li>`,
      )}
    </ol>`;
  return { content, ...(steps[chosen] ? drawn(board, steps, chosen) : {}) };
}

function ending(steps: number, end: PathEnd | undefined): string {
  const { help } = t();
  const how = end?.outcome === 'solved' ? help.pathSolved(steps) : help.pathStuck(steps);
  // With a different order or without some techniques, the sum of all scores is not a rating.
  const { helpScale, helpCap, helpAssumesOne } = settings.value;
  if (helpScale === 'relaxed' || helpCap !== 'all' || !helpAssumesOne) return how;
  return `${how} ${levelText(end?.level, end?.score ?? end?.er?.toFixed(1))}`.trimEnd();
}

function chosenStep(panel: HelpPanel, board: HelpBoard, steps: readonly PathStep[], at: number): TemplateResult {
  const { help } = t();
  const step = steps[at];
  // A finished game shows its path from the clues, and has nothing to apply.
  const isOver = session.value && standing(session.value) === 'solved';
  const changes = () => steps.slice(0, at + 1).flatMap((one) => stepChanges(one, board.layout.shape));
  return html`<div class="stepper row">
      ${iconButton('left', help.previous, () => panel.choose(at - 1), { off: at === 0 })}
      <span class="where" aria-live="polite">${help.stepOf(at + 1, steps.length)}</span>
      ${iconButton('right', help.next, () => panel.choose(at + 1), { off: at + 1 === steps.length })}
      <button class="leave" @click=${() => panel.choose(undefined)}>${help.leavePath}</button>
    </div>
    ${stepCard(step, {
      page: panel.assistant.hasPage(step.technique),
      weight: weight(step),
      actions: isOver
        ? undefined
        : html`<button @click=${() => panel.apply(changes())}>${icon('check')} ${help.applyUpTo}</button>`,
    })}`;
}

/** The board before a step, with the step drawn. */
function drawn(board: HelpBoard, steps: readonly PathStep[], at: number): HelpShow {
  const state = boardAfter(board, steps.slice(0, at));
  const domains = state.map(({ center }) => [...(center ?? [])]);
  // Colors of the player stay: they are notes on the puzzle.
  const colored = state.map((cell, index) => changed(cell, { colors: board.cells[index].colors }));
  const { picture, premises } = steps[at];
  return { state: colored, layers: { picture, domains, tints: [namedTint(state, board.layout.shape, premises)] } };
}
