import { css, html, nothing, type TemplateResult, svg, type SVGTemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import '../../element/arc-sudoku';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { each } from '../../element/palette';
import './events';
import './graph';
import './path-list';
import './tree-view';
import type { Puzzle } from '../../game/puzzle';
import { grouped } from '../../shell/job';
import { settings } from '../../shell/settings';
import { Component } from '../../shell/view';
import { language, t } from '../../words';
import { scene } from './scene';
import { sentence } from './sentence';
import type { Moment } from './timeline';
import type { Trace } from './trace';
import { legendStyles } from '../../shell/legend-styles';
import { treeSymbols } from './styles';
import { pictureStyles } from '../../element/picture-styles';
import type { TraceEvent } from '../../engine';
import { ellipsis, line, panel } from '../../shell/styles';

const SYMBOLS: Readonly<Record<string, SVGTemplateResult>> = {
  open: svg`<circle class="branch open" cx="8" cy="8" r="6" />`,
  forced: svg`<circle class="branch open forced" cx="8" cy="8" r="6" />`,
  failed: svg`<circle class="dead" cx="8" cy="8" r="6" /><path class="dead cross" d="M5.4 5.4l5.2 5.2m0 -5.2l-5.2 5.2" />`,
  folded: svg`<path class="folded" d="M8 2L14.5 13.5H1.5Z" />`,
  solved: svg`<circle class="branch solved" cx="8" cy="8" r="6.5" /><circle class="inner" cx="8" cy="8" r="3.8" />`,
};

const tint = (role: string) => svg`<rect class="tint ${role}" x="1.5" y="1.5" width="13" height="13" rx="2" />`;

function legends(): TemplateResult {
  const { legends, legendOf } = t().search;
  const legend = (of: 'board' | 'tree', symbol: (key: string) => SVGTemplateResult) =>
    html`<ul class="legend" aria-label=${legendOf[of]}>
      ${Object.entries(legends[of]).map(
        ([key, name]) => html`<li><svg viewBox="0 0 16 16" aria-hidden="true">${symbol(key)}</svg>${name}</li>`,
      )}
    </ul>`;
  return html`${legend('board', tint)} ${legend('tree', (key) => SYMBOLS[key])}`;
}

const NUMBERS = ['nodes', 'backtracks', 'eliminations', 'depth', 'solutions'] as const;
const QUIET = { equal: false, peers: false, conflicts: false };

/** One search: its board, a sentence about the last event, counters, and the tree. */
@customElement('arc-search-lane')
export class SearchLane extends Component {
  static override styles = [
    pictureStyles,
    treeSymbols,
    legendStyles,
    css`
      :host {
        min-width: 0;
        container-type: inline-size;
      }
      .lane {
        --others: 33rem;
        display: grid;
        gap: 10px 16px;
        grid-template-columns: minmax(0, 1fr);
        grid-template-areas: 'sentence' 'board' 'tree' 'numbers' 'path';
      }
      /* A board next to a tree would be too small in narrow lanes. */
      @container (min-width: 48rem) {
        .lane {
          --others: 21.5rem;
          grid-template-columns: minmax(0, 10fr) minmax(0, 11fr);
          grid-template-rows: auto auto minmax(0, 1fr) auto;
          grid-template-areas: 'sentence sentence' 'board tree' 'numbers tree' 'path path';
        }
      }
      @container (min-width: 56rem) {
        .lane {
          grid-template-areas: 'sentence sentence' 'board numbers' 'board tree' 'path path';
        }
      }
      .sentence {
        grid-area: sentence;
        ${line('0')};
        min-height: 3.4rem;
        max-width: none;
        padding: 8px 12px;
        border-inline-start: 4px solid var(--accent);
        border-radius: 4px;
        background: var(--sunken);
        line-height: 1.4;
      }
      ${each('border-color', {
        'sentence:is(.contradiction, .conflict, .backtrack, .jump)': 'var(--bad)',
        'sentence:is(.solution, .learned)': 'var(--good)',
        'sentence:is(.guess, .exclude, .node)': 'var(--warn)',
      })}
      .grid {
        grid-area: board;
        align-self: start;
        width: 100%;
        max-width: min(34rem, max(24rem, 100dvh - var(--others)));
        justify-self: center;
      }
      .numbers {
        grid-area: numbers;
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: 6px;
        margin: 0;
      }
      .numbers div {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 4px;
        padding: 4px 8px;
        ${panel};
      }
      dt {
        font-size: 0.75rem;
        color: var(--quiet);
        ${ellipsis};
      }
      dd {
        font-weight: 650;
        font-variant-numeric: tabular-nums;
        line-height: 1.25;
      }
      @container (min-width: 56rem) {
        .numbers {
          grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
        }
      }
      arc-search-tree {
        grid-area: tree;
        min-height: 260px;
      }
      .below {
        grid-area: path;
      }
    `,
  ];

  @property({ attribute: false }) trace!: Trace;
  @property({ attribute: false }) puzzle!: Puzzle;
  /** The number of events up to the current position. */
  @property({ type: Number }) count = 0;
  @property({ type: Number }) length = 0;
  @property() name = '';
  @property({ type: Boolean }) heat = false;
  @property({ attribute: false }) link!: (event: number) => string;
  @state() private open: readonly string[] = [];
  @query('arc-sudoku') private board!: ArcSudoku;

  override render() {
    const { timeline, tree } = this.trace;
    const event = timeline.events[this.count - 1];
    const moment = timeline.at(this.count);
    const { shape, givens, rules } = this.puzzle;
    const { state, layers } = scene(shape, givens, moment, event, this.heat);
    const texts = t().search;
    return html`<div class="lane">
      <p class="sentence ${event?.event ?? ''}">${this.sentence()}</p>
      <div class="grid" role="group" aria-label=${texts.board(this.name)}>
        <arc-sudoku
          readonly
          .language=${language()}
          .shape=${shape}
          .rules=${rules}
          .state=${state}
          .layers=${layers}
          .highlight=${QUIET}
          .chess=${settings.value.coordinates === 'chess'}
          .labels=${settings.value.showLabels}
        ></arc-sudoku>
      </div>
      <arc-search-tree .tree=${tree} .count=${this.count}></arc-search-tree>
      ${this.numbers(moment)}
      <div class="below">
        ${legends()} ${this.graph(moment.counts.backtracks, event)}
        ${this.folded(
          'events',
          texts.events,
          html`<arc-search-events
            .timeline=${timeline}
            .count=${this.count}
            .length=${this.length}
            .link=${this.link}
          ></arc-search-events>`,
        )}
        ${this.folded('path', texts.path, html`<arc-search-path .tree=${tree} .count=${this.count}></arc-search-path>`)}
      </div>
    </div>`;
  }

  /** A part that is rendered only while it is open. */
  private folded(part: string, name: string, content: TemplateResult): TemplateResult {
    const isOpen = this.open.includes(part);
    const toggle = ({ target }: Event) => {
      const others = this.open.filter((one) => one !== part);
      this.open = (target as HTMLDetailsElement).open ? [...others, part] : others;
    };
    return html`<details ?open=${isOpen} @toggle=${toggle}>
      <summary>${name}</summary>
      ${isOpen ? content : nothing}
    </details>`;
  }

  private graph(conflict: number, event: TraceEvent | undefined): TemplateResult | typeof nothing {
    if (event?.event !== 'conflict' && event?.event !== 'learned' && event?.event !== 'jump') return nothing;
    const { events } = this.trace.timeline;
    const learned = events.slice(this.count - 2, this.count + 2).find((one) => one.event === 'learned');
    const { strategy, unique } = this.trace.options;
    if (conflict === 0) return nothing;
    return this.folded(
      'graph',
      t().search.graph,
      html`<arc-search-graph
        .ask=${{ puzzle: this.puzzle.text, strategy, unique, conflict }}
        .learned=${learned ? sentence(learned) : ''}
      ></arc-search-graph>`,
    );
  }

  sentence(): string {
    return sentence(this.trace.timeline.events[this.count - 1]);
  }

  /** The board as it is shown now. */
  async picture(): Promise<HTMLImageElement> {
    await this.updateComplete;
    await this.board.updateComplete;
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(this.board.toSVG())}`;
    await image.decode();
    return image;
  }

  private numbers({ counts, guesses }: Moment): TemplateResult {
    const values = { ...counts, depth: guesses.length };
    const texts = t().search.counters;
    return html`<dl class="numbers">
      ${NUMBERS.filter((key) => key !== 'solutions' || values[key] > 0).map(
        (key) =>
          html`<div>
            <dt title=${texts[key]}>${texts[key]}</dt>
            <dd>${grouped(values[key])}</dd>
          </div>`,
      )}
    </dl>`;
  }
}
