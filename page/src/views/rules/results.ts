import { html, nothing, type TemplateResult } from 'lit';

import { cellsOfPart } from '../../draw/board';
import { constraintName, spoken } from '../../draw/names';
import { cellIndex } from '../../element/cells';
import type { AskOf, RateReply } from '../../engine';
import { isClassic } from '../../game/puzzle';
import { iconButton } from '../../shell/controls';
import { jobRow } from '../../shell/job';
import { t } from '../../words';
import { withGivens, withLine } from './draft';
import type { RulesView } from './index';

/** The rules and clues that the single solution does not need individually; clues as `r1c2=3`. */
export function redundantParts({ checker, board }: RulesView): readonly string[] {
  const { unnecessary, findings } = checker;
  const clue = (cell: string) => `${cell}=${board.puzzle.givens[cellIndex(cell, board.puzzle.shape) ?? 0]}`;
  return unnecessary ?? (findings.check?.redundant ?? []).map(clue);
}

/** Buttons that remove the redundant parts. The board marks them while the list is open. */
export function redundantPart(view: RulesView): TemplateResult | typeof nothing {
  const parts = redundantParts(view);
  if (parts.length === 0) return nothing;
  const remove = (part: string) => {
    const { draft } = view;
    const line = draft.lines.indexOf(part);
    view.change(line < 0 ? withGivens(draft, cellsOfPart(part, view.board), 0) : withLine(draft, line));
  };
  return html`<details
    class="card"
    ?open=${view.marking}
    @toggle=${({ target }: Event) => (view.marking = (target as HTMLDetailsElement).open)}
  >
    <summary>${t().rules.publish.redundant(parts.length)}</summary>
    <div class="row">
      ${parts.map((part) => {
        const name = spoken(constraintName(part));
        return iconButton('trash', t().rules.remove(name), () => remove(part), { look: '', text: name });
      })}
    </div>
  </details>`;
}

/** Rates a puzzle on request. */
function rate({ rater, board: { puzzle } }: RulesView, take: (ratings: readonly RateReply[]) => void): void {
  const scales: Pick<AskOf<'ratings'>, 'scales'> = isClassic(puzzle) ? {} : { scales: ['relaxed'] };
  void rater.start(
    true,
    (ask) => ask('ratings', { puzzle: puzzle.text, ...scales }),
    (found) => take(found.ratings),
  );
}

function ratingText({ outcome, scale, level = '', score, er, hardest_step: hardest }: RateReply): string {
  const { help, common } = t();
  const name = help.scales[scale] ?? help.scales.logic;
  if (outcome !== 'rated') return `${name}: ${help.unrated[outcome] ?? outcome}`;
  if (er !== undefined) return `${name}: ${er.toFixed(1)}`;
  const word = common.levels[level.toLowerCase()] ?? level;
  return `${name}: ${hardest === undefined ? `${word}, ${score}` : help.ruledRating(hardest.toFixed(1), score ?? 0)}`;
}

/** The difficulty of a puzzle with one solution. */
export function ratingPart(view: RulesView): TemplateResult | typeof nothing {
  const { rules, help } = t();
  const { rater, ratings } = view;
  if (view.checker.findings.solved?.outcome !== 'unique') return nothing;
  if (rater.working) return jobRow({ label: help.searching, cancel: () => rater.stop() });
  const ask = iconButton('chart', rules.rate, () => rate(view, (found) => (view.ratings = found)), {
    look: '',
    text: rules.rate,
  });
  return html`<section class="card stack">
    ${ratings ? ratings.map((one) => html`<strong>${ratingText(one)}</strong>`) : ask}
    <p class="small quiet">${rater.error ?? rules.ratingHow}</p>
  </section>`;
}
