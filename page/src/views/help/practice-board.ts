import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import '../../element/arc-sudoku';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { edited } from '../../element/edit';
import { layoutOf } from '../../element/houses';
import { usualShape } from '../../element/rules';
import { enterDigit } from '../../element/input-keys';
import type { Action, CellState, Layers, Mode } from '../../element/types';
import { announce, failureText, toast } from '../../shell/messages';
import { iconButton, problem, radios } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { routeTo } from '../../shell/route';
import { practiced } from '../../shell/session';
import { settings } from '../../shell/settings';
import { Component } from '../../shell/view';
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

  @state() private named = '';
  @state() private line?: string;
  /** The number of the board that is drawn, and the number of all boards. */
  @state() private at = 0;
  @state() private count = 0;
  @state() private missing = false;
  @state() private error?: string;
  @state() private steps: readonly (ExplainedStep | StepReply)[] = [];
  @state() private cells: readonly CellState[] = [];
  @state() private past: readonly (readonly CellState[])[] = [];
  @state() private mode: Mode = 'center';
  @state() private help: 'none' | 'where' | 'step' = 'none';
  @query('arc-sudoku') private board?: ArcSudoku;
  private start: readonly CellState[] = [];
  private candidates: Layers['domains'];
  private loadedFor?: string;

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const wanted = `${this.technique} ${this.number} ${language()} ${settings.value.coordinates}`;
    if (wanted === this.loadedFor) return;
    this.loadedFor = wanted;
    void this.load(wanted);
  }

  private async load(wanted: string): Promise<void> {
    try {
      const boards = await allBoards(this.technique);
      if (wanted !== this.loadedFor) return;
      const line = boards[this.number - 1];
      const cells = line === undefined ? undefined : await stateOf(line);
      if (wanted !== this.loadedFor) return;
      this.missing = !cells;
      if (!line || !cells) return;
      if (line !== this.line) {
        const conclusion = conclusionOf(this.technique, line);
        const start = unanswered(cells, conclusion);
        [this.line, this.start, this.cells, this.past, this.help] = [line, start, start, [], 'none'];
        this.candidates = cells.map(({ center }) => [...(center ?? [])]);
        this.mode = conclusion.placements?.length ? 'digit' : 'center';
        this.steps = [conclusion];
      }
      [this.at, this.count] = [this.number, boards.length];
      const { technique } = this;
      const search = { puzzle: stateText(line), techniques: [technique], scale: 'hodoku', most: MOST } as const;
      const [page, reply] = await Promise.all([
        engine.ask('technique', { ...wordsAsk(), technique }),
        engine.ask('steps', { ...wordsAsk(), ...search }),
      ]);
      if (wanted !== this.loadedFor) return;
      this.named = page.title;
      // The search for all steps does not find some rare kinds, so the step in the line of the board is added.
      if (reply.steps?.length) this.steps = reply.steps;
      this.error = undefined;
    } catch (error) {
      if (wanted === this.loadedFor) this.error = failureText(error);
    }
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
    if (this.help === 'none') {
      this.help = 'where';
      return;
    }
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
      return picture ? { picture, domains: this.candidates } : {};
    }
    if (this.help !== 'where' || !picture) return {};
    const cells = new Set((picture.marks ?? []).filter(({ role }) => role !== 'eliminated').map(({ cell }) => cell));
    for (const group of picture.groups ?? []) group.cells.forEach((cell) => cells.add(cell));
    return { tints: [{ role: 'focus', cells: [...cells] }] };
  }

  private verdictText(verdict: Verdict): string {
    const { techniques } = t();
    switch (verdict.kind) {
      case 'none':
        return techniques.task(this.named);
      case 'part':
        return techniques.part(verdict.found, verdict.all);
      case 'other':
        return techniques.other(verdict.digit, spokenCell(verdict.cell, 9), this.named);
      case 'found':
        return techniques.found;
    }
  }

  override render() {
    const { techniques } = t();
    const { technique, named, number, at, count } = this;
    const up = html`<a class="up" href=${techniqueLink(technique)}>${icon('left')} ${named || technique}</a>`;
    if (this.missing || this.line === undefined) {
      return html`${up}${problem(this.missing ? techniques.noBoard(number) : this.error)}`;
    }
    const next = routeTo('techniques', { name: technique, board: String(at + 1) });
    const shown = this.help === 'step' || this.verdict.kind === 'found';
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
          <h1>${named} ${at}/${count}</h1>
          ${problem(this.error)} ${shown ? this.answer() : this.task()}
          <div class="tools">
            ${
              at < count
                ? html`<a class="button ${shown ? 'primary' : ''}" href=${next}>
                    ${techniques.nextBoard} ${icon('right')}
                  </a>`
                : nothing
            }
            ${shown ? html`<button @click=${this.again}>${icon('undo')} ${techniques.again}</button>` : nothing}
            <a class="button" href=${playLink(this.line)}>${icon('play')} ${techniques.playOn}</a>
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
    return html`<div class="card verdict ${verdict.kind}"><p>${this.verdictText(verdict)}</p></div>
      ${radios<Mode>(
        t().play.mode,
        [
          ['center', techniques.strike],
          ['digit', techniques.enter],
        ],
        this.mode,
        (mode) => (this.mode = mode),
      )}
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
