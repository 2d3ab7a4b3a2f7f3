import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';

import '../../strategies/picker';
import './lane';
import './lanes';
import './puzzle-dialog';
import { ruleList } from '../../draw/rule-texts';
import { engine } from '../../engine';
import { faultText } from '../../exchange/fault-texts';
import type { Puzzle } from '../../game/puzzle';
import { announce, failureText, toast } from '../../shell/messages';
import { check, listed, problem, select } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { grouped } from '../../shell/job';
import { replaceFragment } from '../../shell/route';
import { puzzleFrom } from '../../shell/reading';
import { session } from '../../shell/session';
import { ViewElement } from '../../shell/view';
import { EXAMPLES, type Catalog } from '../../strategies/parts';
import { t } from '../../words';
import { keyAct, transportBar, transportStyles } from './transport-bar';
import type { SearchLane } from './lane';
import { Player, eventsAt, find, lastPosition, step, type Pace, type Step } from './transport';
import { searchStyles } from './styles';
import { Trace } from './trace';

/** The initial strategies: they have small trees and differ enough for a comparison. */
const FIRST = 'fc-mrv';
const SECOND = 'singles-mrv';

/** The event limits to choose from. */
const LENGTHS = [5000, 20_000, 100_000];

function onMenuKey(event: KeyboardEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !details.open) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}

function onMenuLeave(event: FocusEvent): void {
  const details = event.currentTarget as HTMLDetailsElement;
  if (!(event.relatedTarget instanceof Node && details.contains(event.relatedTarget))) details.open = false;
}

@customElement('arc-view-search')
export class SearchView extends ViewElement {
  static override styles = [searchStyles, transportStyles];

  @state() private puzzle?: Puzzle;
  @state() private catalog?: Catalog;
  @state() private strategies: readonly string[] = [FIRST];
  @state() private unique = false;
  @state() private steps = 20_000;
  @state() private traces: readonly Trace[] = [];
  @state() position = 0;
  @state() pace: Pace = 'events';
  @state() stepSize: Step = 'event';
  @state() speed = 20;
  /** On narrow screens, whether the fields for speed and steps are shown. */
  @state() more = false;
  @state() private choosing = false;
  @state() private problem = '';
  private shown = '';
  /** The number of events at which a link starts, until it is reached. */
  private linked = 0;
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
    const [first, second] = [this.params.get('a'), this.params.get('b')];
    if (first) this.strategies = second ? [first, second] : [first];
    this.problem = '';
    try {
      this.catalog ??= await engine.ask('strategies', {});
    } catch (error) {
      this.problem = failureText(error);
      return;
    }
    const text = this.params.get('p') ?? session.value?.puzzle.text ?? EXAMPLES[1].text;
    const problem = await this.use(text, false);
    if (problem === undefined) {
      this.linked = Number(this.params.get('at') ?? 0);
      return;
    }
    toast(problem, { kind: 'error' });
    if (!this.puzzle) await this.use(EXAMPLES[1].text, false);
  }

  /** Shows another puzzle. Returns an error message if its text is invalid. */
  private async use(text: string, isRemembered = true): Promise<string | undefined> {
    const reading = await puzzleFrom(text).catch(failureText);
    if (typeof reading === 'string') return reading;
    this.puzzle = reading.puzzle;
    this.restart();
    if (isRemembered) this.remember();
    return undefined;
  }

  /** Writes the puzzle and the strategies to the address, for links. */
  private remember(): void {
    if (!this.puzzle) return;
    const [a, b] = this.strategies;
    const params: Record<string, string> = { p: this.puzzle.text, a, ...(b === undefined ? {} : { b }) };
    this.shown = new URLSearchParams(params).toString();
    replaceFragment('search', params);
  }

  private restart(): void {
    this.player.pause();
    for (const trace of this.traces) trace.stop();
    this.position = 0;
    this.linked = 0;
    const { puzzle } = this;
    if (!puzzle) return;
    const options = { unique: this.unique, steps: this.steps };
    this.traces = this.strategies.map(
      (strategy) =>
        new Trace(
          (ask, control) => engine.run('trace', ask, control),
          puzzle,
          { strategy, ...options },
          () => this.extend(),
        ),
    );
  }

  /** Updates the view when more events have arrived. */
  private extend(): void {
    if (this.position < this.linked) this.go(this.linked, false);
    this.requestUpdate();
  }

  private choose(index: number, strategy: string): void {
    this.strategies = this.strategies.with(index, strategy);
    this.restart();
    this.remember();
  }

  private toggleSecond(): void {
    const [first] = this.strategies;
    this.strategies = this.two ? [first] : [first, first === SECOND ? FIRST : SECOND];
    this.restart();
    this.remember();
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
    const running = this.traces.some(({ status }) => status === 'running');
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
    const found = find(this.lines, this.pace, this.position, [what], direction);
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
    const act = this.choosing ? undefined : keyAct(event, this);
    if (!act) return;
    event.preventDefault();
    act();
  };

  /** Goes to the event of the chosen branch of a tree. */
  private onGo(line: Trace, events: number): void {
    this.goTo(this.pace === 'events' ? events : line.timeline.nodesAt(events));
  }

  /** Whether there are two searches, which are synchronized. */
  get two(): boolean {
    return this.strategies.length > 1;
  }

  override render() {
    const texts = t().search;
    const { puzzle, catalog } = this;
    return html`<h1 class="hidden-text">${t().views.search}</h1>
      ${problem(this.problem)} ${puzzle && catalog ? this.watch(puzzle, catalog) : nothing}
      <arc-search-puzzle
        .open=${this.choosing}
        .text=${puzzle?.text ?? ''}
        .use=${(text: string) => this.use(text)}
        @close=${() => (this.choosing = false)}
      ></arc-search-puzzle>
      <p class="keys small quiet">${texts.keys}</p>`;
  }

  private watch(puzzle: Puzzle, catalog: Catalog): TemplateResult {
    return html`${this.head(puzzle, catalog)} ${ruleList(puzzle)}
      <arc-search-lanes .labels=${this.labels()}>
        ${this.traces.map((trace, index) => this.lane(puzzle, catalog, trace, index))}
      </arc-search-lanes>
      <div class="dock">${transportBar(this)} ${this.running()}</div>`;
  }

  /** The progress of running searches, with a button that stops them. */
  private running(): TemplateResult | typeof nothing {
    const texts = t().search;
    const running = this.traces.filter(({ status }) => status === 'running');
    if (running.length === 0) return nothing;
    const events = running.reduce((sum, { timeline }) => sum + timeline.length, 0);
    return html`<p class="small quiet row">
      ${texts.loading(grouped(events))}
      <button
        @click=${() => {
          for (const trace of running) trace.stop();
          this.requestUpdate();
        }}
      >
        ${texts.stop}
      </button>
    </p>`;
  }

  private head(puzzle: Puzzle, catalog: Catalog): TemplateResult {
    const { two } = this;
    const texts = t().search;
    const known = EXAMPLES.find(({ text }) => text === puzzle.text)?.name;
    const clues = puzzle.givens.filter((digit) => digit > 0).length;
    const name = puzzle.name ?? known;
    const about = [name, t().common.clues(clues), puzzle.rules.length > 0 ? texts.rules(puzzle.rules.length) : ''];
    return html`<div class="head ${two ? 'two' : ''}">
      <button class="puzzle" @click=${() => (this.choosing = true)} title=${texts.change}>
        ${icon('grid')}<span>${about.filter(Boolean).join(', ')}</span>
      </button>
      ${two ? nothing : this.picker(catalog, 0)}
      <button
        class="second"
        @click=${this.toggleSecond}
        aria-label=${two ? texts.single : texts.compare}
        title=${two ? texts.single : texts.compare}
      >
        ${icon(two ? 'minus' : 'plus')}<span>${texts.second}</span>
      </button>
      ${this.options()}
    </div>`;
  }

  /** The limits of a search, behind a button. */
  private options(): TemplateResult {
    const texts = t().search;
    return html`<details class="options" @keydown=${onMenuKey} @focusout=${onMenuLeave}>
      <summary aria-label=${t().play.options} title=${t().play.options}>
        ${icon('settings')}<span>${t().play.options}</span>
      </summary>
      <div class="card" tabindex="-1">
        ${check(texts.unique, this.unique, (unique) => {
          this.unique = unique;
          this.restart();
        })}
        ${select(
          texts.steps,
          listed(LENGTHS, (steps) => grouped(steps)),
          this.steps,
          (steps) => {
            this.steps = steps;
            this.restart();
          },
        )}
      </div>
    </details>`;
  }

  private lane(puzzle: Puzzle, catalog: Catalog, trace: Trace, index: number): TemplateResult {
    const { two } = this;
    return html`<section aria-label=${`${two ? this.label(index) : t().common.strategy}: ${this.strategies[index]}`}>
      ${two ? this.picker(catalog, index) : nothing} ${this.wrong(trace)}
      <arc-search-lane
        .trace=${trace}
        .puzzle=${puzzle}
        .name=${this.strategies[index]}
        .count=${eventsAt(trace.timeline, this.pace, this.position)}
        .length=${trace.timeline.length}
        @arc-go=${(event: CustomEvent<number>) => this.onGo(trace, event.detail)}
      ></arc-search-lane>
      ${this.capped(trace)}
    </section>`;
  }

  /** Names of the searches, with their current numbers of nodes. */
  private labels(): { name: string; numbers: string }[] {
    return this.traces.map(({ timeline }, index) => {
      const nodes = timeline.nodesAt(eventsAt(timeline, this.pace, this.position));
      return { name: this.strategies[index], numbers: t().search.nodes(nodes, grouped(nodes)) };
    });
  }

  private label(index: number): string {
    const texts = t().search;
    return index === 0 ? texts.first : texts.second;
  }

  private picker(catalog: Catalog, index: number): TemplateResult {
    return html`<arc-strategy-picker
      .catalog=${catalog}
      .value=${this.strategies[index]}
      .label=${this.two ? this.label(index) : t().common.strategy}
      @change=${(event: Event) => this.choose(index, (event.target as HTMLElement & { value: string }).value)}
    ></arc-strategy-picker>`;
  }

  /** Error messages about the puzzle or the strategy. */
  private wrong({ fault, message }: Trace): TemplateResult | typeof nothing {
    return problem(fault ? faultText(fault, t().exchange) : message);
  }

  private capped({ timeline }: Trace): TemplateResult | typeof nothing {
    if (timeline.end?.limit !== 'steps') return nothing;
    return html`<p class="small quiet">${t().search.capped(grouped(timeline.length))}</p>`;
  }
}
