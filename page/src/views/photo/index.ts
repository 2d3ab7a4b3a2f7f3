import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { Checker } from '../../draw/checker';
import { cluePad } from '../../draw/clue-pad';
import { spokenCell } from '../../draw/names';
import { SIGNS } from '../../draw/verdict-badge';
import { reasons, verdictText } from '../../draw/verdict-card';
import { cellIndexes, columnsOf, gridCells, placeOf } from '../../element/cells';
import { commandOf } from '../../element/keys';
import type { HintReply } from '../../engine';
import { chooseFiles } from '../../exchange/files';
import { photos } from '../../exchange/photos';
import { digitsOfLine, lineOf } from '../../game/puzzle';
import { check, problem, radios } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { jobRow, jobStyles, Work } from '../../shell/job';
import { announce, announceNew, toast } from '../../shell/messages';
import { go } from '../../shell/route';
import { session } from '../../shell/session';
import { settings } from '../../shell/settings';
import { ViewElement } from '../../shell/view';
import { language, t } from '../../words';
import { BLANK, boardOf, choicesOf, frameOf, isSame, nextDoubtful, sheetOf, withContent, withDigit } from './model';
import type { Content, Sheet } from './model';
import { cellLabel, contentName, digitName, overlay } from './overlay';
import { readPhoto, type Photo } from './read';
import { photoStyles } from './styles';

/** The view *Photo*: reads a printed puzzle from a photo. Its cells can be corrected in the photo. */
@customElement('arc-view-photo')
export class PhotoView extends ViewElement {
  static override styles = [photoStyles, jobStyles];

  @state() private photo?: Photo;
  @state() private sheet?: Sheet;
  /** What is wrong with the image. */
  @state() private wrong?: string;
  @state() private selected = 0;
  /** Whether the pad for the selected cell is shown. */
  @state() private editing = false;
  @state() private isSolved = false;
  @state() private hint?: HintReply;
  @query('canvas') private canvas?: HTMLCanvasElement;
  private readonly reading = new Work(() => this.requestUpdate());
  private readonly hinting = new Work(() => this.requestUpdate());
  private readonly checker = new Checker(() => this.checked());
  private announced?: string;
  private stop?: () => void;

  override connectedCallback(): void {
    super.connectedCallback();
    const take = (image: Blob | undefined) => {
      if (!image) return;
      photos.value = undefined;
      void this.read(image);
    };
    this.stop = photos.subscribe(take);
    take(photos.value);
    if (this.sheet && this.checker.ended) void this.look(this.sheet);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    for (const work of [this.reading, this.hinting, this.checker]) work.stop();
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('photo')) return;
    const { canvas, photo } = this;
    if (!canvas || !photo) return;
    const { picture, grid } = photo;
    const [left, top, width, height] = grid ? frameOf(grid, picture) : [0, 0, picture.width, picture.height];
    Object.assign(canvas, { width, height });
    canvas.getContext('2d')?.drawImage(picture, -left, -top);
    canvas.parentElement?.style.setProperty('--ratio', String(width / height));
  }

  private async choose(fromCamera: boolean): Promise<void> {
    const [file] = await chooseFiles('image/*', false, fromCamera);
    if (file) await this.read(file);
  }

  private read(image: Blob): Promise<void> {
    this.photo?.picture.close();
    [this.photo, this.sheet, this.wrong] = [undefined, undefined, undefined];
    this.checker.clear();
    return this.reading.start(
      true,
      (_, signal) => readPhoto(image, signal),
      (found) => {
        if (typeof found === 'string') return (this.wrong = found);
        this.photo = found;
        if (!found.grid) return (this.wrong = t().photo.noGrid);
        const sheet = sheetOf(found.grid);
        const first = nextDoubtful(sheet);
        [this.selected, this.editing] = [first ?? 0, first !== undefined];
        announce(this.certainty(found, sheet));
        return this.show(sheet);
      },
    );
  }

  /** Shows a sheet, and checks how many solutions its clues have. */
  private show(sheet: Sheet): void {
    [this.sheet, this.hint, this.isSolved] = [sheet, undefined, false];
    this.hinting.stop();
    this.announced = undefined;
    void this.look(sheet);
  }

  private look(sheet: Sheet): Promise<void> {
    return this.checker.look(boardOf(sheet, false), 0, { redundant: false });
  }

  /** Announces the verdict once. */
  private checked(): void {
    this.requestUpdate();
    this.announced = announceNew(verdictText(this.checker), this.announced);
  }

  private set(content: Content): void {
    const { sheet, selected } = this;
    if (!sheet) return;
    this.show(withContent(sheet, selected, content));
    announce(cellLabel(this.sheet!, selected));
  }

  private readonly select = (cell: number, focus = false): void => {
    [this.selected, this.editing] = [cell, true];
    if (!focus) return;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus({ preventScroll: true }),
    );
  };

  private onKey(event: KeyboardEvent, sheet: Sheet): void {
    const { shape, cells } = sheet;
    const command = commandOf(event, shape.size > 9 ? shape.size : 0);
    const wide = columnsOf(shape);
    const [row, column] = placeOf(shape, this.selected);
    if (command?.kind === 'move') {
      const within = (place: number) => (place + wide) % wide;
      this.select(within(row + command.down) * wide + within(column + command.right), true);
    } else if (command?.kind === 'jump') {
      const [first, last] = command.ofGrid ? [0, gridCells(shape) - 1] : [row * wide, row * wide + wide - 1];
      this.select(command.toEnd ? last : first, true);
    } else if (event.key === 'Enter' || event.key === ' ') this.select(this.selected);
    else if (command?.kind === 'clear') this.set(BLANK);
    else if (command?.kind === 'digit') this.set(withDigit(cells[this.selected], command.digit));
    else if (command?.kind === 'figure' && command.figure <= shape.size) {
      this.set(withDigit(cells[this.selected], command.figure));
    } else return;
    event.preventDefault();
  }

  private play(sheet: Sheet): void {
    const { puzzle, cells } = boardOf(sheet, true);
    const hasEntries = sheet.cells.some(({ kind }) => kind === 'handwritten');
    session.start(puzzle, hasEntries ? { state: cells, auto: false, spent: 0 } : undefined);
    go('play');
    toast(t().exchange.openedPlain);
  }

  private findHint(sheet: Sheet): Promise<void> {
    const { puzzle, cells } = boardOf(sheet, true);
    const digits = lineOf(
      cells.map(({ digit }) => digit ?? 0),
      puzzle.shape,
    );
    const names = { language: language(), coordinates: settings.value.coordinates };
    return this.hinting.start(
      true,
      (ask) => ask('hint', { puzzle: puzzle.text, digits, ...names, grade: 'full' }),
      (hint) => {
        this.hint = hint;
        announce(hint.text.join(' '));
      },
    );
  }

  /** The digits of the solution in cells without a clue, or the digits that the hint places. */
  private added(sheet: Sheet): Map<number, number> {
    const { solution = '' } = this.checker.findings.solved ?? {};
    if (this.isSolved) {
      const digits = digitsOfLine(solution, sheet.shape).map((digit, cell) => [cell, digit] as const);
      return new Map(digits.filter(([cell, digit]) => digit !== sheet.cells[cell].digit));
    }
    const placed = this.hint?.step?.placements ?? [];
    return new Map(placed.flatMap(({ cell, digit }) => cellIndexes([cell], sheet.shape).map((at) => [at, digit])));
  }

  override render() {
    const texts = t().photo;
    const { photo, sheet } = this;
    return html`<h1>${t().views.photo}</h1>
      ${photo ? nothing : html`<p class="quiet intro">${texts.intro}</p>`}
      <div class="row">
        <button class="camera" @click=${() => void this.choose(true)}>${icon('camera')} ${texts.take}</button>
        <button class=${photo ? '' : 'primary'} @click=${() => void this.choose(false)}>
          ${icon('open')} ${texts.choose}
        </button>
      </div>
      ${this.reading.working ? jobRow({ label: texts.reading, cancel: () => this.reading.stop() }) : nothing}
      ${problem(this.wrong ?? this.reading.error)}
      ${this.wrong !== undefined && photo ? html`<p class="quiet">${texts.advice}</p>` : nothing}
      ${
        photo
          ? html`<div class="view">
              <div class="photo">
                <canvas aria-hidden="true"></canvas>
                ${sheet && photo.grid ? this.cells(photo, sheet) : nothing}
              </div>
              ${sheet ? html`<div class="side">${this.pad(photo, sheet)} ${this.results(photo, sheet)}</div>` : nothing}
            </div>`
          : nothing
      }`;
  }

  private cells(photo: Photo, sheet: Sheet): TemplateResult {
    const { step } = this.hint ?? {};
    const named = [...(step?.placements ?? []), ...(step?.eliminations ?? [])].map(({ cell }) => cell);
    const broken = this.checker.findings.conflicts.flatMap(({ cells }) => cells);
    const digits = this.added(sheet);
    const isWrong = (cell: number) => this.isSolved && sheet.cells[cell].kind === 'handwritten';
    return html`<div
      @keydown=${(event: KeyboardEvent) => this.onKey(event, sheet)}
      @focusin=${({ target }: FocusEvent) => (this.selected = Number((target as SVGElement).dataset['cell']))}
    >
      ${overlay(
        photo,
        {
          grid: photo.grid!,
          sheet,
          stop: this.selected,
          selected: this.editing ? this.selected : undefined,
          hinted: new Set(cellIndexes(named, sheet.shape)),
          broken: new Set([...cellIndexes(broken, sheet.shape), ...[...digits.keys()].filter(isWrong)]),
          digits,
        },
        this.select,
      )}
    </div>`;
  }

  /** The contents that the selected cell can have. */
  private pad(photo: Photo, sheet: Sheet): TemplateResult {
    const texts = t().photo;
    const { selected } = this;
    if (!this.editing) return html`<p class="quiet">${texts.tap}</p>`;
    const current = sheet.cells[selected];
    const choices = choicesOf(photo.grid!, selected);
    const options = choices.map((choice, index) => {
      const { kind, digit, probability } = choice;
      const text = kind === 'blank' ? texts.kinds.blank : digitName(digit);
      const pen = kind === 'handwritten' ? html`${icon('edit')}` : nothing;
      const share = `${Math.round(100 * probability)} %`;
      const shown = html`${text}${pen} <span class="quiet small">${share}</span>`;
      return [index, shown, { label: `${contentName(choice)}, ${share}` }] as const;
    });
    const chosen = choices.findIndex((choice) => isSame(choice, current));
    const kind = current.kind === 'handwritten' ? 'printed' : 'handwritten';
    return html`<section class="card" aria-label=${texts.cell(spokenCell(selected, sheet.shape))}>
      <h2>${texts.cell(spokenCell(selected, sheet.shape))}: ${contentName(current)}</h2>
      ${sheet.doubtful.has(selected) ? html`<p>${texts.confirm}</p>` : nothing}
      ${radios(texts.choices, options, chosen, (index) => this.set(choices[index]))}
      ${cluePad(sheet.shape, (digit = 0) => this.set(withDigit(current, digit)))}
      <div class="row">
        ${check(texts.isHandwritten, current.kind === 'handwritten', () => this.set({ ...current, kind }), {
          off: current.kind === 'blank',
        })}
        ${sheet.doubtful.size === 0 ? nothing : this.next(sheet)}
      </div>
    </section>`;
  }

  private next(sheet: Sheet): TemplateResult {
    return html`<button @click=${() => this.select(nextDoubtful(sheet, this.selected) ?? 0)}>
      ${icon('right')} ${t().photo.next}
    </button>`;
  }

  /** How certain the reading is, in words; empty if a certain reading was changed. */
  private certainty({ grid }: Photo, { doubtful, changed }: Sheet): string {
    const texts = t().photo;
    if (doubtful.size > 0) return texts.doubtfulCells(doubtful.size);
    if (grid?.certain) return changed ? '' : texts.certain;
    return grid?.doubtful.length === 0 ? texts.uncertain : texts.confirmed;
  }

  private results(photo: Photo, sheet: Sheet): TemplateResult {
    const texts = t().photo;
    const isOpen = sheet.doubtful.size > 0 || !(photo.grid?.certain || photo.grid?.doubtful.length);
    const { findings } = this.checker;
    const [sign, kind] = SIGNS[findings.solved?.outcome ?? ''] ?? ['info', ''];
    const certainty = this.certainty(photo, sheet);
    const state = certainty === '' ? '' : isOpen ? 'warn' : 'good';
    return html`<section class="card verdict ${state}" aria-label=${texts.certainty}>
        ${certainty === '' ? nothing : html`<h2 class="title">${icon(isOpen ? 'info' : 'check')} ${certainty}</h2>`}
        <div class="badge ${kind}">${icon(sign)} ${verdictText(this.checker) ?? t().check.working.solve}</div>
        ${reasons(findings)}
      </section>
      <div class="actions">
        <button class="primary" @click=${() => this.play(sheet)}>${icon('play')} ${t().common.play}</button>
        <button ?disabled=${findings.solved?.outcome !== 'unique'} @click=${() => void this.findHint(sheet)}>
          ${icon('hint')} ${texts.hint}
        </button>
        <button
          ?disabled=${findings.solved?.outcome !== 'unique'}
          aria-pressed=${this.isSolved}
          @click=${() => (this.isSolved = !this.isSolved)}
        >
          ${icon('check')} ${texts.solve}
        </button>
      </div>
      ${problem(this.hinting.error)}
      ${
        this.hint
          ? html`<section class="card" aria-label=${texts.hint}>
              ${this.hint.text.map((line) => html`<p>${line}</p>`)}
            </section>`
          : nothing
      }`;
  }
}
