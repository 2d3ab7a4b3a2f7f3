import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';

import { LEVELS } from '../../game/levels';
import { problem, valueOf } from '../../shell/controls';
import { Component, Loaded } from '../../shell/view';
import { language, t } from '../../words';
import { engine } from '../../engine';
import { stepStyles } from './panel-styles';
import { shippedBoards, type Boards } from './practice';
import { levelName, techniqueLink } from './step-card';
import type { TechniqueRow } from '../../engine';
import { bareList, column, row, tiles } from '../../shell/styles';

/** All techniques. Their levels are in English, as in other replies. */
export async function techniqueRows(): Promise<readonly TechniqueRow[]> {
  const [reply, english] = await Promise.all([
    engine.ask('techniques', { language: language() }),
    engine.ask('techniques', { language: 'en' }),
  ]);
  const levels = new Map(english.techniques.map(({ name, level }) => [name, level]));
  return reply.techniques.map((row) => ({ ...row, level: levels.get(row.name) }));
}

/** Rows by level, in the order of the levels; techniques without a level come last. */
export function byLevel(rows: readonly TechniqueRow[]): [level: string, rows: TechniqueRow[]][] {
  // Brute force is an answer, not a technique.
  const techniques = rows.filter(({ family }) => family !== 'reveal').sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  const of = (level: string) => techniques.filter((row) => (row.level?.toLowerCase() ?? '') === level);
  const groups = [...LEVELS, ''].map((level): [string, TechniqueRow[]] => [level, of(level)]);
  return groups.filter(([, group]) => group.length > 0);
}

/** Rows whose title, name or definition contains all words of a text. */
export function matching(rows: readonly TechniqueRow[], text: string): TechniqueRow[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name, title, definition }) => {
    const all = `${name} ${title} ${definition}`.toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}

/** All techniques with their levels, and a search. */
@customElement('arc-technique-list')
export class TechniqueList extends Component {
  static override styles = [
    stepStyles,
    css`
      .head {
        ${row('12px')};
        align-items: flex-end;
        justify-content: space-between;
        margin-bottom: 8px;
      }
      .head p {
        margin-top: 4px;
      }
      input {
        width: min(22rem, 100%);
      }
      details > summary {
        min-height: 48px;
        padding: 12px 4px;
        border-bottom: 1px solid var(--line);
      }
      h2 {
        display: inline;
      }
      ul {
        ${tiles('min(20rem, 100%)', '8px')};
        ${bareList};
        margin: 12px 0 16px;
      }
      li {
        display: flex;
      }
      a {
        flex: 1;
        min-width: 0;
        ${column('4px')};
      }
      .top {
        ${row('8px')};
        align-items: baseline;
        justify-content: space-between;
      }
      strong {
        min-width: 0;
        color: var(--accent);
        font-weight: 650;
        hyphens: auto;
        overflow-wrap: anywhere;
      }
      .definition {
        font-size: 0.9375rem;
        line-height: 1.4;
      }
    `,
  ];

  @state() private text = '';
  private readonly loaded = new Loaded(this, language, () => Promise.all([techniqueRows(), shippedBoards()]));

  override render() {
    const { techniques } = t();
    return html`<div class="head">
        <div>
          <h1>${t().views.techniques}</h1>
          <p class="quiet">${techniques.intro}</p>
        </div>
        <input
          type="search"
          placeholder=${techniques.search}
          aria-label=${techniques.search}
          @input=${(event: Event) => (this.text = valueOf(event))}
        />
      </div>
      ${problem(this.loaded.error)} ${this.loaded.value ? this.groups(...this.loaded.value) : nothing}`;
  }

  private groups(rows: readonly TechniqueRow[], boards: Boards): TemplateResult {
    const { techniques } = t();
    const groups = byLevel(matching(rows, this.text));
    if (groups.length === 0) return html`<p role="status">${techniques.noMatch}</p>`;
    return html`${groups.map(
      ([level, group], index) =>
        html`<details ?open=${index === 0 || this.text.trim() !== ''}>
          <summary>
            <h2>${level === '' ? techniques.otherScales : levelName(level)}</h2>
            <span class="quiet">(${group.length})</span>
          </summary>
          <ul>
            ${group.map((row) => this.row(row, boards.get(row.name)?.length ?? 0))}
          </ul>
        </details>`,
    )}`;
  }

  private row({ name, title, definition }: TechniqueRow, boards: number): TemplateResult {
    const { techniques } = t();
    return html`<li>
      <a class="card" href=${techniqueLink(name)}>
        <span class="top">
          <strong>${title}</strong>
          ${boards > 0 ? html`<span class="chip">${techniques.boards(boards)}</span>` : nothing}
        </span>
        <span class="definition quiet">${definition}</span>
      </a>
    </li>`;
  }
}
