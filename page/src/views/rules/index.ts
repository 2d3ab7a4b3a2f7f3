import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { Brush } from '../../draw/brush';
import '../../element/arc-sudoku';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { cellName } from '../../element/cells';
import { type Kind, parseRule } from '../../element/rules';
import type { Action, CellState, Layers } from '../../element/types';
import { isLarge, nextZoom } from '../../element/zoom';
import { read } from '../../exchange/library';
import { shapeText } from '../../game/puzzle';
import type { Problem } from '../../game/storage';
import { announce, failureText, toast, showStoreProblem, showUnreadable } from '../../shell/messages';
import { iconButton } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { puzzleFrom } from '../../shell/reading';
import { go, replaceFragment } from '../../shell/route';
import { settings } from '../../shell/settings';
import { Store } from '../../shell/store';
import { ViewElement } from '../../shell/view';
import { language, t, type Words } from '../../words';
import * as drafts from './draft';
import type { Draft } from './draft';
import { DraftLibrary, type DraftRow } from './kept';
import { keptPanel } from './kept-panel';
import { kindsPanel } from './kinds-panel';
import { rulesPanel } from './panel';
import { rulesStyles } from './styles';
import { textPanel } from './text-panel';
import { type Verdict, verdictOf } from './verdict';

export type Tool = keyof Words['rules']['tools'];

const library = new DraftLibrary(() => localStorage);
/** The reason why the draft is not stored, if it is not. */
const unkept = new Store<Problem | undefined>(undefined);
unkept.subscribe(showStoreProblem);
/** Delay between a change and the check by the library, in milliseconds. */
const PAUSE = 120;

/** The view *Sizes and rules*: the editor of drafts. */
@customElement('arc-view-rules')
export class RulesView extends ViewElement {
  static override styles = rulesStyles;

  @state() draft: Draft = library.first;
  /** The other drafts, and the one whose deletion needs a confirmation. */
  @state() earlier: readonly DraftRow[] = [];
  @state() sure?: string;
  @state() tool: Tool = 'clues';
  @state() region = 0;
  @state() verdict?: Verdict;
  /** The cells of the current stroke, which is not a rule yet. */
  @state() private stroke: readonly number[] = [];
  /** The line of the cage whose sum is shown. */
  @state() cage?: number;
  /** The kind that the tool for more rules draws, its words, and the last drawn line. */
  @state() kind: Kind = drafts.CHOICES.find(({ name }) => name === 'renban') ?? drafts.CHOICES[0];
  @state() words = '';
  @state() last?: number;
  @state() further = false;
  /** The search text for kinds of rules. */
  @state() wanted = '';
  @state() private zoom = 1;
  /** Whether a finger moves an enlarged board instead of drawing. */
  @state() private moving = false;
  @query('arc-sudoku') private board!: ArcSudoku;
  @query('textarea') text!: HTMLTextAreaElement;
  private lineCount = this.draft.lines.length;
  private past: Draft[] = [];
  private future: Draft[] = [];
  private asking?: ReturnType<typeof setTimeout>;
  private requestNumber = 0;
  /** Whether a stroke has begun. Each stroke that paints regions is one step of the history. */
  private inStroke = false;

  private readonly brush = new Brush(this, {
    begin: (cell) => {
      this.inStroke = false;
      this.over([cell]);
    },
    over: (cells) => this.over(cells),
    end: (cells) => {
      this.inStroke = false;
      this.stroke = [];
      if (this.isDrawing) this.add(cells);
    },
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

  private get isDrawing(): boolean {
    return this.tool === 'cage' || this.tool === 'thermo' || this.tool === 'set' || this.tool === 'other';
  }

  change(draft: Draft, joins = false): void {
    if (draft === this.draft) return;
    if (!joins) this.past = [...this.past.slice(-200), this.draft];
    this.future = [];
    this.show(draft);
  }

  private show(draft: Draft): void {
    if (shapeText(draft.shape) !== shapeText(this.draft.shape)) this.zoom = 1;
    this.draft = draft;
    this.cage = this.cage !== undefined && /^\s*cage\b/.test(draft.lines[this.cage] ?? '') ? this.cage : undefined;
    if (draft.lines.length !== this.lineCount) this.last = undefined;
    this.lineCount = draft.lines.length;
    this.ask();
  }

  private step(from: Draft[], to: Draft[]): void {
    const draft = from.pop();
    if (!draft) return;
    to.push(this.draft);
    this.show(draft);
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
      if (number === this.requestNumber) this.verdict = verdict;
    } catch (error) {
      toast(failureText(error), { kind: 'error' });
    }
  }

  private store(): void {
    unkept.value = library.keep(this.draft);
  }

  /** Performs the current tool on the cells of a stroke. */
  private over(cells: readonly number[]): void {
    if (this.isDrawing) {
      this.stroke = cells;
      return;
    }
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

  choose(tool: Tool): void {
    this.tool = tool;
    this.board.select([]);
  }

  chooseKind(name: string): void {
    this.kind = drafts.CHOICES.find((kind) => kind.name === name) ?? this.kind;
    [this.words, this.last, this.further] = [drafts.wordsOf(this.kind.example), undefined, false];
  }

  /** Enters a digit into the selected cells, or clears them. */
  enter(digit: number | undefined): void {
    this.key(digit, this.board.selection);
  }

  /** Adds the rule of the current tool on the given cells, or else on the selected cells. */
  add(cells: readonly number[] = this.board.selection): void {
    if (this.tool === 'other') return this.addOther(cells);
    const kind = this.tool as drafts.Drawing;
    const next = drafts.drawn(this.draft, kind, cells);
    if (next === this.draft) return;
    this.change(next);
    this.cage = kind === 'cage' ? next.lines.length - 1 : undefined;
    announce(next.lines.at(-1) ?? '');
  }

  /** Adds a rule of the chosen kind, or adds a list of cells to the last rule. */
  private addOther(cells: readonly number[]): void {
    const { draft, last } = this;
    const joins = this.further && last !== undefined;
    const next = joins ? drafts.withList(draft, last, cells) : drafts.drawnKind(draft, this.kind, this.words, cells);
    if (next === draft) return;
    this.change(next);
    this.last = joins ? last : next.lines.length - 1;
    announce(next.lines[this.last] ?? '');
  }

  /** Changes the words of the kind and of the last drawn rule. */
  changeWords(words: string): void {
    this.words = words;
    if (this.last !== undefined) this.change(drafts.withWords(this.draft, this.last, words), true);
  }

  private key(digit: number | undefined, cells: readonly number[]): void {
    const { draft } = this;
    if (this.tool === 'erase') this.change(drafts.erased(draft, cells));
    else if (this.tool === 'regions') {
      if (digit !== undefined) this.change(drafts.painted(draft, cells, digit - 1));
    } else if (digit === undefined) {
      this.change(
        this.tool === 'clues'
          ? { ...draft, givens: draft.givens.map((old, at) => (cells.includes(at) ? 0 : old)) }
          : drafts.erased(draft, cells),
      );
    } else if (this.tool === 'clues') this.change(drafts.withGivens(draft, cells, digit));
  }

  private onInput(event: CustomEvent<Action>): void {
    const { kind } = event.detail;
    if (kind === 'undo') this.step(this.past, this.future);
    if (kind === 'redo') this.step(this.future, this.past);
    this.brush.input(event);
  }

  private get isFine(): boolean {
    const { verdict, draft } = this;
    const good = verdict !== undefined && verdict.faults.length === 0 && !verdict.other;
    return good && drafts.wrongRegions(draft).length === 0;
  }

  private get puzzle(): string {
    return drafts.rowOf(this.draft, drafts.written(this.draft)).row;
  }

  private async goTo(view: string): Promise<void> {
    // The latest change has not been checked yet.
    await this.judge();
    if (!this.isFine) return;
    this.store();
    go(view, { p: this.puzzle });
  }

  private get layers(): Layers {
    const { draft, stroke } = this;
    const name = (cell: number) => cellName(cell, draft.shape);
    const wrong = drafts.wrongRegions(draft);
    const regions = draft.shape.regions ?? [];
    const active =
      this.tool === 'regions' ? regions.flatMap((one, cell) => (one === this.region ? [name(cell)] : [])) : [];
    return {
      tints: [
        ...(wrong.length > 0 ? [{ role: 'warn' as const, cells: wrong }] : []),
        ...(active.length > 0 ? [{ role: 'focus' as const, cells: active }] : []),
        ...(stroke.length > 0 ? [{ role: 'focus' as const, cells: stroke.map(name) }] : []),
      ],
    };
  }

  /** The drawn rules, including a thermometer that is being drawn. */
  private get drawnRules(): string[] {
    const { shape } = this.draft;
    const rules = this.draft.lines.filter((line) => parseRule(line, shape).kind !== 'other');
    if (this.tool === 'other' && !this.further && this.stroke.length > 0 && !drafts.isWhole(this.kind)) {
      const text = drafts.ruleText(this.kind, this.words, this.stroke, shape);
      return text === undefined ? rules : [...rules, text];
    }
    if (this.tool !== 'thermo' || this.stroke.length < 2) return rules;
    return [...rules, drafts.drawn({ ...this.draft, lines: [] }, 'thermo', this.stroke).lines[0]];
  }

  override render() {
    const texts = t().rules;
    const { draft } = this;
    const state = draft.givens.map((digit): CellState => (digit > 0 ? { digit, given: true } : {}));
    return html`<h1>${t().views.rules}</h1>
      <p class="quiet intro">${texts.intro}</p>
      <div class="rules">
        <div class="board">
          <arc-sudoku
            .shape=${draft.shape}
            .rules=${this.drawnRules}
            .state=${state}
            .layers=${this.layers}
            .zoom=${this.zoom}
            .multiple=${this.zoom > 1 && this.paints}
            .highlight=${{ equal: false, peers: false, conflicts: this.tool === 'clues' }}
            .letters=${settings.value.letters}
            .language=${language()}
            @pointerdown=${this.paints ? this.brush.down : nothing}
            @arc-selection=${this.brush.selected}
            @arc-input=${this.onInput}
          ></arc-sudoku>
          ${this.boardTools()}
        </div>
        <div class="side">
          ${rulesPanel(this)} ${this.tool === 'other' ? kindsPanel(this) : nothing} ${textPanel(this)} ${this.goPart()}
          ${keptPanel(this)}
        </div>
      </div>`;
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
      ${
        large
          ? button('trash', texts.restart, restart)
          : html`<button class="plain" @click=${restart}>${icon('trash')}${texts.restart}</button>`
      }
    </div>`;
  }

  private goPart(): TemplateResult {
    const texts = t().rules;
    const off = !this.isFine;
    return html`<div class="row go">
      <button class="primary" ?disabled=${off} @click=${() => this.goTo('play')}>
        ${icon('play')}${t().common.play}
      </button>
      <button ?disabled=${off} @click=${() => this.goTo('check')}>${icon('check')}${t().play.check}</button>
      <button ?disabled=${off} @click=${() => this.goTo('make')}>${icon('plus')}${texts.make}</button>
      ${off && (this.verdict !== undefined || drafts.wrongRegions(this.draft).length > 0) ? html`<p class="small quiet">${texts.notYet}</p>` : nothing}
    </div>`;
  }
}
