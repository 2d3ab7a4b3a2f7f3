import { html, nothing, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import '../../strategies/picker';
import './results';
import { engine } from '../../engine';
import { chooseFiles, fileText } from '../../exchange/files';
import { takeTexts } from '../../exchange/intake';
import { reportedFaultText } from '../../exchange/fault-texts';
import { announce, failureText, toast } from '../../shell/messages';
import { all, bareSelect, check, iconButton, listed, problem, select, valueOf } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { grouped } from '../../shell/job';
import { ViewElement } from '../../shell/view';
import type { Catalog } from '../../strategies/parts';
import { language, t, type Words } from '../../words';
import { Comparison } from './comparison';
import { compareStyles } from './styles';

/** The built-in sets of puzzles. Each one is loaded when it is chosen. */
const SETS = import.meta.glob<string>('../../strategies/sets/*.txt', { query: '?raw', import: 'default' });
const FIRST = ['backtracking', 'fc-mrv', 'ac3-mrv', 'singles-mrv', 'gac-mrv', 'dom-wdeg'];
/** Milliseconds between two updates of the progress. */
const PAUSE = 300;
/** Longer texts are slow in a text field. */
const LONG = 20_000;
const NODES = [1000, 10_000, 100_000, 500_000];
const SECONDS = [0.1, 1, 10, 60];

@customElement('arc-view-compare')
export class CompareView extends ViewElement {
  static override styles = compareStyles;

  @state() private catalog?: Catalog;
  @state() private chosen: readonly string[] = FIRST;
  @state() private own: readonly string[] = [];
  @state() private adding = false;
  @state() private set: keyof Words['compare']['sets'] = 'known';
  @state() private text = '';
  @state() private nodes = 10_000;
  @state() private seconds = 1;
  @state() private unique = false;
  @state() private comparison?: Comparison;
  @state() private problem = '';
  @state() private charts: 'none' | 'loading' | 'ready' | 'failed' = 'none';
  @query('arc-strategy-picker') private picker!: HTMLElement & { value: string };
  private stopTaking?: () => void;
  private timer?: ReturnType<typeof setTimeout>;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopTaking = takeTexts((text, name) => {
      this.take(text, name);
      return true;
    });
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopTaking?.();
    if (this.comparison?.working) this.comparison.stop();
  }

  private async load(): Promise<void> {
    try {
      this.catalog ??= await engine.ask('strategies', {});
    } catch (error) {
      this.problem = failureText(error);
    }
  }

  /** Takes a text that was pasted, dropped or opened as the set of puzzles. */
  private take(text: string, name?: string): void {
    const before = this.text;
    this.set = 'own';
    this.text = text;
    const undo = { label: t().common.undo, run: () => (this.text = before) };
    const isLost = before.trim() !== '' && before !== text;
    toast(name === undefined ? t().compare.pasted : t().compare.dropped(name), isLost ? { action: undo } : {});
  }

  /** Handles pasting of long texts, which browsers insert slowly. */
  private onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const area = event.target as HTMLTextAreaElement;
    if (text.length < LONG || area.value.length !== area.selectionEnd - area.selectionStart) return;
    event.preventDefault();
    this.take(text);
  }

  private async openFile(): Promise<void> {
    const [file] = await chooseFiles('.txt,.csv,.tsv,.json,.jsonl,.sdm,.sdk,.ss,text/*', false);
    const text = file && (await fileText(file));
    if (file && text !== undefined) this.take(text, file.name);
  }

  private async run(): Promise<void> {
    const texts = t().compare;
    const strategies = this.strategies;
    this.problem = '';
    const text = this.set === 'own' ? this.text : await SETS[`../../strategies/sets/${this.set}.txt`]();
    if (strategies.length === 0) this.problem = texts.noStrategy;
    else if (text.trim() === '') this.problem = texts.noPuzzle;
    if (this.problem !== '') return;
    this.charts = 'none';
    this.comparison = undefined;
    const { nodes, seconds: time, unique } = this;
    this.comparison = new Comparison({ puzzles: text, strategies, nodes, time, unique }, () => this.onProgress());
  }

  /** All chosen strategies. Named strategies are in their usual order. */
  private get strategies(): string[] {
    const named = (this.catalog?.strategies ?? []).map(({ name }) => name);
    return [...named, ...this.own].filter((name) => this.chosen.includes(name));
  }

  /** Renders a few times per second, because sorting many runs takes longer than a frame. */
  private onProgress(): void {
    const { comparison } = this;
    if (!comparison) return;
    if (comparison.working) {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.requestUpdate();
      }, PAUSE);
      return;
    }
    this.requestUpdate();
    announce(this.statusText(comparison));
    if (comparison.runs.length > 0) void this.loadCharts();
  }

  private async loadCharts(): Promise<void> {
    this.charts = 'loading';
    this.charts = await import('./chart-view').then(
      () => 'ready',
      () => 'failed',
    );
  }

  private statusText({ working, error, report, done, all, names }: Comparison): string {
    const texts = t().compare;
    const [finished, total] = [grouped(done), grouped(all ?? 0)];
    if (working) return all === undefined ? texts.starting : texts.progress(finished, total);
    return error ?? (report ? texts.finished(grouped(names.length), total) : texts.cancelled(finished, total));
  }

  private choose(name: string, isChosen: boolean): void {
    const others = this.chosen.filter((one) => one !== name);
    this.chosen = isChosen ? [...others, name] : others;
  }

  private add(): void {
    const { value } = this.picker;
    const known = this.catalog?.strategies.some(({ name }) => name === value);
    if (!known && !this.own.includes(value)) this.own = [...this.own, value];
    this.choose(value, true);
    this.adding = false;
  }

  override render() {
    const texts = t().compare;
    return html`<div class="head">
        <h1>${t().views.compare}</h1>
        <p class="quiet">${texts.intro}</p>
      </div>
      <div class="columns">
        <form
          class="card"
          @submit=${(event: Event) => {
            event.preventDefault();
            void this.run();
          }}
        >
          ${this.strategiesPart()} ${this.puzzlesPart()} ${this.limitsPart()} ${this.runPart()}
        </form>
        <div class="results">
          ${this.comparison ? this.results(this.comparison) : html`<p class="hint quiet">${texts.empty}</p>`}
        </div>
      </div>`;
  }

  private strategiesPart(): TemplateResult {
    const texts = t().compare;
    const named = this.catalog?.strategies ?? [];
    return html`<fieldset>
      <legend>${texts.strategies}</legend>
      <div class="row end">
        <button
          type="button"
          class="plain"
          @click=${() => (this.chosen = [...named.map(({ name }) => name), ...this.own])}
        >
          ${t().common.all}
        </button>
        <button type="button" class="plain" @click=${() => (this.chosen = [])}>${t().common.none}</button>
      </div>
      <div class="choices">
        ${named.map(({ name, summary }) => this.choice(name, t().strategies.about(name, summary)))}
      </div>
      ${this.own.map((name) => this.choice(name, name))}
      ${
        this.adding && this.catalog
          ? html`<div class="adding">
              <arc-strategy-picker
                .catalog=${this.catalog}
                .value=${'var=mrv,tie=degree,value=lcv,inference=gac'}
                .label=${t().strategies.own}
              ></arc-strategy-picker>
              <button type="button" @click=${this.add}>${t().common.add}</button>
            </div>`
          : html`<button type="button" class="plain add" @click=${() => (this.adding = true)}>
              ${icon('plus')}${t().strategies.own}
            </button>`
      }
    </fieldset>`;
  }

  private choice(name: string, title: string): TemplateResult {
    return check(name, this.chosen.includes(name), (on) => this.choose(name, on), { title });
  }

  private puzzlesPart(): TemplateResult {
    const texts = t().compare;
    return html`<fieldset>
      <legend>${texts.puzzles}</legend>
      <div class="line">
        ${bareSelect(texts.set, all(texts.sets), this.set, (set) => (this.set = set))}
        ${iconButton('open', texts.file, () => void this.openFile())}
      </div>
      ${
        this.set === 'own'
          ? html`<textarea
              class="code"
              rows="6"
              spellcheck="false"
              autocapitalize="off"
              aria-label=${texts.text}
              placeholder=${texts.text}
              .value=${this.text}
              @paste=${this.onPaste}
              @input=${(event: Event) => (this.text = valueOf(event))}
            ></textarea>`
          : nothing
      }
    </fieldset>`;
  }

  private limitsPart(): TemplateResult {
    const texts = t().compare;
    const numbers = (all: readonly number[]) => listed(all, (one) => one.toLocaleString(language()));
    return html`<fieldset>
      <legend>${texts.limits}</legend>
      <div class="two">
        ${select(texts.nodes, numbers(NODES), this.nodes, (value) => (this.nodes = value))}
        ${select(texts.seconds, numbers(SECONDS), this.seconds, (value) => (this.seconds = value))}
      </div>
      ${check(texts.unique, this.unique, (unique) => (this.unique = unique))}
    </fieldset>`;
  }

  private runPart(): TemplateResult {
    return html`<div class="run">
      ${problem(this.problem)}
      ${
        this.comparison?.working
          ? html`<button type="button" @click=${() => this.comparison?.stop()}>
              ${icon('close')}${t().common.cancel}
            </button>`
          : html`<button class="primary" ?disabled=${!this.catalog}>${icon('play')}${t().views.compare}</button>`
      }
    </div>`;
  }

  private results(comparison: Comparison): TemplateResult {
    const texts = t().compare;
    const { names, runs, working, error, done, all, errors, report } = comparison;
    const status = this.statusText(comparison);
    return html`<div class="state">
        ${error ? problem(error) : html`<p>${status}</p>`}
        ${working ? html`<progress aria-label=${status} max=${all ?? 1} .value=${done}></progress>` : nothing}
      </div>
      ${this.notes(texts.unread(errors.length), errors)} ${this.notes(texts.disagree, report?.disagreements ?? [])}
      ${runs.length > 0 ? html`<arc-compare-results .names=${names} .runs=${runs}></arc-compare-results>` : nothing}
      ${this.charts === 'loading' ? html`<p class="quiet">${texts.drawing}</p>` : nothing}
      ${this.charts === 'failed' ? html`<p class="error">${texts.notDrawn}</p>` : nothing}
      ${
        this.charts === 'ready'
          ? html`<h2 class="hidden-text">${texts.charts}</h2>
              <div class="charts">
                ${(['nodes', 'time', 'clues', 'solved'] as const).map(
                  (name) => html`<arc-compare-chart name=${name} .names=${names} .runs=${runs}></arc-compare-chart>`,
                )}
              </div>`
          : nothing
      }`;
  }

  private notes(title: string, lines: readonly string[]): TemplateResult | typeof nothing {
    if (lines.length === 0) return nothing;
    return html`<div class="notes" role="note">
      <p>${title}</p>
      <ul class="rule-list">
        ${lines.slice(0, 5).map((line) => html`<li>${reportedFaultText(line, t().exchange)}</li>`)}
        ${lines.length > 5 ? html`<li>…</li>` : nothing}
      </ul>
    </div>`;
  }
}
