import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';

import '../../strategies/picker';
import './lane';
import { ruleList } from '../../draw/rule-texts';
import { engine } from '../../engine';
import { faultText } from '../../exchange/fault-texts';
import type { Puzzle } from '../../game/puzzle';
import { announce, failureText, toast } from '../../shell/messages';
import { iconButton, problem } from '../../shell/controls';
import { grouped, jobStyles, Work } from '../../shell/job';
import { replaceFragment, routeTo } from '../../shell/route';
import { puzzleFrom } from '../../shell/reading';
import { session } from '../../shell/session';
import { ViewElement } from '../../shell/view';
import { START, type Catalog } from '../../strategies/parts';
import { t } from '../../words';
import type { Film } from './film';
import { filming, head, MOST, options } from './head';
import { puzzleDialog } from './puzzle-dialog';
import { keyAct, transportBar, transportStyles } from './transport-bar';
import type { SearchLane } from './lane';
import { Player, eventsAt, find, lastPosition, step, type Kind, type Pace, type Step } from './transport';
import { searchStyles } from './styles';
import { Trace, type TraceLimits } from './trace';

/** The strategies of the first searches: they have small trees and differ enough for a comparison. */
const FIRST = ['fc-mrv', 'singles-mrv', 'learning'];

/** The events at which a search turns back. */
const BACK: readonly Kind[] = ['backtrack', 'conflict'];

/** The parameters of the strategies in a link. */
const LANES = ['a', 'b', 'c'];

@customElement('arc-view-search')
export class SearchView extends ViewElement {
  static override styles = [searchStyles, transportStyles, jobStyles];

  @state() puzzle?: Puzzle;
  @state() private catalog?: Catalog;
  @state() strategies: readonly string[] = FIRST.slice(0, 1);
  @state() limits: TraceLimits = { unique: false, steps: 20_000 };
  @state() traces: readonly Trace[] = [];
  @state() heat = false;
  @state() position = 0;
  @state() pace: Pace = 'events';
  @state() stepSize: Step = 'event';
  @state() speed = 20;
  /** On narrow screens, whether the fields for speed and steps are shown. */
  @state() more = false;
  @state() dialog?: 'puzzle' | 'options';
  /** The error message about the text of the dialog. */
  @state() textProblem?: string;
  @state() private problem = '';
  private shown = '';
  /** The number of events at which a link starts, until it is reached. */
  private linked = 0;
  readonly film = new Work<Film>(() => this.requestUpdate());
  readonly player = new Player(
    this,
    () => this.speed,
    (steps) => this.advance(steps),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.onKey);
    this.film.stop();
    for (const trace of this.traces) trace.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('params')) void this.follow();
  }

  /** Shows the puzzle of the fragment, or the puzzle of the game. */
  private async follow(): Promise<void> {
    const key = this.params.toString();
    // Returning to the view without a puzzle continues with the previous one.
    if (this.puzzle && key === '') this.remember();
    if (this.puzzle && (key === '' || key === this.shown)) return;
    this.shown = key;
    const wanted = LANES.flatMap((name) => this.params.get(name) ?? []);
    if (wanted.length > 0) this.strategies = wanted;
    this.problem = '';
    try {
      this.catalog ??= await engine.ask('strategies', {});
    } catch (error) {
      this.problem = failureText(error);
      return;
    }
    const text = this.params.get('p') ?? session.value?.puzzle.text ?? START;
    const problem = await this.use(text);
    if (problem === undefined) {
      this.linked = Number(this.params.get('event') ?? 0);
      return;
    }
    toast(problem, { kind: 'error' });
    if (!this.puzzle) await this.use(START);
  }

  /** Shows another puzzle. Returns an error message if its text is invalid. */
  private async use(text: string): Promise<string | undefined> {
    const reading = await puzzleFrom(text).catch(failureText);
    if (typeof reading === 'string') return reading;
    this.puzzle = reading.puzzle;
    this.restart();
    return undefined;
  }

  async take(text: string): Promise<void> {
    this.textProblem = await this.use(text);
    if (this.textProblem !== undefined) return;
    this.remember();
    this.close();
  }

  close(): void {
    this.dialog = this.textProblem = undefined;
  }

  /** Writes the puzzle and the strategies to the address, for links. */
  private remember(): void {
    if (!this.puzzle) return;
    this.shown = new URLSearchParams(this.address).toString();
    replaceFragment('search', this.address);
  }

  private get address(): Record<string, string> {
    return { p: this.puzzle?.text ?? '', ...Object.fromEntries(this.strategies.map((one, at) => [LANES[at], one])) };
  }

  link(event: number): string {
    return routeTo('search', { ...this.address, event: String(event) });
  }

  /** The number of events of the first search at the current position. */
  get event(): number {
    return this.traces.length === 0 ? 0 : eventsAt(this.traces[0].timeline, this.pace, this.position);
  }

  private restart(): void {
    this.player.pause();
    this.film.stop();
    for (const trace of this.traces) trace.stop();
    this.position = 0;
    this.linked = 0;
    const { puzzle } = this;
    if (!puzzle) return;
    this.traces = this.strategies.map(
      (strategy) => new Trace(puzzle, { strategy, ...this.limits }, () => this.extend()),
    );
  }

  private extend(): void {
    if (this.position < this.linked) this.go(this.linked, false);
    this.requestUpdate();
  }

  private choose(strategies: readonly string[]): void {
    this.strategies = strategies;
    this.restart();
    this.remember();
  }

  add(): void {
    const other = FIRST.find((one) => !this.strategies.includes(one)) ?? FIRST[0];
    this.choose([...this.strategies, other].slice(0, MOST));
  }

  limit(changes: Partial<TraceLimits>): void {
    this.limits = { ...this.limits, ...changes };
    this.restart();
  }

  private get lines() {
    return this.traces.map(({ timeline }) => timeline);
  }

  get last(): number {
    return lastPosition(this.lines, this.pace);
  }

  private go(position: number, isAnnounced = true): void {
    this.position = Math.max(0, Math.min(this.last, position));
    if (isAnnounced) void this.announceEvents();
  }

  /** Announces the current events to screen readers. */
  private async announceEvents(): Promise<void> {
    await this.updateComplete;
    const lanes = [...this.renderRoot.querySelectorAll<SearchLane>('arc-search-lane')];
    announce(lanes.map((lane) => lane.sentence()).join(' '));
  }

  private advance(steps: number): void {
    let { position } = this;
    for (let index = 0; index < steps && position < this.last; index++)
      position = step(this.lines, this.pace, position, this.stepSize, 1);
    this.go(position, false);
    const running = this.traces.some(({ working }) => working);
    if (position >= this.last && !running) {
      this.player.pause();
      void this.announceEvents();
    }
  }

  toggle(): void {
    if (this.player.running) return this.player.pause();
    this.linked = 0;
    if (this.position >= this.last) this.position = 0;
    this.player.run();
  }

  /** Stops the run and goes to a position. */
  goTo(position: number, isAnnounced = true): void {
    this.player.pause();
    this.linked = 0;
    this.go(position, isAnnounced);
  }

  stepBy(direction: 1 | -1): void {
    this.goTo(step(this.lines, this.pace, this.position, this.stepSize, direction));
  }

  jump(what: 'backtrack' | 'solution', direction: 1 | -1): void {
    const found = find(this.lines, this.pace, this.position, what === 'backtrack' ? BACK : [what], direction);
    this.goTo(found ?? this.position, found !== undefined);
    if (found === undefined) toast(t().search.none[what]);
  }

  chooseStep(size: Step): void {
    this.player.pause();
    this.stepSize = size;
  }

  /** Changes how searches are synchronized. The first search stays at its position. */
  choosePace(pace: Pace): void {
    const [first] = this.lines;
    const events = first ? eventsAt(first, this.pace, this.position) : 0;
    this.pace = pace;
    this.goTo(pace === 'events' || !first ? events : first.nodesAt(events), false);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const act = this.dialog || this.film.working ? undefined : keyAct(event, this);
    if (!act) return;
    event.preventDefault();
    act();
  };

  private onGo(line: Trace, events: number): void {
    this.goTo(this.pace === 'events' ? events : line.timeline.nodesAt(events));
  }

  /** Whether there are several searches, which are synchronized. */
  get several(): boolean {
    return this.strategies.length > 1;
  }

  override render() {
    const texts = t().search;
    const { puzzle, catalog } = this;
    return html`<h1 class="hidden-text">${t().views.search}</h1>
      ${problem(this.problem)} ${puzzle && catalog ? this.watch(puzzle, catalog) : nothing} ${puzzleDialog(this)}
      ${options(this)}
      <p class="keys small quiet">${texts.keys}</p>`;
  }

  private watch(puzzle: Puzzle, catalog: Catalog): TemplateResult {
    const { working } = this.film;
    return html`${head(this, puzzle, catalog)} ${ruleList(puzzle)}
      <div class="lanes">${this.traces.map((trace, index) => this.lane(puzzle, catalog, trace, index))}</div>
      <div class="dock">${working ? filming(this, working) : transportBar(this)} ${this.running()}</div>`;
  }

  /** The progress of running searches, with a button that stops them. */
  private running(): TemplateResult | typeof nothing {
    const texts = t().search;
    const running = this.traces.filter(({ working }) => working);
    if (running.length === 0) return nothing;
    const events = running.reduce((sum, { timeline }) => sum + timeline.length, 0);
    return html`<p class="small quiet row">
      ${texts.loading(grouped(events))}
      <button @click=${() => running.forEach((trace) => trace.stop())}>${texts.stop}</button>
    </p>`;
  }

  private lane(puzzle: Puzzle, catalog: Catalog, trace: Trace, index: number): TemplateResult {
    const wrong = trace.fault ? faultText(trace.fault, t().exchange) : trace.error;
    return html`<section aria-label=${`${this.label(index)}: ${this.strategies[index]}`}>
      ${this.several || wrong ? html`<div>${this.laneHead(catalog, index)} ${problem(wrong)}</div>` : nothing}
      <arc-search-lane
        .trace=${trace}
        .puzzle=${puzzle}
        .name=${this.strategies[index]}
        .count=${eventsAt(trace.timeline, this.pace, this.position)}
        .length=${trace.timeline.length}
        .heat=${this.heat}
        .link=${(event: number) => this.link(event)}
        @arc-go=${(event: CustomEvent<number>) => this.onGo(trace, event.detail)}
      ></arc-search-lane>
      ${this.capped(trace)}
    </section>`;
  }

  private laneHead(catalog: Catalog, index: number): TemplateResult | typeof nothing {
    if (!this.several) return nothing;
    const remove = () => this.choose(this.strategies.toSpliced(index, 1));
    return html`<div class="lane-head">
      ${this.picker(catalog, index)} ${iconButton('minus', t().search.single(this.label(index)), remove)}
    </div>`;
  }

  private label(index: number): string {
    return this.several ? t().search.numbered(index + 1) : t().common.strategy;
  }

  picker(catalog: Catalog, index: number): TemplateResult {
    return html`<arc-strategy-picker
      .catalog=${catalog}
      .value=${this.strategies[index]}
      .label=${this.label(index)}
      @change=${({ target }: Event) =>
        this.choose(this.strategies.with(index, (target as HTMLElement & { value: string }).value))}
    ></arc-strategy-picker>`;
  }

  private capped({ timeline }: Trace): TemplateResult | typeof nothing {
    if (timeline.end?.limit !== 'steps') return nothing;
    return html`<p class="small quiet">${t().search.capped(grouped(timeline.length))}</p>`;
  }
}
