import { html, nothing, type TemplateResult } from 'lit';

import { spoken } from '../../draw/names';
import { digitText, leastOf } from '../../element/cells';
import { faultText } from '../../exchange/fault-texts';
import { icon } from '../../shell/icons';
import { change, settings } from '../../shell/settings';
import { t } from '../../words';
import {
  fillChanges,
  mistakeChanges,
  mistakeLayers,
  placeLayers,
  stepChanges,
  stepLayers,
  unnoted,
  type HelpBoard,
  type Shown,
} from './board';
import type { HelpPanel } from './panel';
import { levelName, sentence, sentencesCard, stepCard, weight } from './step-card';
import type { HintReply, MistakeReply, WhyReply } from '../../engine';

export function hintShown(panel: HelpPanel, board: HelpBoard, hint: HintReply): Shown {
  switch (hint.outcome) {
    case 'hint':
      return stepShown(panel, board, hint);
    case 'mistakes':
      return mistakesShown(panel, board, hint);
    default:
      return elseShown(panel, hint);
  }
}

const button = (label: unknown, act: () => unknown, look = ''): TemplateResult =>
  html`<button class=${look} @click=${act}>${label}</button>`;

function more(panel: HelpPanel): TemplateResult | typeof nothing {
  const { help } = t();
  const { grade } = panel;
  if (grade === 'full') return nothing;
  const show = button(help.showStep, () => panel.showHint('full'), grade === 'concrete' ? 'primary' : '');
  return grade === 'concrete' ? show : html`${button(help.moreExactly, () => panel.showHint('concrete'))} ${show}`;
}

function stepShown(panel: HelpPanel, board: HelpBoard, hint: HintReply): Shown {
  const { help } = t();
  const { step, words } = hint;
  const far = panel.assistant.answers.progress;
  const progress =
    far && far.percent > 0
      ? html`<p class="quiet small">${help.progress(far.percent, levelName(far.level))}</p>`
      : nothing;
  if (!step || !words) {
    const card = sentencesCard(hint.text, html`<div class="row">${more(panel)}</div>`);
    const content = html`${card}${progress}`;
    return { content, layers: placeLayers(board, hint.places), spoken: hint.text.join(' ') };
  }
  const apply = () => panel.apply(stepChanges(step, board.layout.shape));
  const needs = step.placements?.length || !step.picture ? [] : unnoted(board, step.picture);
  const fill = html`<div class="note">
    <p>${help.needsMarks}</p>
    ${button(help.fillMarks, () => panel.apply(fillChanges(board)))}
  </div>`;
  const content = html`${hint.remark ? html`<p>${sentence(hint.remark)}</p>` : nothing}
  ${stepCard(
    { ...step, ...words, notation: hint.notation },
    {
      page: panel.assistant.hasPage(step.technique),
      weight: weight(hint),
      actions: html`${button(html`${icon('check')} ${help.apply}`, apply, 'primary')}
      ${button(help.hide, () => panel.show())}`,
    },
  )}
  ${needs.length > 0 ? fill : nothing} ${progress}`;
  return {
    content,
    layers: step.picture && stepLayers(board, step.picture, words.premises),
    spoken: hint.text.join(' '),
  };
}

/** Wrong digits in steps, as other hints. Missing marks are shown in full, because they are not a part of a puzzle. */
function mistakesShown(panel: HelpPanel, board: HelpBoard, { text, mistakes = [], places }: HintReply): Shown {
  const { help } = t();
  const { shape } = board.layout;
  const changes = (kind: MistakeReply['kind']) => mistakeChanges(mistakes, kind, shape);
  const [wrong, missing] = [changes('wrong'), changes('missing')];
  const isMarks = panel.grade === 'full' && wrong.length === 0;
  const remove = button(help.removeWrong(wrong.length), () => panel.apply(wrong), 'primary');
  const why = button(html`${icon('info')} ${help.why}`, () => panel.why());
  const add = button(help.addMissing(missing.length), () => panel.apply(missing), isMarks ? 'primary' : '');
  const actions = html`<div class="row">
    ${more(panel)} ${wrong.length > 0 ? remove : nothing} ${isMarks ? nothing : html`${why} ${backButton(panel)}`}
    ${missing.length > 0 ? add : nothing}
  </div>`;
  return {
    content: sentencesCard(text, actions, isMarks ? 'marks' : 'mistakes'),
    layers: mistakes.length > 0 ? mistakeLayers(mistakes) : placeLayers(board, places),
    spoken: text.join(' '),
  };
}

/** A button that undoes all steps since the last state without a mistake. */
const backButton = (panel: HelpPanel): TemplateResult =>
  button(html`${icon('undo')} ${t().play.goBack}`, () => panel.send('arc-help-back'));

/** Why a digit is wrong: a conflict with a digit on the board, or a contradiction to which it leads. */
export function whyShown(panel: HelpPanel, board: HelpBoard, { mistake, text = [], step, words }: WhyReply): Shown {
  const { help } = t();
  if (!mistake) return { content: sentencesCard([help.noWhy]), spoken: help.noWhy };
  const { shape } = board.layout;
  const name = help.whyNot(digitText(mistake.digit, false, leastOf(shape)), spoken(mistake.cell));
  const remove = mistakeChanges([mistake], 'wrong', shape);
  const actions = html`${button(help.removeWrong(1), () => panel.apply(remove), 'primary')} ${backButton(panel)}`;
  const shown = { technique: '', name, premises: [...text, help.notShort], why: '', conclusion: '', ...words };
  const content = stepCard({ ...shown, conclusion: '' }, { actions });
  const layers = { ...(step?.picture ? stepLayers(board, step.picture) : {}), ...mistakeLayers([mistake]) };
  return { content, layers, spoken: [name, ...shown.premises, shown.why].join(' ') };
}

/** The outcomes without a hint: solved, stuck, no solution, given up, unreadable. */
function elseShown(panel: HelpPanel, hint: HintReply): Shown {
  const { help } = t();
  const { fault, outcome } = hint;
  const isCapped = outcome === 'stuck' && settings.value.helpCap !== 'all' && settings.value.helpScale !== 'se';
  const lines = hint.text.length > 0 ? hint.text : [help.outcomes[outcome] ?? outcome];
  const uncap = () => {
    change({ helpCap: 'all' });
    void panel.showHint('vague');
  };
  const capped = html`<p>${help.capped}</p>
    <div class="row">${button(help.uncap, uncap, 'primary')}</div>`;
  const rest = html`${fault ? html`<p class="small quiet">${faultText(fault, t().exchange)}</p>` : nothing}
  ${isCapped ? capped : nothing}`;
  return { content: sentencesCard(lines, rest), spoken: lines.join(' ') };
}
