import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { boardOf, boardShown, type Board } from '../../draw/board';
import { Brush, type Point } from '../../draw/brush';
import { candidatesCard } from '../../draw/candidates-card';
import { Checker } from '../../draw/checker';
import { resultStyles } from '../../draw/result-styles';
import { verdictBadge } from '../../draw/verdict-badge';
import { verdictCard } from '../../draw/verdict-card';
import '../../element/arc-sudoku';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { cellName, gridCells } from '../../element/cells';
import { ruleStyles } from '../../element/rule-styles';
import { cellsOf, type Kind, parseRule } from '../../element/rules';
import type { Action, Layers } from '../../element/types';
import { isLarge, nextZoom } from '../../element/zoom';
import { read } from '../../exchange/library';
import { boardDocument } from '../../exchange/picture';
import { newGame } from '../../game/game';
import { shapeText } from '../../game/puzzle';
import type { Problem } from '../../game/storage';
import { announce, failureText, toast, showStoreProblem, showUnreadable } from '../../shell/messages';
import { iconButton } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { jobStyles } from '../../shell/job';
import { puzzleFrom } from '../../shell/reading';
import { go, replaceFragment } from '../../shell/route';
import { settings, type Settings } from '../../shell/settings';
import { Store } from '../../shell/store';
import { ViewElement } from '../../shell/view';
import { language, t, type Words } from '../../words';
import * as drafts from './draft';
import type { Draft } from './draft';
import { DraftLibrary, type DraftRow } from './kept';
import { keptPanel } from './kept-panel';
import { Drawing } from './drawing';
import type { Group } from './palette';
import { rulesPanel } from './panel';
import { publishCard } from './publish';
import { ruleBar, ruleList } from './rule-bar';
import { rulesStyles } from './styles';
import { textPanel } from './text-panel';
import { gestureOf, placeholders, ruleText } from './tools';
import { type Verdict, verdictOf } from './verdict';

export type Tool = keyof Words['rules']['tools'];

const library = new DraftLibrary(() => localStorage);
/** The reason why the draft is not stored, if it is not. */
const unkept = new Store<Problem | undefined>(undefined);
unkept.subscribe(showStoreProblem);
/** Delays between a change and its checks by the library, of the rules and of the solutions, in milliseconds. */
const [PAUSE, LONG_PAUSE] = [120, 500];

/** The view *Sizes and rules*: the editor of drafts. */
@customElement('arc-view-rules')
export class RulesView extends ViewElement {
  static override styles = [resultStyles, jobStyles, ruleStyles, rulesStyles];

  @state() draft: Draft = library.first;
  /** The other drafts, and the one whose deletion needs a confirmation. */
  @state() earlier: readonly DraftRow[] = [];
  @state() sure?: string;
  @state() tool: Tool = 'clues';
  @state() region = 0;
  @state() verdict?: Verdict;
  /** The group and the search text of the palette. */
  @state() group: Group = 'common';
  @state() wanted = '';
  @state() selection: readonly number[] = [];
  /** The maximum count of each true candidate; 0 hides them. */
  @state() most: Settings['checkMost'] = 0;
  @state() private zoom = 1;
  /** Whether a finger moves an enlarged board instead of drawing. */
  @state() private moving = false;
  @query('arc-sudoku') private element!: ArcSudoku;
  @query('textarea') text!: HTMLTextAreaElement;
  private lineCount = this.draft.lines.length;
  private past: Draft[] = [];
  private future: Draft[] = [];
  private asking?: ReturnType<typeof setTimeout>;
  private looking?: ReturnType<typeof setTimeout>;
  readonly drawing = new Drawing(this);
  readonly checker = new Checker(() => this.requestUpdate());
  /** The puzzle of the draft for checks, with the draft that it belongs to. */
  private boardNow?: { readonly draft: Draft; readonly board: Board };
  private requestNumber = 0;
  /** Whether a stroke has begun. Each stroke that paints regions is one step of the history. */
  private inStroke = false;

  private readonly brush = new Brush(this, {
    outside: true,
    begin: (cell) => {
      this.inStroke = false;
      if (this.tool !== 'edit') this.over([cell]);
    },
    over: (cells) => this.over(cells),
    end: (cells, from) => this.end(cells, from),
    key: (digit, cells) => this.key(digit, cells),
  });

  constructor() {
    super();
    showUnreadable('draft', library.unread);
    // Store the latest change before the page closes, also while another view is shown.
    addEventListener('pagehide', () => this.store());
    addEventListener('storage', (event) => {
      if (library.otherTab(event)) {
        toast(t().rules.elsewhere);
        this.store();
      }
      this.earlier = library.others();
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.earlier = library.others();
    this.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.asking);
    this.stopChecks();
    this.store();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('params') && this.params.has('p')) {
      const text = this.params.get('p') ?? '';
      replaceFragment('rules');
      void this.load(text);
    }
    if (this.tool === 'regions' && !this.draft.shape.regions) this.tool = 'clues';
  }

  /** Opens a puzzle in the editor. */
  private async load(text: string): Promise<void> {
    const reading = await puzzleFrom(text);
    if (typeof reading === 'string') return toast(reading, { kind: 'error' });
    if (this.open(drafts.draftOf(reading.puzzle))) toast(t().rules.openedKept);
    else announce(t().rules.opened);
  }

  /** Edits another draft. Returns whether the previous draft is in the list. If not, *Undo* brings it back. */
  open(draft: Draft): boolean {
    this.sure = undefined;
    if (drafts.isSame(draft, this.draft)) return false;
    this.store();
    const { draft: opened, kept } = library.begin(this.draft, draft);
    if (kept) this.past = [];
    this.change(opened, kept);
    this.store();
    this.earlier = library.others();
    return kept;
  }

  /** Deletes a draft of the list after a confirmation. */
  erase(id: string): void {
    if (this.sure !== id) {
      this.sure = id;
      return;
    }
    this.sure = undefined;
    unkept.value = library.remove(id);
    this.earlier = library.others();
  }

  /** Whether pointers draw. Clues are entered into selected cells, and a finger may be moving the board. */
  private get paints(): boolean {
    return this.tool !== 'clues' && !(this.zoom > 1 && this.moving);
  }

  change(draft: Draft, joins = false): void {
    if (draft === this.draft) return;
    if (!joins) this.past = [...this.past.slice(-200), this.draft];
    this.future = [];
    this.show(draft);
  }

  private show(draft: Draft): void {
    if (shapeText(draft.shape) !== shapeText(this.draft.shape)) this.zoom = 1;
    const isSame = drafts.isSame(draft, this.draft);
    this.draft = draft;
    if (!isSame) this.stopChecks();
    if (draft.lines.length !== this.lineCount) this.drawing.reset();
    this.lineCount = draft.lines.length;
    this.ask();
  }

  private step(from: Draft[], to: Draft[]): void {
    const draft = from.pop();
    if (!draft) return;
    to.push(this.draft);
    // The author's texts are not part of the history.
    const { name, author, about } = this.draft;
    this.show({ ...draft, name, author, about });
  }

  /** Checks the draft with the library, a moment after the last change. */
  private ask(): void {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      this.store();
      void this.judge();
    }, PAUSE);
  }

  private async judge(): Promise<void> {
    const number = ++this.requestNumber;
    if (drafts.wrongRegions(this.draft).length > 0) {
      this.verdict = undefined;
      return;
    }
    try {
      const verdict = await verdictOf(this.draft, read);
      if (number !== this.requestNumber) return;
      this.verdict = verdict;
      if (this.isConnected && !this.checker.findings.solved && !this.checker.working) this.look(LONG_PAUSE);
    } catch (error) {
      toast(failureText(error), { kind: 'error' });
    }
  }

  /** Ends the check of the solutions, because the draft has changed. */
  private stopChecks(): void {
    clearTimeout(this.looking);
    this.checker.clear();
  }

  /** Checks the solutions of a valid draft. */
  private look(delay = 0): void {
    this.stopChecks();
    if (!this.isFine || drafts.isBlank(this.draft)) return;
    this.looking = setTimeout(() => void this.checker.look(this.board, this.most), delay);
  }

  setMost(most: Settings['checkMost']): void {
    this.most = most;
    this.look();
  }

  /** The draft as a board with clues. */
  get board(): Board {
    if (this.boardNow?.draft !== this.draft) {
      const { shape, givens, name } = this.draft;
      const rules = drafts.written(this.draft);
      const board = boardOf({ text: this.puzzle, shape, rules, givens, ...(name ? { name } : {}) });
      this.boardNow = { draft: this.draft, board };
    }
    return this.boardNow.board;
  }

  private store(): void {
    unkept.value = library.keep(this.draft);
  }

  /** Performs the current tool on the cells of a stroke. */
  private over(cells: readonly number[]): void {
    if (this.tool === 'draw') return this.drawing.over(cells);
    const next =
      this.tool === 'regions'
        ? drafts.painted(this.draft, cells, this.region)
        : this.tool === 'erase'
          ? drafts.erased(this.draft, cells)
          : this.draft;
    if (next === this.draft) return;
    this.change(next, this.inStroke);
    this.inStroke = true;
  }

  private end(cells: readonly number[], from: Point): void {
    this.inStroke = false;
    // After a tap next to the grid, typed figures are a value, too.
    if (!this.element.matches(':focus-within')) this.toBoard();
    if (this.tool === 'draw') this.drawing.end(cells, from);
    else if (this.tool === 'edit') this.drawing.editAt(from.cell);
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.drawing.reset();
    this.element.select([]);
  }

  chooseKind(kind: Kind): void {
    this.drawing.choose(kind);
  }

  /** Edits the rule of a line. */
  editLine(line: number): void {
    this.tool = 'edit';
    this.drawing.edit(line);
  }

  /** Draws the cells of the edited rule again. */
  redraw(): void {
    this.tool = 'draw';
    this.drawing.next = this.drawing.next === 'cells' ? 'rule' : 'cells';
    this.requestUpdate();
  }

  toBoard(): void {
    this.element.focus();
  }

  /** Adds as many extra cells as the grid has cells. */
  addExtra(): void {
    this.change(drafts.withShape(this.draft, { extra: gridCells(this.draft.shape) }));
  }

  /** Enters a digit into the selected cells, or clears them. */
  enter(digit: number | undefined): void {
    this.key(digit, this.element.selection);
  }

  /** Adds a rule on the tapped cells, or else on the selected cells. */
  add(): void {
    const { cells } = this.drawing;
    this.drawing.add(cells.length > 0 ? cells : this.element.selection);
    // The cursor stays, so the next rule can begin there.
    this.element.select(this.element.selection.slice(-1));
  }

  private key(digit: number | undefined, cells: readonly number[]): void {
    const { draft } = this;
    if (this.tool === 'regions') {
      if (digit !== undefined) this.change(drafts.painted(draft, cells, digit - 1));
    } else if (this.tool === 'clues') {
      const cleared = () => ({ ...draft, givens: draft.givens.map((old, at) => (cells.includes(at) ? 0 : old)) });
      this.change(digit === undefined ? cleared() : drafts.withGivens(draft, cells, digit));
    } else if (digit === undefined || this.tool === 'erase') this.change(drafts.erased(draft, cells));
  }

  /** Keys on the board that draw rules: Enter adds one, Escape cancels, figures are the value of the last one. */
  private readonly keys = {
    capture: true,
    handleEvent: (event: KeyboardEvent): void => {
      const { tool, drawing, element } = this;
      if ((tool !== 'draw' && tool !== 'edit') || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key === 'Enter' && tool === 'edit' && element.selection.length > 0)
        drawing.editAt(element.selection.at(-1) ?? 0);
      else if (key === 'Enter') this.add();
      else if (key === 'Escape' && (drawing.cells.length > 0 || drawing.line !== undefined)) drawing.reset();
      else if ((key === 'Delete' || key === 'Backspace') && tool === 'edit' && drawing.line !== undefined)
        drawing.remove(drawing.line);
      else if (!drawing.type(key)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };

  private onInput(event: CustomEvent<Action>): void {
    const { kind } = event.detail;
    if (kind === 'undo') this.step(this.past, this.future);
    if (kind === 'redo') this.step(this.future, this.past);
    this.brush.input(event);
  }

  get isFine(): boolean {
    const { verdict, draft } = this;
    const good = verdict !== undefined && verdict.faults.length === 0 && !verdict.other;
    return good && drafts.wrongRegions(draft).length === 0;
  }

  private get puzzle(): string {
    return drafts.rowOf(this.draft, drafts.written(this.draft)).row;
  }

  /** Shows a part of the editor, for a problem that is solved there. */
  goTo(place: string): void {
    const part = this.renderRoot.querySelector<HTMLElement>(
      place === 'text' ? 'textarea.code' : place === 'verdict' ? '.verdict' : `#${place}`,
    );
    part?.scrollIntoView({ block: 'center' });
    part?.focus();
  }

  /** Opens the dialog for links, notations and pictures. */
  async share(): Promise<void> {
    const { puzzle } = this.board;
    const { openExport } = await import('../../exchange/dialogs');
    openExport(newGame(puzzle, 'draft', Date.now()), () => boardDocument({ ...puzzle, digits: puzzle.givens }));
  }

  private async leaveTo(view: string): Promise<void> {
    // The latest change has not been checked yet.
    await this.judge();
    if (!this.isFine) return;
    this.store();
    go(view, { p: this.puzzle });
  }

  private get layers(): Layers {
    const { draft, drawing, tool } = this;
    const name = (cell: number) => cellName(cell, draft.shape);
    const wrong = drafts.wrongRegions(draft);
    const regions = draft.shape.regions ?? [];
    const active = tool === 'regions' ? regions.flatMap((one, cell) => (one === this.region ? [cell] : [])) : [];
    const edited =
      drawing.line === undefined || tool === 'clues'
        ? []
        : cellsOf(parseRule(draft.lines[drawing.line] ?? '', draft.shape));
    const shown = boardShown(this.board, this.checker.findings, this.most).layers;
    const focus = [active, edited, drawing.cells].filter((cells) => cells.length > 0);
    return {
      ...shown,
      tints: [
        // Cells that differ between solutions are not marked, because most cells do until the puzzle is complete.
        ...(shown.tints ?? []).filter(({ role }) => role === 'bad'),
        ...(wrong.length > 0 ? [{ role: 'warn' as const, cells: wrong }] : []),
        ...focus.map((cells) => ({ role: 'focus' as const, cells: cells.map(name) })),
      ],
    };
  }

  /** The drawn rules, including one that is being drawn and places for clues. */
  private get drawnRules(): string[] {
    const { drawing, draft, tool } = this;
    const { shape } = draft;
    const rules = draft.lines.filter((line) => parseRule(line, shape).kind !== 'other');
    if (tool !== 'draw') return rules;
    const { kind, cells } = drawing;
    const isNew =
      drawing.next === 'rule' && cells.length > 0 && !['switch', 'extra', 'combine'].includes(gestureOf(kind));
    const preview = isNew ? ruleText(kind, drawing.words, cells, shape) : undefined;
    return [...rules, ...(preview === undefined ? [] : [preview]), ...placeholders(kind, draft.lines, shape)];
  }

  override render() {
    const texts = t().rules;
    const { draft } = this;
    const { cells } = boardShown(this.board, this.checker.findings, this.most);
    return html`<h1>${t().views.rules}</h1>
      <p class="quiet intro">${texts.intro}</p>
      <div class="rules">
        <div class="board">
          <arc-sudoku
            .shape=${draft.shape}
            .rules=${this.drawnRules}
            .state=${cells}
            .layers=${this.layers}
            .zoom=${this.zoom}
            .multiple=${this.zoom > 1 && this.paints}
            .highlight=${{ equal: false, peers: false, conflicts: true }}
            .letters=${settings.value.letters}
            .language=${language()}
            @pointerdown=${this.paints ? this.brush.down : nothing}
            @keydown=${this.keys}
            @arc-selection=${this.onSelection}
            @arc-input=${this.onInput}
          ></arc-sudoku>
          ${ruleBar(this)} ${this.boardTools()}
        </div>
        <div class="side">
          ${rulesPanel(this)} ${ruleList(this)} ${this.results()} ${textPanel(this)} ${publishCard(this)}
          ${this.goPart()} ${keptPanel(this)}
        </div>
      </div>`;
  }

  private readonly onSelection = (event: CustomEvent<{ cells: readonly number[] }>): void => {
    this.selection = event.detail.cells;
    this.brush.selected(event);
  };

  /** The results of the check of the solutions. */
  private results(): TemplateResult | typeof nothing {
    if (!this.isFine || drafts.isBlank(this.draft)) return nothing;
    return html`${verdictCard(this.checker, this.board)} ${candidatesCard(this)}`;
  }

  /** The controls below the board. */
  private boardTools(): TemplateResult {
    const texts = t().rules;
    const { zoom, past, future } = this;
    const { shape } = this.draft;
    const large = isLarge(shape);
    const button = (
      name: IconName,
      label: string,
      act: () => void,
      more: { off?: boolean; text?: string; pressed?: boolean } = {},
    ) => iconButton(name, label, act, { look: '', text: label, ...more });
    const restart = () => this.change(drafts.emptyDraft(shape.size));
    return html`<div class="row under">
      ${button('undo', t().common.undo, () => this.step(past, future), { off: past.length === 0 })}
      ${button('redo', t().common.redo, () => this.step(future, past), { off: future.length === 0 })}
      ${large ? button('zoom', t().play.zoom(zoom), () => (this.zoom = nextZoom(zoom, shape)), { text: `${zoom}×` }) : nothing}
      ${zoom > 1 && this.tool !== 'clues' ? button('move', texts.move, () => (this.moving = !this.moving), { pressed: this.moving }) : nothing}
      ${button('grid', texts.restart, restart)}
      <span class="end" role="status">${verdictBadge(this.checker.findings.solved?.outcome)}</span>
    </div>`;
  }

  private goPart(): TemplateResult {
    const texts = t().rules;
    const off = !this.isFine;
    return html`<div class="row go">
      <button class="primary" ?disabled=${off} @click=${() => this.leaveTo('play')}>
        ${icon('play')}${t().common.play}
      </button>
      <button ?disabled=${off} @click=${() => this.leaveTo('check')}>${icon('check')}${t().play.check}</button>
      <button ?disabled=${off} @click=${() => this.leaveTo('make')}>${icon('plus')}${texts.make}</button>
      ${off && (this.verdict !== undefined || drafts.wrongRegions(this.draft).length > 0) ? html`<p class="small quiet">${texts.notYet}</p>` : nothing}
    </div>`;
  }
}
