import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { AskError, engine, isAbort, type GenerateReply } from '../../engine';
import { announce, failureText, toast } from '../../shell/messages';
import { icon } from '../../shell/icons';
import { grouped } from '../../shell/job';
import { replaceFragment } from '../../shell/route';
import { ViewElement } from '../../shell/view';
import { language, t } from '../../words';
import './form';
import { madeOf, type Made, type Row, techniqueNames, madeOfText, rulesetFrom } from './made';
import './results';
import type { MakeResults } from './results';
import { asksOf, EMPTY, type Form, type Wrong } from './request';

/** Seconds without a puzzle after which a note appears that there may be none. */
const SLOW = 10;

interface Running {
  readonly end: AbortController;
  readonly all: number;
  done: number;
  /** Number of drawn puzzles that do not meet the options. */
  drawn: number;
  readonly since: number;
}

/** The view *Make*: makes puzzles and lists them. */
@customElement('arc-view-make')
export class MakeView extends ViewElement {
  static override styles = css`
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
    .progress {
      display: grid;
      grid-template-columns: 1fr auto;
      gap: 6px 12px;
      align-items: center;
    }
    progress {
      grid-column: 1 / 3;
    }
    .drawn {
      grid-column: 1 / 3;
      min-height: 1.4em;
      color: var(--quiet);
      font-variant-numeric: tabular-nums;
    }
    .slow {
      grid-column: 1 / 3;
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
  `;

  @state() private form: Form = EMPTY;
  @state() private wrong?: Wrong;
  @state() private made: readonly Made[] = [];
  /** The number of puzzles before the latest ones. */
  private earlier = 0;
  @state() private running?: Running;
  @state() private seconds = 0;
  @state() private problem = '';
  @state() private techniques: readonly string[] = [];
  @query('arc-make-results') private results!: MakeResults;
  private namedIn = '';
  private ticking?: ReturnType<typeof setInterval>;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.cancel();
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

  private async start(): Promise<void> {
    const result = asksOf(this.form);
    this.wrong = 'wrong' in result ? result.wrong : undefined;
    this.problem = '';
    if ('wrong' in result) return;
    const { asks } = result;
    const running: Running = {
      end: new AbortController(),
      all: asks.reduce((sum, { count }) => sum + count, 0),
      done: 0,
      drawn: 0,
      since: performance.now(),
    };
    this.running = running;
    this.tick();
    this.earlier = this.made.length;
    let made = 0;
    const add = (rows: readonly Row[]) => {
      made += rows.length;
      this.made = [...this.made, ...rows.map(madeOf)];
    };
    try {
      for (const ask of asks) {
        const [madeBefore, drawnBefore] = [made, running.drawn];
        const reply = await engine.run('generate', ask, {
          signal: running.end.signal,
          progress: ({ done, drawn, rows }) => {
            if (this.running !== running) return;
            running.done = madeBefore + done;
            running.drawn = drawnBefore + drawn;
            add(rows);
            this.requestUpdate();
          },
        });
        add(reply.rows.slice(made - madeBefore));
        this.problem ||= shortfall(reply);
      }
      announce(t().make.made(made));
      if (asks.length > 1) this.results.print();
    } catch (error) {
      if (isAbort(error)) announce(t().make.cancelled(made));
      else if (isExcluded(error)) this.wrong = { field: 'hardest' };
      else this.problem = failureText(error);
    } finally {
      if (this.running === running) this.stop();
    }
  }

  private cancel(): void {
    this.running?.end.abort();
    this.stop();
  }

  private stop(): void {
    clearInterval(this.ticking);
    this.running = undefined;
  }

  private tick(): void {
    this.seconds = 0;
    clearInterval(this.ticking);
    this.ticking = setInterval(
      () => (this.seconds = Math.floor((performance.now() - (this.running?.since ?? 0)) / 1000)),
      500,
    );
  }

  override render() {
    const texts = t().make;
    const { running } = this;
    return html`<h1>${t().views.make}</h1>
      <p class="quiet intro">${texts.intro}</p>
      <div class="make">
        <section class="card request" aria-label=${texts.request}>
          <arc-make-form
            .form=${this.form}
            .wrong=${this.wrong}
            .techniques=${this.techniques}
            .disabled=${running !== undefined}
            @arc-form=${({ detail }: CustomEvent<Form>) => {
              this.form = detail;
              this.wrong = undefined;
            }}
          ></arc-make-form>
          <div class="go">
            ${
              running
                ? html`<div class="progress">
                    <progress
                      max=${running.all}
                      .value=${running.done}
                      aria-label=${texts.made(running.done)}
                    ></progress>
                    <span class="small"
                      >${texts.progress(running.done, running.all)} · ${texts.seconds(this.seconds)}</span
                    >
                    <button @click=${this.cancel}>${t().common.cancel}</button>
                    <span class="small drawn"
                      >${running.drawn > 0 ? t().jobs.drawn(grouped(running.drawn)) : nothing}</span
                    >
                    ${
                      this.seconds >= SLOW && running.done === 0
                        ? html`<p class="small slow" role="status">${texts.slow}</p>`
                        : nothing
                    }
                  </div>`
                : html`<button class="primary" @click=${this.start}>${icon('plus')}${t().views.make}</button>`
            }
            ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
          </div>
        </section>
        <arc-make-results
          .made=${this.made}
          .earlier=${this.earlier}
          .busy=${running !== undefined}
          @arc-clear=${() => (this.made = [])}
        ></arc-make-results>
      </div>`;
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
