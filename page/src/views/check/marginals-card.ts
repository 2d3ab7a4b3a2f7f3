import { html, nothing, type TemplateResult } from 'lit';

import { digitsOfLine } from '../../game/puzzle';
import { chooseFiles, fileText } from '../../exchange/files';
import { all, select, valueOf } from '../../shell/controls';
import { jobRow, percent } from '../../shell/job';
import { settings } from '../../shell/settings';
import { t } from '../../words';
import { spokenCell } from '../../draw/names';
import { digitTable } from '../../draw/candidates-card';
import type { CheckView } from './index';
import { LEAST_SHARE, type Shares } from './marginals';

/** The card with the probability of each digit, from the solutions or from a table of scores. */
export function marginalsCard(view: CheckView): TemplateResult {
  const { check } = t();
  const { marginals, board } = view;
  const found = marginals.of(board);
  return html`<section class="card marginals">
    <h2>${check.marginals}</h2>
    <p class="quiet">${check.marginalsHelp}</p>
    ${
      marginals.working
        ? jobRow({ label: check.marginalsWorking, cancel: () => marginals.clear() })
        : html`<div class="actions">
            ${
              found
                ? html`<button @click=${() => marginals.clear()}>${check.marginalsHide}</button>`
                : html`<button @click=${() => void marginals.ofClues(board)}>${check.marginalsShow}</button>`
            }
          </div>`
    }
    <div role="status">${marginals.error === undefined ? found && how(found) : marginals.error}</div>
    ${found ? html`${best(view, found)} ${ofCell(view, found)}` : nothing} ${scores(view)}
  </section>`;
}

/** A sentence about the method of the shares. */
function how({ exact, method, converged }: Shares): string {
  const { check } = t();
  // An exact search has found all solutions, like the engine `fast9`.
  const name = check.marginalsMethods[exact && method === 'search' ? 'fast9' : method] ?? method;
  if (exact) return check.marginalsExact(name);
  const about = check.marginalsAbout(name);
  return converged === false ? `${about} ${check.marginalsOpen}` : about;
}

function best(view: CheckView, found: Shares): TemplateResult | typeof nothing {
  const { check } = t();
  if (found.best === undefined) return nothing;
  const { shape } = view.board.puzzle;
  return html`<figure>
      <arc-sudoku
        readonly
        .shape=${shape}
        .state=${digitsOfLine(found.best, shape).map((digit) => ({ digit }))}
        .letters=${settings.value.letters}
        .chess=${settings.value.coordinates === 'chess'}
        .highlight=${{ equal: false, peers: false, conflicts: false }}
      ></arc-sudoku>
      <figcaption>${check.bestGrid}</figcaption>
    </figure>
    <div class="actions"><button @click=${() => view.fill(found.best ?? '')}>${check.bestGridUse}</button></div>`;
}

function ofCell({ selection, board }: CheckView, { shares }: Shares): TemplateResult | typeof nothing {
  const { check } = t();
  const cell = selection.at(-1);
  if (cell === undefined || shares[cell] === undefined) return nothing;
  const { shape } = board.puzzle;
  const listed = shares[cell].map((share, index) => ({ share, digit: index + 1 }));
  const rows = listed.filter(({ share }) => share >= LEAST_SHARE).sort((a, b) => b.share - a.share);
  const texts = rows.map(({ digit, share }) => [digit, `${percent(share)} %`] as const);
  return digitTable(check.sharesOf(spokenCell(cell, shape)), texts, shape);
}

function scores(view: CheckView): TemplateResult {
  const { check } = t();
  const pick = async () => {
    const [file] = await chooseFiles('.csv,.tsv,.txt,text/plain', false);
    const text = file && (await fileText(file));
    if (text !== undefined) view.openScores(text);
  };
  return html`<details ?open=${view.scores !== ''}>
    <summary>${check.scores}</summary>
    <div class="scores">
      <textarea
        class="code"
        rows="4"
        spellcheck="false"
        aria-label=${check.scores}
        .value=${view.scores}
        @input=${(event: Event) => (view.scores = valueOf(event))}
      ></textarea>
      ${select(check.scoreKind, all(check.scoreKinds), view.scoreKind, (kind) => (view.scoreKind = kind))}
      <div class="actions">
        <button @click=${() => void pick()}>${check.scoresPick}</button>
        <button ?disabled=${view.scores.trim() === ''} @click=${() => view.openScores(view.scores)}>
          ${check.scoresFind}
        </button>
      </div>
    </div>
  </details>`;
}
