import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import '../../element/arc-sudoku';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { edited } from '../../element/edit';
import { layoutOf } from '../../element/houses';
import { usualShape } from '../../element/rules';
import { enterDigit } from '../../element/input-keys';
import type { Action, CellState, Layers } from '../../element/types';
import { announce, toast } from '../../shell/messages';
import { all, iconButton, problem, radios } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { routeTo } from '../../shell/route';
import { practiced } from '../../shell/session';
import { settings } from '../../shell/settings';
import { Component, Loaded } from '../../shell/view';
import { language, t } from '../../words';
import { wordsAsk } from './assistant';
import { engine } from '../../engine';
import { conclusionOf, playLink, stateOf, stateText } from './library';
import { allBoards } from './made-boards';
import { cluePad, keypadStyles } from '../../draw/clue-pad';
import { spokenCell } from '../../draw/names';
import { stepStyles } from './panel-styles';
import { changesBetween, judge, type Verdict, practiceProgress, unanswered } from './practice';
import { stepCard, techniqueLink } from './step-card';
import { practiceStyles } from './technique-styles';
import type { ExplainedStep, StepReply } from '../../engine';

/** The maximum number of steps of the technique that are searched for on a board. */
const MOST = 200;

const PEERS = layoutOf(usualShape(9)).peers;

/** A practice board: it has a step of the technique, which the player looks for. */
@customElement('arc-practice-board')
export class PracticeBoard extends Component {
  static override styles = [stepStyles, keypadStyles, practiceStyles];

  @property() technique = '';
  /** The number of the board, from 1. */
  @property({ attribute: false }) number = 1;

  @state() private cells: readonly CellState[] = [];
  @state() private past: readonly (readonly CellState[])[] = [];
  @state() private mode: 'center' | 'digit' = 'center';
  @state() private help: 'none' | 'where' | 'step' = 'none';
  @query('arc-sudoku') private board?: ArcSudoku;
  private start: readonly CellState[] = [];
  private line?: string;
  /** The board that is drawn, until the next one is loaded; null if there is none. */
  private readonly loaded = new Loaded(
    this,
    () => `${this.technique} ${this.number}`,
    async () => {
      const { technique, number } = this;
      const boards = await allBoards(technique);
      const line = boards.at(number - 1);
      const cells = line && (await stateOf(line));
      return line && cells ? { line, cells, number, count: boards.length, step: conclusionOf(technique, line) } : null;
    },
  );
  private readonly found = new Loaded(
    this,
    () => `${this.loaded.value?.line} ${language()} ${settings.value.coordinates}`,
    async () => {
      const { line } = this.loaded.value ?? {};
      if (line === undefined) return undefined;
      const { technique } = this;
      const search = { puzzle: stateText(line), techniques: [technique], scale: 'hodoku', most: MOST } as const;
      const [{ title }, { steps = [] }] = await Promise.all([
        engine.ask('technique', { ...wordsAsk(), technique }),
        engine.ask('steps', { ...wordsAsk(), ...search }),
      ]);
      return { line, title, steps };
    },
  );

  protected override willUpdate(): void {
    const { value } = this.loaded;
    if (!value || value.line === this.line) return;
    const { line, cells, step } = value;
    this.start = unanswered(cells, step);
    [this.line, this.cells, this.past, this.help] = [line, this.start, [], 'none'];
    this.mode = step.placements?.length ? 'digit' : 'center';
  }

  /** The search for all steps does not find some rare kinds. The board then has only the step in its line. */
  private get steps(): readonly (ExplainedStep | StepReply)[] {
    const { loaded, found } = this;
    const steps = found.value?.line === this.line ? found.value?.steps : undefined;
    return steps?.length ? steps : loaded.value ? [loaded.value.step] : [];
  }

  private get verdict(): Verdict {
    return judge(changesBetween(this.start, this.cells), this.steps);
  }

  private change(cells: readonly CellState[]): void {
    if (cells === this.cells) return;
    this.past = [...this.past, this.cells];
    this.cells = cells;
    const { verdict } = this;
    announce(this.verdictText(verdict));
    if (verdict.kind === 'found' && this.line !== undefined) {
      if (this.help === 'none' && !practiceProgress.isSolved(this.technique, this.line))
        practiced(this.technique, 'solved');
      const problem = practiceProgress.solve(this.technique, this.line);
      if (problem) toast(t().techniques.notKept, { kind: 'error' });
    }
  }

  private undo(): void {
    const cells = this.past.at(-1);
    if (!cells) return;
    this.past = this.past.slice(0, -1);
    this.cells = cells;
  }

  private onInput(event: CustomEvent<Action>): void {
    event.preventDefault();
    const action = event.detail;
    switch (action.kind) {
      case 'undo':
        return this.undo();
      case 'hint':
        return this.more();
      case 'mode':
        this.mode = action.mode === 'digit' ? 'digit' : 'center';
        return;
      case 'digit':
      case 'center':
      case 'corner': {
        // The board is the state before the step, and its digits cannot be changed.
        const cells = action.cells.filter((cell) => this.start[cell].digit === undefined);
        const kind = action.kind === 'digit' ? 'digit' : 'center';
        if (cells.length === 0 || this.help === 'step') return;
        return this.change(edited(this.cells, { kind, digit: action.digit, cells }, { peers: PEERS }));
      }
      case 'clear':
        return this.change(this.cells.map((cell, index) => (action.cells.includes(index) ? this.start[index] : cell)));
    }
  }

  /** Shows more help: first the place of the step, then the step. */
  private more(): void {
    if (this.help === 'none') return void (this.help = 'where');
    practiced(this.technique, 'failed');
    [this.cells, this.past, this.help] = [this.start, [], 'step'];
  }

  /** The step that help shows: a step that the player has found in part, or else the first one. */
  private get shownStep(): ExplainedStep | StepReply | undefined {
    const { verdict } = this;
    return verdict.kind === 'found' ? verdict.step : this.steps[0];
  }

  private get layers(): Layers {
    const { verdict, shownStep: step } = this;
    const picture = step?.picture;
    if (this.help === 'step' || verdict.kind === 'found') {
      return picture ? { picture, domains: this.loaded.value?.cells.map(({ center }) => center) } : {};
    }
    if (this.help !== 'where' || !picture) return {};
    const cells = new Set((picture.marks ?? []).filter(({ role }) => role !== 'eliminated').map(({ cell }) => cell));
    for (const group of picture.groups ?? []) group.cells.forEach((cell) => cells.add(cell));
    return { tints: [{ role: 'focus', cells: [...cells] }] };
  }

  private verdictText(verdict: Verdict): string {
    const { techniques } = t();
    const title = this.found.value?.title ?? '';
    switch (verdict.kind) {
      case 'none':
        return techniques.task(title);
      case 'part':
        return techniques.part(verdict.found, verdict.all);
      case 'other':
        return techniques.other(verdict.digit, spokenCell(verdict.cell, 9), title);
      case 'found':
        return techniques.found;
    }
  }

  override render() {
    const { techniques } = t();
    const { technique, loaded, found } = this;
    const { value } = loaded;
    const named = found.value?.title;
    const up = html`<a class="up" href=${techniqueLink(technique)}>${icon('left')} ${named || technique}</a>`;
    if (!value) return html`${up}${problem(value === null ? techniques.noBoard(this.number) : loaded.error)}`;
    const { number, count } = value;
    const target = routeTo('techniques', { name: technique, board: String(number + 1) });
    const shown = this.help === 'step' || this.verdict.kind === 'found';
    const next = html`<a class="button ${shown ? 'primary' : ''}" href=${target}>
      ${techniques.nextBoard} ${icon('right')}
    </a>`;
    return html`${up}
      <div class="columns">
        <div class="board">
          <arc-sudoku
            .state=${shown ? this.start : this.cells}
            .layers=${this.layers}
            .mode=${this.mode}
            .centerMarks=${'places'}
            .labels=${true}
            .chess=${settings.value.coordinates === 'chess'}
            .language=${language()}
            @arc-input=${this.onInput}
          ></arc-sudoku>
        </div>
        <div class="stack">
          <h1>${named} ${number}/${count}</h1>
          ${problem(found.error ?? loaded.error)} ${shown ? this.answer() : this.task()}
          <div class="tools">
            ${number < count ? next : nothing}
            ${shown ? html`<button @click=${this.again}>${icon('undo')} ${techniques.again}</button>` : nothing}
            <a class="button" href=${playLink(value.line)}>${icon('play')} ${techniques.playOn}</a>
          </div>
        </div>
      </div>`;
  }

  private readonly again = (): void => {
    [this.cells, this.past, this.help] = [this.start, [], 'none'];
  };

  private task(): TemplateResult {
    const { techniques } = t();
    const { undo } = t().common;
    const { verdict } = this;
    const modes = { center: techniques.strike, digit: techniques.enter };
    return html`<div class="card verdict ${verdict.kind}"><p>${this.verdictText(verdict)}</p></div>
      ${radios(t().play.mode, all(modes), this.mode, (mode) => (this.mode = mode))}
      ${cluePad(usualShape(9), (digit) => this.key(digit))}
      <div class="tools">
        ${iconButton('undo', undo, () => this.undo(), { look: '', text: undo, off: this.past.length === 0 })}
        <button @click=${() => this.more()}>
          ${icon('hint')} ${this.help === 'none' ? techniques.where : t().help.showStep}
        </button>
      </div>`;
  }

  private key(digit: number | undefined): void {
    const { board, mode } = this;
    if (digit === undefined) board?.request({ kind: 'clear', mode, cells: board.selection });
    else if (board) enterDigit(board, digit, mode);
  }

  private answer(): TemplateResult {
    const { techniques } = t();
    const { verdict, shownStep: step } = this;
    const found = verdict.kind === 'found';
    return html`${found ? html`<div class="card verdict found"><strong>${techniques.found}</strong></div>` : nothing}
    ${step && 'why' in step ? stepCard(step) : nothing}`;
  }
}
