import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { AskError, engine, type GenerateReply } from '../../engine';
import { announce, toast } from '../../shell/messages';
import { icon } from '../../shell/icons';
import { type Ask, grouped, jobRow, jobStyles, Work } from '../../shell/job';
import { replaceFragment, routeTo } from '../../shell/route';
import { ViewElement } from '../../shell/view';
import { language, t } from '../../words';
import './form';
import { madeOf, type Made, type Row, techniqueNames, madeOfText, rulesetFrom } from './made';
import './results';
import type { MakeResults } from './results';
import { asksOf, EMPTY, type Form, type GenerateAsk, Wrong } from './request';

/** Seconds without a puzzle after which a note appears that there may be none. */
const SLOW = 10;

/** A run, with its numbers of requested, finished and tried puzzles. */
interface Run {
  readonly all: number;
  readonly since: number;
  done: number;
  drawn: number;
}

/** The view *Make*: makes puzzles and lists them. */
@customElement('arc-view-make')
export class MakeView extends ViewElement {
  static override styles = [
    jobStyles,
    css`
      .make {
        display: grid;
        grid-template-columns: minmax(18rem, 22rem) minmax(0, 1fr);
        gap: 24px;
        align-items: start;
      }
      .go {
        position: sticky;
        bottom: 0;
        margin: 18px -16px -16px;
        padding: 12px 16px 16px;
        background: var(--surface);
        border-top: 1px solid var(--line);
        border-radius: 0 0 var(--radius) var(--radius);
      }
      .go .primary {
        width: 100%;
      }
      .slow {
        color: var(--warn);
      }
      .problem {
        margin-top: 10px;
        padding: 8px 12px;
      }
      @media (max-width: 820px) {
        .make {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @state() private form: Form = EMPTY;
  @state() private wrong?: Wrong;
  @state() private made: readonly Made[] = [];
  private earlier = 0;
  /** Why there are fewer puzzles than requested. */
  private shortfall = '';
  @state() private techniques: readonly string[] = [];
  @query('arc-make-results') private results!: MakeResults;
  private namedIn = '';
  private readonly work = new Work<Run>(() => this.requestUpdate());

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.work.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('params') && this.params.has('print')) void this.printOne(this.params.get('print') ?? '');
    if (changed.has('params') && this.params.has('p')) void this.takeRules(this.params.get('p') ?? '');
    void this.nameTechniques();
  }

  /** Uses the shape and the rules of a puzzle as options. */
  private async takeRules(text: string): Promise<void> {
    const ruleset = await rulesetFrom(text);
    if (typeof ruleset === 'string') toast(ruleset, { kind: 'error' });
    else this.form = { ...this.form, ruleset, size: ruleset.size, mask: [] };
  }

  /** Adds a puzzle of another view to the list and opens the print view. */
  private async printOne(text: string): Promise<void> {
    replaceFragment('make');
    const made = await madeOfText(text);
    if (typeof made === 'string') {
      toast(made, { kind: 'error' });
      return;
    }
    this.work.stop();
    this.made = [...this.made.filter(({ puzzle }) => puzzle.text !== made.puzzle.text), made];
    this.earlier = this.made.length - 1;
    await this.updateComplete;
    this.results.print();
  }

  /** Loads the names of techniques in the language of the page. */
  private async nameTechniques(): Promise<void> {
    const wanted = language();
    if (this.namedIn === wanted) return;
    this.namedIn = wanted;
    try {
      const { techniques } = await engine.ask('techniques', { language: wanted });
      techniqueNames.value = new Map(techniques.map(({ name, title }) => [name, title]));
      this.techniques = techniques.flatMap(({ name, level }) => (level ? [name] : []));
    } catch {
      // The form works without the list. Making puzzles reports a failure to load.
      this.namedIn = '';
    }
  }

  private start(): void {
    this.shortfall = '';
    this.work.error = this.wrong = undefined;
    try {
      void this.run(asksOf(this.form));
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      this.wrong = error;
    }
  }

  private async run(asks: readonly GenerateAsk[]): Promise<void> {
    const all = asks.reduce((sum, { count }) => sum + count, 0);
    const run: Run = { all, since: performance.now(), done: 0, drawn: 0 };
    this.earlier = this.made.length;
    const ticking = setInterval(() => this.requestUpdate(), 500);
    await this.work.start(
      run,
      async (ask) => {
        try {
          for (const options of asks) await this.make(ask, options, run);
          return true;
        } catch (error) {
          if (!isExcluded(error)) throw error;
          this.wrong = new Wrong('hardest');
          return false;
        }
      },
      (isMade) => {
        if (!isMade) return;
        announce(t().make.made(this.fresh));
        if (asks.length > 1) this.results.print();
      },
    );
    clearInterval(ticking);
  }

  /** Makes puzzles with the same options, which are listed when they are finished. */
  private async make(ask: Ask, options: GenerateAsk, run: Run): Promise<void> {
    const [before, { drawn: drawnBefore }] = [this.made.length, run];
    const add = (rows: readonly Row[]) => {
      this.made = [...this.made, ...rows.map(madeOf)];
      run.done = this.fresh;
    };
    const reply = await ask('generate', options, ({ drawn, rows }) => {
      run.drawn = drawnBefore + drawn;
      add(rows);
    });
    add(reply.rows.slice(this.made.length - before));
    // A level of a book begins with its easiest puzzle.
    const level = this.made.slice(before).sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
    if (run.all > options.count) this.made = [...this.made.slice(0, before), ...level];
    this.shortfall ||= shortfall(reply);
  }

  private get fresh(): number {
    return this.made.length - this.earlier;
  }

  private cancel(): void {
    this.work.stop();
    announce(t().make.cancelled(this.fresh));
  }

  override render() {
    const texts = t().make;
    const { working: run, error: problem = this.shortfall } = this.work;
    return html`<h1>${t().views.make}</h1>
      <p class="quiet intro">${texts.intro} <a href=${routeTo('rules')}>${texts.draw}</a></p>
      <div class="make">
        <section class="card request" aria-label=${texts.request}>
          <arc-make-form
            .form=${this.form}
            .wrong=${this.wrong}
            .techniques=${this.techniques}
            .disabled=${run !== undefined}
            @arc-form=${({ detail }: CustomEvent<Form>) => {
              this.form = detail;
              this.wrong = undefined;
            }}
          ></arc-make-form>
          <div class="go">
            ${run ? this.progress(run) : html`<button class="primary" @click=${this.start}>${icon('plus')}${t().views.make}</button>`}
            ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
          </div>
        </section>
        <arc-make-results
          .made=${this.made}
          .earlier=${this.earlier}
          .busy=${run !== undefined}
          @arc-clear=${() => (this.made = [])}
        ></arc-make-results>
      </div>`;
  }

  private progress({ all, done, drawn, since }: Run): TemplateResult {
    const texts = t().make;
    const seconds = Math.floor((performance.now() - since) / 1000);
    const tried = drawn > 0 ? t().jobs.drawn(grouped(drawn)) : '';
    return html`${jobRow({
      label: t().play.making,
      share: done / all,
      progressText: [texts.progress(done, all), texts.seconds(seconds), tried].filter(Boolean).join(' · '),
      cancel: () => this.cancel(),
    })}
    ${seconds >= SLOW && done === 0 ? html`<p class="small slow" role="status">${texts.slow}</p>` : nothing}`;
  }
}

/** Whether the library refused the hardest step because no puzzle of the difficulty can have it. */
const isExcluded = (error: unknown) => error instanceof AskError && error.message.startsWith('hardest, ');

/** The reason why there are fewer puzzles than requested; empty if there are not. */
function shortfall({ given_up, exhausted }: Pick<GenerateReply, 'given_up' | 'exhausted'>): string {
  const { make } = t();
  if (exhausted) return make.exhausted;
  return given_up ? make.givenUp(given_up.count, grouped(given_up.drawn)) : '';
}
