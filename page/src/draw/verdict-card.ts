import { html, nothing, type TemplateResult } from 'lit';

import { faultText } from '../exchange/fault-texts';
import type { EstimateReply, JobProgress } from '../engine';
import { layoutFor } from '../game/game';
import { digitsOfLine, isIncomplete, mayLackRules } from '../game/puzzle';
import { icon } from '../shell/icons';
import { grouped, jobRow, percent, type ShownJob } from '../shell/job';
import { language, t } from '../words';
import { constraintName, spoken } from './names';
import { differences, type Board } from './board';
import type { Checker, Findings, Working } from './checker';
import { SIGNS } from './verdict-badge';

/** The verdict in words; undefined until it is known. */
export function verdictText({ findings, ended, error, further }: Checker): string | undefined {
  const { check } = t();
  const { solved } = findings;
  const failed = error ?? further.error;
  if (failed !== undefined) return failed;
  if (!solved) return ended ? check.ended : undefined;
  return check.outcomes[solved.outcome] ?? check.unknown;
}

const partList = (parts: readonly string[]) =>
  html`<ul>
    ${parts.map((part) => html`<li>${spoken(constraintName(part))}</li>`)}
  </ul>`;

/** Why there is no solution. */
export function reasons({ solved, conflicts, contradiction }: Findings): TemplateResult | typeof nothing {
  const { check, exchange } = t();
  if (solved?.fault && conflicts.length === 0) {
    return html`<p>${faultText(solved.fault, exchange)}</p>`;
  }
  if (solved?.outcome !== 'unsatisfiable') return nothing;
  if (conflicts.length > 0) {
    return html`<p>${check.conflicts}</p>
      ${partList(conflicts.map(({ constraint, cells }) => `${constraintName(constraint)}: ${cells.join(', ')}`))}`;
  }
  if (contradiction && contradiction.parts.length > 0) {
    return html`<p>${check.contradiction(contradiction.smallest)}</p>
      ${partList(contradiction.parts)}`;
  }
  return html`<p>${check.refutations[solved.refutation ?? ''] ?? nothing}</p>`;
}

/** The card with the results about solutions. `shows` is whether it shows two solutions, if there are several. */
export function verdictCard(checker: Checker, board: Board, shows = true): TemplateResult {
  const { check } = t();
  const { findings } = checker;
  const { solved } = findings;
  const text = isIncomplete(board.puzzle) ? t().exchange.author.incomplete : verdictText(checker);
  const [sign, kind] = SIGNS[solved?.outcome ?? ''] ?? ['info', ''];
  const working = checker.working && {
    label: check.working[checker.working],
    ...progressOf(checker.working, checker.jobProgress),
    cancel: () => checker.stop(),
  };
  return html`<section class="card verdict ${kind}" aria-label=${check.verdict}>
    ${
      text === undefined
        ? html`<p class="title">${check.working.solve}</p>`
        : html`<h2 class="title">${icon(sign)} ${text}</h2>`
    }
    ${mayLackRules(board.puzzle) ? html`<p>${t().exchange.author.decoration}</p>` : nothing} ${reasons(findings)}
    ${redundant(findings)} ${solved?.second === undefined || !shows ? nothing : two(findings, board)}
    ${solved?.outcome === 'multiple' || solved?.outcome === 'unique' ? further(checker, board) : nothing}
    ${working ? jobRow(working) : nothing}
  </section>`;
}

function progressOf(working: Working, progress: JobProgress | undefined): Pick<ShownJob, 'share' | 'progressText'> {
  const { jobs } = t();
  if (!progress) return {};
  const { done, all, count } = progress;
  if (all === 0 || working === 'solve') return { progressText: jobs.nodes(grouped(count)) };
  return { share: done / all, progressText: (working === 'check' ? jobs.clues : jobs.candidates)(done, all) };
}

function redundant({ check: reply }: Findings): TemplateResult | typeof nothing {
  const { check } = t();
  if (reply?.minimal === undefined) return nothing;
  if (reply.minimal) return html`<p class="quiet">${check.minimal(reply.clues)}</p>`;
  const cells = reply.redundant ?? [];
  return html`<details>
    <summary class="quiet">${check.redundant} (${cells.length})</summary>
    <p>${check.redundantAbout} ${spoken(cells.join(', '))}</p>
  </details>`;
}

/** Two solutions, with the cells in which they differ. */
function two({ solved }: Findings, { puzzle, cells }: Board): TemplateResult | typeof nothing {
  const { check } = t();
  if (solved?.solution === undefined || solved.second === undefined) return nothing;
  const { shape } = puzzle;
  const { voids } = layoutFor(puzzle);
  const both = [solved.solution, solved.second].map((text) => digitsOfLine(text, shape));
  const other = differences(both[0], both[1], shape);
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
              .state=${digits.map((digit, cell) => (voids.has(cell) ? {} : { digit, given: cells[cell].digit !== undefined }))}
              .layers=${{ tints: [{ role: 'warn', cells: other }] }}
              .highlight=${{ equal: false, peers: false, conflicts: false }}
            ></arc-sudoku>
            <figcaption>${check.solution(index + 1)}</figcaption>
          </figure>`,
      )}
    </div>
    <p class="hidden-text">${spoken(other.join(', '))}</p>`;
}

function further(checker: Checker, board: Board): TemplateResult {
  const { check, jobs } = t();
  const { count, estimate, unnecessary, further, findings } = checker;
  const { text: number = '0', exact, share } = count ?? {};
  const bound = number !== '0' && (exact ? check.exactly : check.atLeast)(grouped(number));
  const found = [bound, estimate && estimated(estimate)].filter(Boolean).join(' · ');
  if (further.working) {
    const isCount = further.working === 'count';
    return jobRow({
      label: check.furtherWorking[further.working],
      ...(isCount
        ? { share, progressText: [found, share && jobs.share(percent(share))].filter(Boolean).join(' · ') }
        : progressOf('check', further.jobProgress)),
      cancel: () => further.stop(),
    });
  }
  const button = (label: string, ask: () => Promise<void>) =>
    html`<button @click=${() => void ask()}>${label}</button>`;
  if (findings.solved?.outcome === 'unique' && unnecessary) {
    return html`<p role="status">${check.unnecessary(unnecessary.length)}</p>
      ${unnecessary.length === 0 ? nothing : partList(unnecessary)}`;
  }
  if (findings.solved?.outcome === 'unique') {
    return html`<div class="row count">${button(check.further.necessary, () => checker.findNecessary(board))}</div>`;
  }
  return html`<div class="row count">
    <span role="status">${found}</span>
    ${count?.done ? nothing : button(check.further.count, () => checker.countAll(board))}
    ${count?.exact || estimate ? nothing : button(check.further.estimate, () => checker.estimateAll(board))}
  </div>`;
}

function estimated({ solutions, low, high, exact }: EstimateReply): string {
  const { check } = t();
  const number = (text: string) =>
    Number(text).toLocaleString(language(), {
      maximumSignificantDigits: 3,
      notation: Number(text) < 1e6 ? 'standard' : 'scientific',
    });
  if (solutions === undefined) return check.noEstimate;
  if (exact || low === undefined || high === undefined) return check.exactly(grouped(solutions));
  return check.estimated(number(solutions), number(low), number(high));
}
