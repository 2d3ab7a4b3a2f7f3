import { html, nothing, type TemplateResult } from 'lit';

import { tellFault } from '../../exchange/tell';
import { icon, type IconName } from '../../shell/icons';
import { t } from '../../words';
import { constraintName, spokenCells } from '../help/names';
import { differences, solutionDigits, type Board } from './board';
import type { Checker, Findings } from './checker';

/** The verdict in words; undefined while it is worked out. */
export function verdictText({ findings, ended, error }: Checker): string | undefined {
  const { check } = t();
  const { solved } = findings;
  if (error !== undefined) return error;
  if (!solved) return ended ? check.ended : undefined;
  switch (solved.outcome) {
    case 'unique':
      return check.unique;
    case 'multiple':
      return check.multiple;
    case 'unsatisfiable':
      return check.none;
    case 'malformed':
      return check.malformed;
    default:
      return check.unknown;
  }
}

/** Why there is no solution. */
function reasons({ solved, conflicts }: Findings, size: number): TemplateResult | typeof nothing {
  const { check, exchange } = t();
  if (solved?.fault && conflicts.length === 0) {
    return html`<p>${tellFault(solved.fault, exchange)}</p>`;
  }
  if (solved?.outcome !== 'unsatisfiable') return nothing;
  if (conflicts.length > 0) {
    return html`<p>${check.conflicts}</p>
      <ul>
        ${conflicts.map(({ constraint, cells }) => html`<li>${constraintName(constraint)}: ${spokenCells(cells, size)}</li>`)}
      </ul>`;
  }
  return html`<p>${check.refutations[solved.refutation ?? ''] ?? nothing}</p>`;
}

const SIGNS: Record<string, [IconName, string]> = {
  unique: ['check', 'good'],
  multiple: ['shapes', 'warn'],
  unsatisfiable: ['close', 'bad'],
  malformed: ['close', 'bad'],
};

/** What is known of the solutions. */
export function verdictCard(checker: Checker, board: Board): TemplateResult {
  const { check, help } = t();
  const { findings } = checker;
  const { solved } = findings;
  const text = verdictText(checker);
  const [sign, kind] = SIGNS[solved?.outcome ?? ''] ?? ['info', ''];
  return html`<section class="card verdict ${kind}" aria-label=${check.verdict}>
    ${
      text === undefined
        ? html`<p class="title">${check.working.solve}</p>`
        : html`<h2 class="title">${icon(sign)} ${text}</h2>`
    }
    ${reasons(findings, board.puzzle.shape.size)} ${redundant(findings, board.puzzle.shape.size)}
    ${solved?.second === undefined ? nothing : two(findings, board)}
    ${solved?.outcome === 'multiple' ? counting(checker, board) : nothing}
    ${
      checker.working
        ? html`<div class="row waiting" role="status">
            <span class="spinner" aria-hidden="true"></span>
            <span>${check.working[checker.working]}</span>
            <button
              @click=${() => {
                checker.stop();
              }}
            >
              ${icon('close')} ${help.cancel}
            </button>
          </div>`
        : nothing
    }
  </section>`;
}

function redundant({ check: reply }: Findings, size: number): TemplateResult | typeof nothing {
  const { check } = t();
  if (reply?.minimal === undefined) return nothing;
  const cells = reply.redundant ?? [];
  return html`<p class="quiet">
    ${reply.minimal ? check.minimal(reply.clues) : check.redundant(cells.length, spokenCells(cells, size))}
  </p>`;
}

/** Two solutions, with the cells in which they differ. */
function two({ solved }: Findings, { puzzle, cells }: Board): TemplateResult | typeof nothing {
  const { check } = t();
  if (solved?.solution === undefined || solved.second === undefined) return nothing;
  const { size } = puzzle.shape;
  const both = [solved.solution, solved.second].map((text) => solutionDigits(text, size));
  const other = differences(both[0], both[1], size);
  return html`<p>${check.differ(other.length)}</p>
    <div class="two">
      ${both.map(
        (digits, index) =>
          html`<figure>
            <arc-sudoku
              readonly
              inert
              aria-hidden="true"
              .shape=${puzzle.shape}
              .rules=${puzzle.rules}
              .state=${digits.map((digit, cell) => ({ digit, given: cells[cell].digit !== undefined }))}
              .layers=${{ tints: [{ role: 'warn', cells: other }] }}
              .highlight=${{ equal: false, peers: false, conflicts: false }}
            ></arc-sudoku>
            <figcaption>${check.solution(index + 1)}</figcaption>
          </figure>`,
      )}
    </div>
    <p class="hidden-text">${spokenCells(other, size)}</p>`;
}

function counting(checker: Checker, board: Board): TemplateResult {
  const { check, help } = t();
  const { count } = checker;
  const grouped = count && groups(count.text);
  const text =
    !count || grouped === undefined ? nothing : count.exact ? check.exactly(grouped) : check.atLeast(grouped);
  return html`<div class="row count">
    ${
      checker.counting
        ? html`<span class="spinner" aria-hidden="true"></span
            ><span role="status">${count ? text : check.counting}</span>
            <button @click=${() => checker.stopCount()}>${icon('close')} ${help.cancel}</button>`
        : html`${count ? html`<span role="status">${text}</span>` : nothing}
          ${count?.done ? nothing : html`<button @click=${() => void checker.countAll(board)}>${check.count}</button>`}`
    }
  </div>`;
}

/** Figures in groups of three, as the language has them. */
function groups(count: string): string {
  return BigInt(count).toLocaleString(document.documentElement.lang || undefined);
}
