import { html, nothing, svg, type TemplateResult } from 'lit';

import { digitText, leastOf } from '../element/cells';
import { colorForm } from '../element/draw-cells';
import type { Shape } from '../element/types';
import { listed, select } from '../shell/controls';
import { CHOICES, settings, type Settings } from '../shell/settings';
import { t } from '../words';
import { spokenCell } from './names';
import { COUNT_COLORS, FEW, type Board } from './board';
import type { Checker } from './checker';

/** What shows true candidates: a view with a board. */
export interface CandidatesView {
  readonly checker: Checker;
  readonly board: Board;
  readonly selection: readonly number[];
  /** The maximum count of each candidate; 0 hides candidates. */
  readonly most: Settings['checkMost'];
  setMost(most: Settings['checkMost']): void;
}

export function candidatesCard(view: CandidatesView): TemplateResult {
  const { check } = t();
  const { most } = view;
  return html`<section class="card">
    <h2>${check.candidates}</h2>
    ${select(
      check.candidatesHelp,
      listed(CHOICES.checkMost, (cap) => check.caps(cap)),
      most,
      (cap) => view.setMost(cap),
    )}
    ${most > 1 ? legend(most) : nothing} ${counts(view)}
  </section>`;
}

function legend(most: number): TemplateResult {
  const { check } = t();
  const rows: [number | undefined, string][] = [
    [COUNT_COLORS.one, check.inOne],
    [COUNT_COLORS.few, check.inFew(Math.min(FEW, most - 1))],
  ];
  if (most > FEW + 1) rows.push([COUNT_COLORS.more, check.inMore(FEW + 1, most - 1)]);
  rows.push([undefined, check.inMost(most)]);
  return html`<ul class="legend">
    ${rows.map(([color, text]) => html`<li>${sign(color)} ${text}</li>`)}
  </ul>`;
}

/** A candidate with its form and color on the board. */
function sign(color: number | undefined): TemplateResult {
  const form = color === undefined ? nothing : svg`<path class="k${color}" d=${colorForm(color, [0, 0], 8.5)} />`;
  return html`<svg class="sign" viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true">
    ${form}
    <text y="4.5">5</text>
  </svg>`;
}

function counts({ checker, selection, board, most }: CandidatesView): TemplateResult | typeof nothing {
  const { check } = t();
  const cell = selection.at(-1);
  const row = cell === undefined ? undefined : checker.findings.candidates?.counts?.[cell];
  if (cell === undefined || !row || most === 0) return nothing;
  const { shape } = board.puzzle;
  const text = (count: number) => (most === 1 ? check.possible : check.solutions(count, count >= most));
  const rows = row.flatMap((count, index) => (count > 0 ? [[index + 1, text(count)] as const] : []));
  return digitTable(check.countsOf(spokenCell(cell, shape)), rows, shape);
}

export function digitTable(
  caption: string,
  rows: readonly (readonly [digit: number, text: string])[],
  shape: Shape,
): TemplateResult {
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${rows.map(
        ([digit, text]) =>
          html`<tr>
            <th scope="row">${digitText(digit, settings.value.letters, leastOf(shape))}</th>
            <td>${text}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
