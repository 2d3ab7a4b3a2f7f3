import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { boardOf, type Board } from '../../draw/board';
import { Brush, type Point } from '../../draw/brush';
import { candidatesCard } from '../../draw/candidates-card';
import { Checker } from '../../draw/checker';
import { resultStyles } from '../../draw/result-styles';
import { verdictCard } from '../../draw/verdict-card';
import '../../element/arc-sudoku';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { ruleStyles } from '../../element/rule-styles';
import type { Action } from '../../element/types';
import { takeTexts } from '../../exchange/intake';
import type { RateReply } from '../../engine';
import { read } from '../../exchange/library';
import { isIncomplete, shapeText } from '../../game/puzzle';
import type { Problem } from '../../game/storage';
import { announce, failureText, toast, showStoreProblem, showUnreadable } from '../../shell/messages';
import { jobStyles, Work } from '../../shell/job';
import { puzzleFrom } from '../../shell/reading';
import { go, replaceFragment } from '../../shell/route';
import type { Settings } from '../../shell/settings';
import { Store } from '../../shell/store';
import { ViewElement } from '../../shell/view';
import { t, type Words } from '../../words';
import * as drafts from './draft';
import type { Draft } from './draft';
import { DraftLibrary, type DraftRow } from './kept';
import { boardPart, boardTools } from './board-view';
import { Drawing } from './drawing';
import type { Group } from './palette';
import { keptPanel, rulesPanel, textPanel } from './panel';
import { publishCard } from './publish';
import { ratingPart, redundantPart } from './results';
import { ruleBar, ruleList } from './rule-bar';
import { rulesStyles } from './styles';
import { gestureOf } from './tools';
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
  /** The other drafts. */
  @state() earlier: readonly DraftRow[] = [];
  @state() tool: Tool = 'clues';
  @state() region = 0;
  @state() verdict?: Verdict;
  /** The group and the search text of the palette. */
  @state() group: Group = 'common';
  @state() wanted = '';
  @state() selection: readonly number[] = [];
  /** The maximum count of each true candidate; 0 hides them. */
  @state() most: Settings['checkMost'] = 0;
  /** Whether redundant rules and clues are listed and marked. */
  @state() marking = false;
  @state() zoom = 1;
  /** Whether a finger moves an enlarged board instead of drawing. */
  @state() moving = false;
  @query('arc-sudoku') element!: ArcSudoku;
  @query('textarea') text!: HTMLTextAreaElement;
  past: Draft[] = [];
  future: Draft[] = [];
  private asking?: ReturnType<typeof setTimeout>;
  private looking?: ReturnType<typeof setTimeout>;
  readonly drawing = new Drawing(this);
  readonly checker = new Checker(() => this.requestUpdate());
  readonly rater = new Work(() => this.requestUpdate());
  ratings?: readonly RateReply[];
  /** The draft as a board with clues. */
  board!: Board;
  private stop?: () => void;
  /** Whether a stroke has begun. Each stroke that paints regions is one step of the history. */
  private inStroke = false;

  readonly brush = new Brush(this, {
    outside: () => this.tool === 'draw' && gestureOf(this.drawing.kind) === 'outside',
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
    this.stop = takeTexts(async (text) => (await this.load(text)) === undefined);
    this.earlier = library.others();
    this.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    clearTimeout(this.asking);
    this.stopChecks();
    this.store();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('draft')) {
      const { shape, givens, name, about = '', origin: source } = this.draft;
      const rules = drafts.written(this.draft);
      // The setter's rules count, whatever the page understood of the document.
      const origin = source && { ...source, rules: about, guessed: [], not_understood: [] };
      this.board = boardOf({ text: this.puzzle, shape, rules, givens, name, origin });
    }
    if (changed.has('params') && this.params.has('p')) {
      const text = this.params.get('p') ?? '';
      replaceFragment('rules');
      void this.load(text).then((problem) => problem && toast(problem, { kind: 'error' }));
    }
    if (this.tool === 'regions' && !this.draft.shape.regions) this.tool = 'clues';
  }

  /** Opens a puzzle in the editor. Returns the problem, if any. */
  private async load(text: string): Promise<string | undefined> {
    const reading = await puzzleFrom(text);
    if (typeof reading === 'string') return reading;
    const { opened, begun, openedPart } = t().rules;
    const note = isIncomplete(reading.puzzle) ? openedPart : '';
    const isKept = this.open(drafts.draftOf(reading.puzzle));
    if (isKept || note) toast([opened, isKept ? begun : '', note].join(' '));
    else announce(opened);
    return undefined;
  }

  /** Edits another draft. Returns whether the previous draft is in the list. If not, *Undo* brings it back. */
  open(draft: Draft): boolean {
    if (drafts.isSame(draft, this.draft)) return false;
    this.store();
    const { draft: opened, kept } = library.begin(this.draft, draft);
    if (kept) this.past = [];
    this.change(opened, kept);
    this.store();
    this.earlier = library.others();
    return kept;
  }

  /** Begins another puzzle. A message offers to return to the previous one. */
  begin(draft: Draft): void {
    const before = this.draft;
    if (this.open(draft)) toast(t().rules.begun, { action: { label: t().common.undo, run: () => this.open(before) } });
  }

  /** Deletes a draft of the list. */
  erase(id: string): void {
    unkept.value = library.remove(id);
    this.earlier = library.others();
  }

  /** Whether pointers draw. Clues are entered into selected cells, and a finger may be moving the board. */
  get paints(): boolean {
    return this.tool !== 'clues' && !(this.zoom > 1 && this.moving);
  }

  /** Replaces the draft. `joins` is whether the change belongs to the previous step of the history. */
  change(draft: Draft, joins = false): void {
    if (draft === this.draft) return;
    if (!joins) this.past = [...this.past.slice(-200), this.draft];
    this.future = [];
    this.show(draft);
  }

  private show(draft: Draft): void {
    if (shapeText(draft.shape) !== shapeText(this.draft.shape)) this.zoom = 1;
    const before = this.draft;
    this.draft = draft;
    if (!drafts.isSame(draft, before)) this.stopChecks();
    if (draft.lines.length !== before.lines.length) this.drawing.reset();
    this.ask();
  }

  step(from: Draft[], to: Draft[]): void {
    const draft = from.pop();
    if (!draft) return;
    to.push(this.draft);
    // The history does not change the author's texts.
    const { name = draft.name, author = draft.author, about = draft.about } = this.draft;
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
    const { draft } = this;
    if (drafts.wrongRegions(draft).length > 0) {
      this.verdict = undefined;
      return;
    }
    try {
      const verdict = await verdictOf(draft, read);
      if (draft !== this.draft) return;
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
    this.rater.stop();
    this.ratings = undefined;
  }

  private look(delay = 0): void {
    this.stopChecks();
    if (!this.isFine || drafts.isBlank(this.draft)) return;
    this.looking = setTimeout(() => void this.checker.look(this.board, this.most), delay);
  }

  setMost(most: Settings['checkMost']): void {
    this.most = most;
    this.look();
  }

  private store(): void {
    unkept.value = library.keep(this.draft);
  }

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

  editLine(line: number): void {
    this.tool = 'edit';
    this.drawing.edit(line);
  }

  redraw(): void {
    this.tool = 'draw';
    this.drawing.next = this.drawing.next === 'cells' ? 'rule' : 'cells';
    this.requestUpdate();
  }

  toBoard(): void {
    this.element.focus();
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
      this.change(drafts.withGivens(draft, cells, digit ?? 0));
    } else if (digit === undefined || this.tool === 'erase') this.change(drafts.erased(draft, cells));
  }

  /** Keys on the board that draw rules: Enter adds one, Escape cancels, figures are the value of the last one. */
  readonly keys = {
    capture: true,
    handleEvent: (event: KeyboardEvent): void => {
      const { tool, drawing, element } = this;
      if ((tool !== 'draw' && tool !== 'edit') || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key === 'Enter' && tool === 'edit' && element.selection.length > 0)
        drawing.editAt(element.selection.at(-1) ?? 0);
      else if (key === 'Enter') this.add();
      else if (key === 'Escape' && (drawing.cells.length > 0 || drawing.line !== undefined)) drawing.reset();
      else if (!drawing.type(key)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };

  readonly onInput = (event: CustomEvent<Action>): void => {
    const { kind } = event.detail;
    if (kind === 'undo') this.step(this.past, this.future);
    if (kind === 'redo') this.step(this.future, this.past);
    this.brush.input(event);
  };

  get isFine(): boolean {
    const { verdict, draft } = this;
    const good = verdict !== undefined && verdict.faults.length === 0 && !verdict.other;
    return good && drafts.wrongRegions(draft).length === 0;
  }

  private get puzzle(): string {
    return drafts.rowOf(this.draft, drafts.written(this.draft)).row;
  }

  async leaveTo(view: string): Promise<void> {
    // The latest change has not been checked yet.
    await this.judge();
    if (!this.isFine) return;
    this.store();
    go(view, { p: this.puzzle });
  }

  override render() {
    const texts = t().rules;
    return html`<h1>${t().views.rules}</h1>
      <p class="quiet intro">${texts.intro}</p>
      <div class="rules">
        <div class="board">${boardPart(this)} ${ruleBar(this)} ${boardTools(this)}</div>
        <div class="side">
          ${keptPanel(this)} ${rulesPanel(this)} ${ruleList(this)} ${this.results()} ${textPanel(this)}
          ${publishCard(this)}
        </div>
      </div>`;
  }

  readonly onSelection = (event: CustomEvent<{ cells: readonly number[] }>): void => {
    this.selection = event.detail.cells;
    this.brush.selected(event);
  };

  private results(): TemplateResult | typeof nothing {
    if (!this.isFine || drafts.isBlank(this.draft)) return nothing;
    return html`${verdictCard(this.checker, this.board, false)} ${redundantPart(this)} ${ratingPart(this)}
    ${candidatesCard(this)}`;
  }
}
