import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import '../../element/arc-sudoku';
import type { CellState } from '../../element/types';
import { facts, problem } from '../../shell/controls';
import { icon } from '../../shell/icons';
import { routeTo } from '../../shell/route';
import { settings } from '../../shell/settings';
import { jobRow, jobStyles } from '../../shell/job';
import { Component, Loaded } from '../../shell/view';
import { language, t } from '../../words';
import { wordsAsk } from './assistant';
import { engine } from '../../engine';
import { stateOf } from './library';
import { boardsMade, madeBoards } from './made-boards';
import { stepStyles } from './panel-styles';
import { shippedBoards, practiceProgress } from './practice';
import { levelName, stepCard, techniqueLink } from './step-card';
import { pageStyles } from './technique-styles';
import type { TechniqueName, TechniqueReply } from '../../engine';

const section = (title: string, content: TemplateResult): TemplateResult =>
  html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;

function links(techniques: readonly TechniqueName[]): TemplateResult | undefined {
  if (techniques.length === 0) return undefined;
  return html`${techniques.map(
    ({ name, title }, index) => html`${index > 0 ? ', ' : nothing}<a href=${techniqueLink(name)}>${title}</a>`,
  )}`;
}

/** The page of a technique: what it is, how to see it, an example, practice boards. */
@customElement('arc-technique-page')
export class TechniquePage extends Component {
  static override styles = [stepStyles, pageStyles, jobStyles];

  @property() technique = '';
  private readonly loaded = new Loaded(
    this,
    () => `${this.technique} ${language()} ${settings.value.coordinates}`,
    async () => {
      const { technique } = this;
      const [page, boards] = await Promise.all([
        engine.ask('technique', { ...wordsAsk(), technique }),
        shippedBoards(),
      ]);
      const cells = page.example && (await stateOf(page.example.library));
      return { page, cells, shipped: boards.get(technique) ?? [] };
    },
  );

  constructor() {
    super(boardsMade);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    madeBoards(this.technique).stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const old = changed.get('technique');
    if (old) madeBoards(old).stop();
  }

  override render() {
    const { techniques } = t();
    const back = html`<a class="up" href=${routeTo('techniques')}>${icon('left')} ${t().help.caps.all}</a>`;
    const { value, error } = this.loaded;
    if (!value || error) return html`${back}${problem(error)}`;
    const { page, cells, shipped } = value;
    return html`${back}
      <header class="title">
        <h1>${page.title}</h1>
        <p class="lead">${page.definition}</p>
        ${this.facts(page)}
      </header>
      <div class="columns">
        ${this.example(page, cells)}
        <div class="stack">
          ${section(techniques.seeing, html`<p>${page.seeing}</p>`)} ${this.sentences(page)}
          ${section(techniques.origin, html`<p>${page.origin}</p>`)}
        </div>
      </div>
      ${page.family === 'reveal' ? nothing : this.practice(page, shipped)}`;
  }

  private facts(page: TechniqueReply): TemplateResult {
    const { techniques, help } = t();
    const { hodoku, se } = help.scalesAbout;
    return html`<dl class="facts">
        ${facts([
          [t().common.level, levelName(page.level)],
          [t().common.score, page.score],
          [t().help.orders.se, page.se],
          [techniques.prerequisites, links(page.prerequisites)],
          [techniques.related, links(page.related)],
        ])}
      </dl>
      <p class="quiet small">${hodoku} ${se}</p>
      ${page.assumes_single ? html`<p class="quiet small">${techniques.assumesSingle}</p>` : nothing}`;
  }

  private example({ example, title }: TechniqueReply, cells?: readonly CellState[]): TemplateResult | typeof nothing {
    if (!example || !cells) return nothing;
    return html`<figure>
      <arc-sudoku
        readonly
        .state=${cells}
        .layers=${{ picture: example.step.picture, domains: cells.map(({ center }) => [...(center ?? [])]) }}
        .highlight=${{ equal: false, peers: false, conflicts: false }}
        .labels=${true}
        .chess=${settings.value.coordinates === 'chess'}
        .language=${language()}
        aria-label=${title}
      ></arc-sudoku>
    </figure>`;
  }

  private sentences({ example }: TechniqueReply): TemplateResult | typeof nothing {
    if (!example) return nothing;
    const { step, words, notation } = example;
    return section(t().techniques.example, stepCard({ ...step, ...words, notation }));
  }

  private practice({ title }: TechniqueReply, shipped: readonly string[]): TemplateResult {
    const { techniques, help } = t();
    const made = madeBoards(this.technique);
    const lines = [...shipped, ...made.lines];
    const solved = lines.filter((line) => practiceProgress.isSolved(this.technique, line)).length;
    const board = (line: string, index: number) => {
      const done = practiceProgress.isSolved(this.technique, line);
      const name = done ? techniques.boardSolved(index + 1) : techniques.board(index + 1);
      const target = routeTo('techniques', { name: this.technique, board: String(index + 1) });
      return html`<li>
        <a class="button ${done ? 'done' : ''}" href=${target} aria-label=${name} title=${name}>
          ${done ? icon('check') : index + 1}
        </a>
      </li>`;
    };
    const search = made.working
      ? jobRow({ label: help.searching, progressText: techniques.tried(made.tried), cancel: () => made.stop() })
      : html`<button class=${lines.length > 0 ? '' : 'primary'} @click=${() => made.make()}>
          ${icon('plus')} ${lines.length > 0 ? techniques.makeMore : techniques.make}
        </button>`;
    return html`<section class="practice">
      <h2>${techniques.practice}</h2>
      <p class="quiet">
        ${techniques.practiceIntro(title)} ${lines.length > 0 ? techniques.solvedOf(solved, lines.length) : nothing}
      </p>
      ${
        lines.length > 0
          ? html`<ol class="boards">
              ${lines.map(board)}
            </ol>`
          : nothing
      }
      <div class="row">${search}</div>
      ${problem(made.error)}
    </section>`;
  }
}
