import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import { board } from '../words/en';
import { cellCount, cellIndexes, leastOf, symbolValue } from './cells';
import { conflictsOf } from './conflicts';
import { drawingOf } from './draw-listed';
import { contents, type BoardWords, accessibleGrid, drawBoard, margins, type Scene } from './render';
import type { CellStyle } from './draw-cells';
import { edited } from './edit';
import { cellAt, corner, digitAt, extentOf, placesOf, SIDE } from './geometry';
import { layoutOf, layoutWith, type Layout } from './houses';
import { keyboard } from './input-keys';
import { Pointers } from './input-pointer';
import { languages } from './languages';
import type { ArcSudokuElement, ArcSudokuEvents } from './public';
import { boxedShape, parseLine, usualShape } from './rules';
import { cursorOf, extended, type Selection } from './select';
import { boardStyles } from './styles';
import { snapshot } from './snapshot';
import type { Action, CellState, ColorTarget, Entry, Highlight, Layers, Mode, Shape } from './types';
import { keepMiddle, reveal } from './zoom';

const NO_LAYERS: Layers = {};
/** Whether fingers are the main pointer. */
const coarse = matchMedia('(pointer: coarse)');
const HIGHLIGHT: Highlight = { equal: true, peers: true, conflicts: true };

/**
 * A Sudoku board with input, marks, and layers drawn over them. README.md describes it.
 *
 * @fires arc-input - an {@link Action} that a person requests. Unless a listener prevents the default, the board performs
 *   it.
 * @fires solved - all cells have digits without a violation; the detail is `{digits}`.
 * @fires arc-selection - the selection changed; the detail is `{cells}`.
 */
@customElement('arc-sudoku')
export class ArcSudoku extends LitElement implements ArcSudokuElement {
  static override styles = boardStyles;
  /** The texts of the board in each language. Pages add further languages. */
  static readonly languages = languages;
  /** Draws keys below the board, if the page has none. */
  static keys?: (board: ArcSudoku, words: BoardWords) => TemplateResult;

  // `public.ts` describes the properties.
  @property({ attribute: false }) shape?: Shape;
  @property() puzzle?: string;
  @property() solution?: string;
  @property() keypad: 'auto' | 'always' | 'none' = 'auto';
  @property() boxes?: string;
  @property({ attribute: false }) state: readonly CellState[] = [];
  @property({ attribute: false }) selection: Selection = [];
  @property({ attribute: false }) layers: Layers = NO_LAYERS;
  @property({
    converter: { fromAttribute: (text: string | null) => (text ?? '').split(/[;\n]/).filter((r) => r.trim()) },
  })
  rules: readonly string[] = [];
  @property({ type: Boolean, reflect: true }) readonly = false;
  @property() language = 'en';
  @property({ attribute: false }) highlight: Highlight = HIGHLIGHT;
  @property() mode: Mode = 'digit';
  @property() target: ColorTarget = 'cell';
  @property() entry: Entry = 'cell';
  @property({ type: Number, attribute: 'active-digit' }) activeDigit = 1;
  @property({ type: Number, attribute: 'active-color' }) activeColor = 1;
  @property({ type: Boolean, reflect: true }) multiple = false;
  @property({ type: Number }) zoom = 1;
  @property({ type: Boolean }) letters = false;
  @property({ type: Boolean, reflect: true }) patterns = false;
  @property({ type: Boolean }) labels = false;
  @property({ type: Boolean }) chess = false;
  @property({ attribute: 'center-marks' }) centerMarks: 'line' | 'places' = 'line';

  @state() private pending?: { cell: number; text: string };
  @state() private spoken = '';
  @query('.grid') private grid!: HTMLElement;

  private layoutNow: Layout = layoutOf(usualShape(9));
  private styleNow: CellStyle = styleOf(this.layoutNow, false, false);
  private styled = this.layoutNow;
  private conflicts: ReadonlySet<number> = new Set();
  private stop = 0;
  private isSolved = false;
  private past: (readonly CellState[])[] = [];
  private future: (readonly CellState[])[] = [];
  private readonly pointers = new Pointers(this);

  get layout(): Layout {
    return this.layoutNow;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('puzzle') || (changed.has('boxes') && this.puzzle !== undefined)) this.readPuzzle();
    if (!this.hasUpdated || changed.has('shape') || changed.has('rules')) {
      this.layoutNow = layoutWith(this.shape ?? usualShape(9), this.rules);
    }
    const { shape, voids } = this.layoutNow;
    const count = cellCount(shape);
    const isThere = (cell: number) => cell < count && !voids.has(cell);
    if (!this.selection.every(isThere)) this.selection = this.selection.filter(isThere);
    this.place();
    if (this.state.length !== count) {
      this.state = Array.from({ length: count }, (_, cell) => this.state[cell] ?? {});
    }
    const atPlaces = this.centerMarks === 'places';
    const { styleNow } = this;
    if (this.styled !== this.layoutNow || styleNow.letters !== this.letters || styleNow.atPlaces !== atPlaces) {
      this.styled = this.layoutNow;
      this.styleNow = styleOf(this.layoutNow, this.letters, atPlaces);
    }
    const digits = this.state.map(({ digit }) => digit);
    const found = new Set([...conflictsOf(this.layoutNow, digits), ...cellIndexes(this.layers.conflicts ?? [], shape)]);
    this.conflicts = this.highlight.conflicts ? found : new Set();
    const wasSolved = this.isSolved;
    this.isSolved = found.size === 0 && this.isFull(digits);
    if (this.isSolved && !wasSolved && changed.has('state') && this.hasUpdated) {
      this.dispatchEvent(new CustomEvent('solved', { detail: { digits }, bubbles: true, composed: true }));
    }
    this.stop =
      cursorOf(this.selection) ?? (isThere(this.stop) ? this.stop : digits.findIndex((_, cell) => isThere(cell)));
    if (changed.has('language')) this.spoken = '';
    if (changed.has('state') && this.hasUpdated) this.speak(changed.get('state') ?? []);
  }

  /** Whether all cells have a digit, as in the solution if it is given. */
  private isFull(digits: readonly (number | undefined)[]): boolean {
    const { shape, voids } = this.layoutNow;
    const expected =
      this.solution && [...this.solution].map((symbol) => (symbolValue(symbol) ?? 0) + 1 - leastOf(shape));
    return digits.every(
      (digit, cell) => voids.has(cell) || (expected ? digit === expected[cell] : digit !== undefined),
    );
  }

  private get hasKeys(): boolean {
    const isWanted = this.keypad === 'always' || (this.keypad === 'auto' && coarse.matches);
    return ArcSudoku.keys !== undefined && isWanted && !this.readonly && this.zoom <= 1;
  }

  /** Sets the CSS properties for the position of the grid. */
  private place(): void {
    const { lead, tail } = margins(this.labels, this.layoutNow, this.layers);
    const [wide, high] = extentOf(this.layoutNow.shape).map((length) => length + lead + tail);
    const part = (length: number, whole: number) => `${(100 * length) / whole}%`;
    const all = {
      zoom: this.zoom,
      aspect: wide / high,
      bold: Math.max(1, Math.max(wide, high) / SIDE / 11),
      left: part(lead, wide),
      right: part(tail, wide),
      top: part(lead, high),
      bottom: part(tail, high),
    };
    for (const [name, value] of Object.entries(all)) this.style.setProperty(`--${name}`, String(value));
    this.toggleAttribute('zoomed', this.zoom > 1);
    this.toggleAttribute('padded', this.hasKeys);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const cursor = cursorOf(this.selection);
    const { shape } = this.layoutNow;
    const before = changed.get('zoom');
    if (before !== undefined) keepMiddle(this, before, this.zoom, shape, cursor);
    else if (this.zoom > 1 && cursor !== undefined && changed.has('selection') && !this.pointers.busy)
      // The board does not scroll while a pointer is down.
      reveal(this, this.zoom, shape, cursor);
  }

  /** Announces the new content of the cursor's cell, because screen readers do not announce a change of its name. */
  private speak(before: readonly CellState[]): void {
    const cursor = cursorOf(this.selection);
    if (cursor === undefined || before.length !== this.state.length || before[cursor] === this.state[cursor]) return;
    const how = { words: this.words, shape: this.layoutNow.shape, letters: this.letters };
    this.spoken = contents(how, this.state[cursor], this.conflicts.has(cursor));
  }

  private get words(): BoardWords {
    return ArcSudoku.languages.get(this.language) ?? board;
  }

  private readPuzzle(): void {
    const read = parseLine(this.puzzle ?? '');
    if (!read) return;
    const boxed = boxedShape(this.boxes, read.size);
    const fits = this.boxes === 'latin' || boxed.boxRows * boxed.boxColumns === read.size;
    if (this.boxes !== undefined && fits) this.shape = boxed;
    else if (this.shape?.size !== read.size) this.shape = usualShape(read.size);
    this.state = read.digits.map((digit) => (digit === 0 ? {} : { digit, given: true }));
    [this.past, this.future, this.selection] = [[], [], []];
  }

  /** The cell at a point of the window, and the position within the cell; undefined outside the grid. */
  cellAt(clientX: number, clientY: number): { cell: number; x: number; y: number } | undefined {
    const { left, top, width, height } = this.grid.getBoundingClientRect();
    const { shape, voids } = this.layoutNow;
    const [wide, high] = extentOf(shape);
    const [x, y] = [((clientX - left) / width) * wide, ((clientY - top) / height) * high];
    const cell = cellAt(shape, [x, y]);
    if (cell === undefined || voids.has(cell)) return undefined;
    const [cellX, cellY] = corner(shape, cell);
    return { cell, x: (x - cellX) / SIDE, y: (y - cellY) / SIDE };
  }

  /** The candidate drawn at a point of an empty cell. */
  candidateAt(cell: number, x: number, y: number): number | undefined {
    const one = this.state[cell];
    if (one.digit !== undefined) return undefined;
    const domain = this.layers.domains?.[cell];
    const shown = domain ?? [...(one.center ?? []), ...(one.corner ?? [])];
    if (this.styleNow.atPlaces || domain) {
      const digit = digitAt(this.layoutNow.shape.size, this.styleNow.places, cell, x, y);
      return digit !== undefined && shown.includes(digit) ? digit : undefined;
    }
    return shown.length === 1 ? shown[0] : undefined;
  }

  select(cells: Selection, focus = false): void {
    const same = cells.length === this.selection.length && cells.every((cell, index) => cell === this.selection[index]);
    if (!same) {
      this.selection = cells;
      this.dispatchEvent(new CustomEvent('arc-selection', { detail: { cells }, bubbles: true, composed: true }));
    }
    if (focus) void this.focusCursor();
  }

  private async focusCursor(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-cell="${this.stop}"]`)?.focus({ preventScroll: true });
  }

  override focus(): void {
    void this.focusCursor();
  }

  /** Shows the first character of a digit with two characters. */
  showPending(text: string | undefined): void {
    const cell = cursorOf(this.selection);
    this.pending = text === undefined || cell === undefined ? undefined : { cell, text };
  }

  request(action: Action): void {
    const event = new CustomEvent('arc-input', { detail: action, bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(event)) this.carryOut(action);
  }

  private carryOut(action: Action): void {
    if (action.kind === 'mode') this.mode = action.mode;
    else if (action.kind === 'target') this.target = action.target;
    else if (action.kind === 'active') this.activeDigit = action.digit;
    else if (action.kind === 'active-color') this.activeColor = action.color;
    else if (action.kind === 'entry') {
      this.entry = action.entry;
      this.activeDigit = action.digit ?? this.activeDigit;
    } else if (action.kind === 'undo') this.travel(this.past, this.future);
    else if (action.kind === 'redo') this.travel(this.future, this.past);
    else if ('cells' in action) {
      const next = edited(this.state, action, { peers: this.layoutNow.peers });
      if (next === this.state) return;
      this.past.push(this.state);
      [this.future, this.state] = [[], next];
    }
  }

  private travel(from: (readonly CellState[])[], to: (readonly CellState[])[]): void {
    const next = from.pop();
    if (!next) return;
    to.push(this.state);
    this.state = next;
  }

  private onKey(event: KeyboardEvent): void {
    if (!event.defaultPrevented && keyboard(this, event)) event.preventDefault();
  }

  private onFocus(event: FocusEvent): void {
    const cell = Number((event.target as HTMLElement).dataset.cell);
    if (Number.isNaN(cell) || this.pointers.busy || this.readonly) return;
    if (cursorOf(this.selection) !== cell)
      this.select(this.selection.length > 1 ? extended(this.selection, cell) : [cell]);
  }

  toSVG(): string {
    return snapshot(this.renderRoot.querySelector('svg') as SVGSVGElement);
  }

  private get scene(): Scene {
    const { state, selection, conflicts, highlight, layers, labels, chess, words, pending, readonly, stop } = this;
    const cursor = cursorOf(selection);
    const chosen = cursor !== undefined && selection.length === 1 ? state[cursor].digit : undefined;
    const digit = this.entry === 'digit' && this.mode !== 'color' ? this.activeDigit : chosen;
    const equal = highlight.equal ? digit : undefined;
    const [layout, style] = [this.layoutNow, this.styleNow];
    const board = { layout, style, state, selection, conflicts, highlight, layers, equal };
    return { ...board, labels, chess, words, pending, readonly, stop };
  }

  override render() {
    const { scene } = this;
    return html`<div
        class="sheet"
        @keydown=${this.onKey}
        @focusin=${this.onFocus}
        @pointerdown=${this.pointers.down}
        @pointermove=${this.pointers.move}
        @pointerup=${this.pointers.up}
        @pointercancel=${this.pointers.cancel}
        @dblclick=${this.pointers.double}
        @contextmenu=${(event: Event) => (this.readonly ? nothing : event.preventDefault())}
      >
        ${drawBoard(scene)} ${accessibleGrid(scene)}
      </div>
      ${this.hasKeys ? ArcSudoku.keys?.(this, this.words) : nothing}
      <div class="hidden-text" aria-live="polite" aria-atomic="true">${this.spoken}</div>`;
  }
}

function styleOf(layout: Layout, letters: boolean, atPlaces: boolean): CellStyle {
  const { shape } = layout;
  return { shape, places: placesOf(shape, drawingOf(layout).labeled), letters, atPlaces };
}

declare global {
  interface HTMLElementTagNameMap {
    'arc-sudoku': ArcSudoku;
  }
  interface HTMLElementEventMap extends ArcSudokuEvents {}
}
