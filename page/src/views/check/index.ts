import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { ruleList } from '../../draw/rule-texts';
import '../../element/arc-sudoku';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { cellName } from '../../element/cells';
import { enterDigit } from '../../element/input-keys';
import type { Action, CellState, Layers } from '../../element/types';
import { isLarge, nextZoom } from '../../element/zoom';
import { takeTexts } from '../../exchange/intake';
import { COMMON_SIZES, digitsOfLine, shapeText } from '../../game/puzzle';
import { engine } from '../../engine';
import { announce, announceNew, showLoading, toast } from '../../shell/messages';
import { icon } from '../../shell/icons';
import { jobStyles } from '../../shell/job';
import { replaceFragment, routeTo } from '../../shell/route';
import { puzzleFrom, showReadingNotes } from '../../shell/reading';
import { session } from '../../shell/session';
import { change, settings, type Settings } from '../../shell/settings';
import { ViewElement } from '../../shell/view';
import { language, t } from '../../words';
import {
  boardOf,
  boardShown,
  cleared,
  cluesAsk,
  cluesText,
  editedBoard,
  emptyBoard,
  filled,
  unsolved,
  type Board,
  isBlank,
} from '../../draw/board';
import { cluePad } from '../../draw/clue-pad';
import { spokenCell } from '../../draw/names';
import { Checker } from '../../draw/checker';
import { candidatesCard } from '../../draw/candidates-card';
import { LEAST_SHARE, Marginals, type ScoreKind, scoresSize } from './marginals';
import { marginalsCard } from './marginals-card';
import { verdictCard, verdictText } from '../../draw/verdict-card';
import { checkStyles } from './styles';

/** The techniques of *Singles*. */
const SINGLES = ['full-house', 'naked-single', 'hidden-single'];

/** The view *Solve and check*: an editable board with its number of solutions, true candidates and marginals. */
@customElement('arc-view-check')
export class CheckView extends ViewElement {
  static override styles = [checkStyles, jobStyles];

  @state() board: Board = emptyBoard(9);
  @state() private past: readonly Board[] = [];
  @state() private future: readonly Board[] = [];
  @state() selection: readonly number[] = [];
  @state() scores = '';
  @state() scoreKind: ScoreKind = 'log-prob';
  @state() private zoom = 1;
  @query('arc-sudoku') private element?: ArcSudoku;
  readonly checker = new Checker(() => this.checked());
  readonly marginals = new Marginals(() => this.requestUpdate());
  private opened?: string;
  private announced?: string;
  private stop?: () => void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = takeTexts(async (text) => {
      if (scoresSize(text) === undefined) return (await this.open(text)) === undefined;
      this.openScores(text);
      return true;
    });
    if (this.hasUpdated) void this.checker.look(this.board, this.most);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    this.checker.stop();
    this.marginals.clear();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('params')) return;
    const text = this.params.get('p');
    if (text !== null && text !== this.opened) void this.openLink(text, this.params.get('s'));
    else if (!this.hasUpdated) this.begin();
  }

  /** Checks the clues of the game if the fragment contains no puzzle. */
  private begin(): void {
    if (!session.value) session.resume();
    const game = session.value;
    this.set(game ? boardOf(game.puzzle) : emptyBoard(9));
  }

  /** Opens a text. If that fails, returns the problem, and the board stays. */
  private async open(text: string, progress: string | null = null): Promise<string | undefined> {
    const reading = await puzzleFrom(text, progress);
    if (typeof reading === 'string') return reading;
    this.opened = text;
    showReadingNotes(reading);
    this.set(boardOf(reading.puzzle, reading.progress?.state));
    return undefined;
  }

  /** Opens a link. If that fails, shows a message. */
  private async openLink(text: string, progress: string | null): Promise<void> {
    this.opened = text;
    const problem = await this.open(text, progress);
    if (problem === undefined) return;
    toast(problem, { kind: 'error' });
    if (!this.hasUpdated || this.past.length === 0) void this.checker.look(this.board, this.most);
  }

  /** Finds the most probable grid of a table of scores, on an empty board of its size. */
  openScores(text: string): void {
    this.scores = text;
    const size = scoresSize(text);
    if (size === undefined) return toast(t().check.scoresWrong, { kind: 'error' });
    this.set(emptyBoard(size));
    void this.marginals.ofScores(this.board, text, this.scoreKind);
  }

  fill(solution: string): void {
    this.set(filled(this.board, digitsOfLine(solution, this.board.puzzle.shape)));
  }

  /** Shows another board. The old board becomes a step of the history. */
  private set(board: Board): void {
    if (!isBlank(this.board)) this.past = [...this.past, this.board];
    this.future = [];
    this.show(board);
  }

  private show(board: Board): void {
    if (shapeText(board.puzzle.shape) !== shapeText(this.board.puzzle.shape)) [this.selection, this.zoom] = [[], 1];
    this.board = board;
    this.announced = undefined;
    this.opened = cluesText(board);
    if (this.isConnected) replaceFragment('check', { p: this.opened });
    this.marginals.clear();
    void this.checker.look(board, this.most);
  }

  private undo(from: 'past' | 'future'): void {
    const board = this[from].at(-1);
    if (!board) return;
    const to = from === 'past' ? 'future' : 'past';
    [this[from], this[to]] = [this[from].slice(0, -1), [...this[to], this.board]];
    this.show(board);
  }

  private onInput(event: CustomEvent<Action>): void {
    event.preventDefault();
    const action = event.detail;
    if (action.kind === 'undo' || action.kind === 'redo') this.undo(action.kind === 'undo' ? 'past' : 'future');
    else if (action.kind === 'digit' || action.kind === 'clear') {
      const next = editedBoard(this.board, action);
      if (next !== this.board) this.set(next);
    }
  }

  /** Updates the view after a result, and announces the verdict once. */
  private checked(): void {
    this.requestUpdate();
    this.announced = announceNew(verdictText(this.checker), this.announced);
  }

  /** The maximum count of each candidate; 0 hides candidates. */
  get most() {
    return settings.value.checkMost;
  }

  setMost(most: Settings['checkMost']): void {
    change({ checkMost: most });
    void this.checker.look(this.board, most);
  }

  private get solution(): readonly number[] | undefined {
    const { solved } = this.checker.findings;
    return solved?.solution === undefined ? undefined : digitsOfLine(solved.solution, this.board.puzzle.shape);
  }

  /** Fills the selected cells in which all solutions agree. */
  private solveCells(): void {
    const { solution, selection, checker } = this;
    if (!solution || selection.length === 0) return;
    const { solved, candidates } = checker.findings;
    const known = selection.filter((cell) => {
      if (solved?.outcome === 'unique') return true;
      return (candidates?.counts?.[cell] ?? []).filter((count) => count > 0).length === 1;
    });
    if (known.length === 0) toast(t().check.undetermined);
    else this.set(filled(this.board, solution, known));
  }

  /** Fills in singles until there are no more. */
  private async solveSingles(): Promise<void> {
    const { board } = this;
    showLoading(engine);
    const { events } = await engine.ask('explain', { ...cluesAsk(board), techniques: SINGLES });
    if (board !== this.board) return;
    const places = events.flatMap((event) => (event.event === 'step' ? (event.placements ?? []) : []));
    const digits = new Map(places.map(({ cell, digit }) => [cell, digit]));
    if (digits.size === 0) return toast(t().check.singles(0));
    announce(t().check.singles(digits.size));
    this.set(
      filled(
        board,
        board.cells.map((_, cell) => digits.get(cellName(cell, board.puzzle.shape)) ?? 0),
      ),
    );
  }

  private get drawing(): { cells: readonly CellState[]; layers: Layers } {
    const shown = boardShown(this.board, this.checker.findings, this.most);
    const shares = this.marginals.of(this.board)?.shares;
    if (!shares) return shown;
    const listed = shares.map((row) => row.flatMap((share, at) => (share >= LEAST_SHARE ? [at + 1] : [])));
    return { cells: this.board.cells, layers: { tints: shown.layers.tints, shares, domains: listed } };
  }

  override render() {
    const { check } = t();
    const { puzzle } = this.board;
    const { cells, layers } = this.drawing;
    return html`<h1>${t().views.check}</h1>
      <p class="quiet intro">${check.intro}</p>
      <div class="view">
        <div class="left">
          <div class="board">
            <arc-sudoku
              .shape=${puzzle.shape}
              .rules=${puzzle.rules}
              .state=${cells}
              .selection=${this.selection}
              .zoom=${this.zoom}
              .layers=${layers}
              .letters=${settings.value.letters}
              .labels=${settings.value.showLabels}
              .chess=${settings.value.coordinates === 'chess'}
              .language=${language()}
              .highlight=${{ equal: settings.value.showEqual, peers: false, conflicts: true }}
              @arc-input=${this.onInput}
              @arc-selection=${({ detail }: CustomEvent<{ cells: readonly number[] }>) =>
                (this.selection = detail.cells)}
            ></arc-sudoku>
            ${ruleList(puzzle)}
          </div>
          ${this.pad()}
        </div>
        <div class="right">
          ${verdictCard(this.checker, this.board)} ${this.actions()} ${candidatesCard(this)} ${marginalsCard(this)}
          ${this.input()}
        </div>
      </div>`;
  }

  private pad(): TemplateResult {
    const { zoom } = this;
    const { shape } = this.board.puzzle;
    const enter = (digit: number | undefined) => {
      if (digit === undefined) this.element?.request({ kind: 'clear', mode: 'digit', cells: this.selection });
      else if (this.element) enterDigit(this.element, digit, 'digit');
    };
    return html`${cluePad(shape, enter)}
      <div class="tools">
        <button ?disabled=${this.past.length === 0} @click=${() => this.undo('past')}>
          ${icon('undo')} ${t().common.undo}
        </button>
        <button ?disabled=${this.future.length === 0} @click=${() => this.undo('future')}>
          ${icon('redo')} ${t().common.redo}
        </button>
        ${isLarge(shape) ? html`<button @click=${() => (this.zoom = nextZoom(zoom, shape))}>${icon('zoom')} ${t().play.zoom(zoom)}</button>` : nothing}
      </div>`;
  }

  private actions(): TemplateResult {
    const { check } = t();
    const { cells } = this.board;
    const solved = this.solution !== undefined;
    const only = this.checker.findings.solved?.outcome === 'unique';
    const someSolved = cells.some(({ digit, given }) => digit !== undefined && !given);
    const { shape } = this.board.puzzle;
    const named = this.selection.length === 1 ? spokenCell(this.selection[0], shape) : undefined;
    return html`<section class="card">
      <h2>${check.solve}</h2>
      <div class="actions">
        <button ?disabled=${!solved || this.selection.length === 0} @click=${() => this.solveCells()}>
          ${named === undefined ? check.solveCell : check.solveThis(named)}
        </button>
        <button @click=${() => this.solveSingles()}>${check.solveSingles}</button>
        <button
          class=${only ? 'primary' : ''}
          ?disabled=${!solved}
          @click=${() => this.solution && this.set(filled(this.board, this.solution))}
        >
          ${only || !solved ? check.solveAll : check.solveFirst}
        </button>
        <button ?disabled=${!someSolved} @click=${() => this.set(unsolved(this.board))}>${check.backToClues}</button>
      </div>
    </section>`;
  }

  private input(): TemplateResult {
    const { check } = t();
    const game = session.value;
    return html`<section class="card">
      <h2>${t().common.puzzle}</h2>
      <div class="actions">
        <a class="button" href=${routeTo('play', { p: cluesText(this.board) })}>${icon('play')} ${check.play}</a>
        ${
          game
            ? html`<button @click=${() => this.set(boardOf(game.puzzle, game.state))}>${check.fromGame}</button>`
            : nothing
        }
        <button @click=${() => void import('../../exchange/dialogs').then((it) => it.openImport())}>
          ${icon('open')} ${t().exchange.import}
        </button>
        <button @click=${() => this.set(cleared(this.board))}>${icon('trash')} ${check.clear}</button>
        <select
          aria-label=${check.emptyGrid}
          @change=${(event: Event) => {
            const select = event.target as HTMLSelectElement;
            if (select.value !== '') this.set(emptyBoard(Number(select.value)));
            select.value = '';
          }}
        >
          <option value="">${check.emptyGrid}</option>
          ${COMMON_SIZES.map((size) => html`<option value=${size}>${size}×${size}</option>`)}
        </select>
      </div>
    </section>`;
  }
}
