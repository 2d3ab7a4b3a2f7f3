import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';

import type { HelpChange } from '../../game/game';
import { announce } from '../../shell/messages';
import { all, check, problem, radioKey, select } from '../../shell/controls';
import { jobRow, jobStyles } from '../../shell/job';
import { icon, type IconName } from '../../shell/icons';
import { change, settings, type Settings } from '../../shell/settings';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { Assistant, type Topic, wordsAsk, type Grade } from './assistant';
import { isSameBoard, type HelpBoard, type HelpShow, type Shown } from './board';
import { hintShown, whyShown } from './panel-hint';
import { pathShown } from './panel-path';
import { ratingsShown } from './panel-ratings';
import { stepsShown } from './panel-steps';
import { panelStyles } from './panel-styles';
import type { JobProgress } from '../../engine';

const TOPICS: readonly Topic[] = ['hint', 'steps', 'path', 'ratings'];

function mannerFields(panel: HelpPanel): TemplateResult {
  const { help } = t();
  const { helpCap, helpScale, helpAssumesOne } = settings.value;
  const set = (changed: Partial<Settings>) => {
    change(changed);
    panel.forget();
  };
  const isSearch = helpScale === 'se';
  return html`<details class="manner">
    <summary>
      <span>${help.settings}</span>
      <span class="now">${isSearch ? help.orders.se : help.caps[helpCap]}</span>
      ${icon('down')}
    </summary>
    <div class="stack">
      ${select(t().views.techniques, all(help.caps), helpCap, (cap) => set({ helpCap: cap }), { off: isSearch })}
      ${isSearch ? html`<p class="small quiet">${help.wholeScale}</p>` : nothing}
      ${select(help.order, all(help.orders), helpScale, (order) => set({ helpScale: order }))}
      ${check(help.assumeOne, helpAssumesOne, (one) => set({ helpAssumesOne: one }))}
    </div>
  </details>`;
}

/**
 * Help with the board of a game: hints, all steps, the path, ratings.
 *
 * @fires arc-help-show - what to draw over the board, a {@link HelpShow}.
 * @fires arc-help-back - the player wants the last state without a mistake.
 * @fires arc-help-apply - changes that the player accepts, as one step of the history.
 */
@customElement('arc-help-panel')
export class HelpPanel extends Component {
  static override styles = [panelStyles, jobStyles];

  /** The board to help with; replaced when it changes. */
  @property({ attribute: false }) board: HelpBoard | null = null;
  /** Whether the game is paused. The panel then shows nothing about the game. */
  @property({ type: Boolean }) paused = false;

  @state() topic: Topic = 'hint';
  @state() grade: Grade = 'vague';
  /** The step of the list, or of the path, that is shown; from 0. */
  @state() chosen?: number;
  @state() listed = 40;
  private answeredIn?: string;
  readonly assistant = new Assistant(
    () => this.requestUpdate(),
    undefined,
    (technique) => this.send('arc-help-used', technique),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    void this.assistant.loadTitles();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.assistant.stop();
    this.show();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.followWords();
    if (!changed.has('board')) return;
    if (isSameBoard(this.board, this.assistant.board)) {
      this.assistant.board = this.board;
      return;
    }
    this.reset();
    this.assistant.look(this.board);
  }

  /**
   * Replies have the language and the cell names that were set at the time of the question. After a change of these
   * settings, the questions are repeated.
   */
  private followWords(): void {
    const now = JSON.stringify(wordsAsk());
    const before = this.answeredIn;
    this.answeredIn = now;
    if (before === undefined || before === now) return;
    const { grade } = this;
    const again = this.assistant.answers.hint !== undefined;
    this.forget();
    if (again) void this.showHint(grade);
  }

  private reset(): void {
    [this.grade, this.chosen, this.listed] = ['vague', undefined, 40];
    this.show();
  }

  /** Drops the replies that were made with other settings of help. */
  forget(): void {
    this.reset();
    this.assistant.look(this.board);
  }

  /** Draws over the board; without a value, removes the drawing. */
  show(show: HelpShow = {}): void {
    this.send('arc-help-show', show);
  }

  apply(changes: readonly HelpChange[]): void {
    this.show();
    this.send('arc-help-apply', changes);
  }

  async why(cell?: string): Promise<void> {
    this.topic = 'hint';
    await this.assistant.why(cell);
    this.showHintTopic();
  }

  /** Shows a hint, and more of the same hint with each further call. */
  async hint(): Promise<void> {
    const { hint } = this.assistant.answers;
    const known = this.topic === 'hint' && hint !== undefined;
    const next: Record<Grade, Grade> = { vague: 'concrete', concrete: 'full', full: 'full' };
    this.topic = 'hint';
    await this.showHint(known ? next[this.grade] : 'vague');
  }

  async showHint(grade: Grade): Promise<void> {
    const { assistant } = this;
    assistant.answers = { ...assistant.answers, why: undefined };
    await assistant.hint(grade);
    const reply = assistant.answers.hint;
    if (!reply || assistant.working) return;
    this.grade = reply.grade as Grade;
    this.showHintTopic();
  }

  private showHintTopic(): void {
    if (this.assistant.working) return;
    const { shown } = this;
    this.show(shown);
    announce((shown.spoken ?? '').replaceAll('`', ''));
  }

  async path(): Promise<void> {
    this.open('path');
    await this.updateComplete;
    await this.assistant.path();
  }

  choose(index: number | undefined): void {
    this.chosen = index;
    this.show(this.shown);
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector('[aria-current="step"]')?.scrollIntoView({ block: 'nearest' });
      // The step is above the list.
      this.renderRoot.querySelector('.stepper')?.scrollIntoView();
    });
  }

  private open(topic: Topic): void {
    if (topic === this.topic) return;
    this.assistant.stop();
    this.topic = topic;
    this.chosen = undefined;
    this.show();
  }

  override render() {
    const { help } = t();
    if (this.paused || !this.board) return nothing;
    return html`<div class="segments" role="tablist" aria-label=${t().play.help} @keydown=${radioKey}>
        ${TOPICS.map(
          (topic) =>
            html`<button
              role="tab"
              id=${topic}
              aria-selected=${topic === this.topic}
              aria-controls="topic"
              tabindex=${topic === this.topic ? 0 : -1}
              @click=${() => this.open(topic)}
            >
              ${help.topics[topic]}
            </button>`,
        )}
      </div>
      <div class="topic stack" id="topic" role="tabpanel" aria-labelledby=${this.topic}>
        ${this.shown.content} ${problem(this.assistant.error)}
        ${this.topic === 'ratings' ? nothing : mannerFields(this)}
      </div>`;
  }

  /** The topic: its answer, or what it offers. */
  private get shown(): Shown {
    const { topic } = this;
    const { answers, board, working } = this.assistant;
    const { hint, why, steps, path, ratings } = answers;
    if (working === topic) return { content: this.waiting() };
    if (board && topic === 'hint' && why) return whyShown(this, board, why);
    if (board && topic === 'hint' && hint) return hintShown(this, board, hint);
    if (board && topic === 'steps' && steps) return stepsShown(this, board, steps);
    if (board && topic === 'path' && path) return pathShown(this, board, path);
    if (topic === 'ratings' && ratings) return ratingsShown(this, ratings);
    return { content: this.offer(topic) };
  }

  private offer(topic: Topic): TemplateResult {
    const { help } = t();
    const { assistant } = this;
    const offers: Record<Topic, [intro: string, sign: IconName, label: string, act: () => Promise<void>]> = {
      hint: [help.intro, 'hint', help.topics.hint, () => this.showHint('vague')],
      steps: [help.stepsIntro, 'list', help.findSteps, () => assistant.steps()],
      path: [help.pathIntro, 'list', help.findPath, () => assistant.path()],
      ratings: [help.ratingsIntro, 'chart', help.rate, () => assistant.ratings()],
    };
    const [intro, sign, label, act] = offers[topic];
    return html`<p class="quiet">${intro}</p>
      <button class="primary" @click=${act}>${icon(sign)} ${label}</button>`;
  }

  private waiting(): TemplateResult {
    const { jobProgress, working } = this.assistant;
    return jobRow({
      label: t().help.searching,
      share: jobProgress && jobProgress.all > 0 ? jobProgress.done / jobProgress.all : undefined,
      progressText: jobProgress && working ? progressText(working, jobProgress) : undefined,
      cancel: () => this.assistant.stop(),
    });
  }
}

function progressText(topic: Topic, { done, all, count }: JobProgress): string | undefined {
  const { jobs } = t();
  const texts: Record<Topic, string> = {
    hint: jobs.techniques(done, all),
    steps: jobs.steps(count),
    path: `${jobs.cells(done, all)} · ${jobs.steps(count)}`,
    ratings: jobs.scaledCells(done, all),
  };
  return all > 0 || topic === 'steps' ? texts[topic] : undefined;
}
