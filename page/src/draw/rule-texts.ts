import { html, nothing, type TemplateResult } from 'lit';

import { diagonalOf, drawingOf } from '../element/draw-listed';
import type { Layout } from '../element/houses';
import { kindNamed } from '../element/rules';
import { layoutFor } from '../game/game';
import type { Puzzle } from '../game/puzzle';
import { settings } from '../shell/settings';
import { t } from '../words';

/** The maximum length of a rule's text in the list, and the maximum number of listed rules that are not drawn. */
const [LONGEST, MOST] = [110, 12];

/** The rules that are not listed by their drawings. A page should list them next to the board. */
function ownTexts({ rules, shape }: Layout): string[] {
  return rules.flatMap((rule) => {
    // The rules of rows, columns and boxes are visible in the grid.
    if (rule.kind === 'other') return /^(rows|columns|boxes)$/.test(rule.text) ? [] : [rule.text];
    if (rule.kind === 'all-different' && diagonalOf(shape, rule.cells)) return [t().play.diagonal];
    return ['listed', 'regions', 'grid', 'void'].includes(rule.kind) ? [] : [described(rule.kind)];
  });
}

/** Words about a rule with its meaning, which may begin with its name. */
export function described(kind: string, words = kindName(kind)): string {
  const text = meaning(kind);
  return text.startsWith(`${words}:`) ? text : `${words}: ${text}`;
}

/**
 * The meanings of drawn rules, and the rules that are not drawn. Drawings that differ only in color are named by their
 * color, or in one color by their letters.
 */
export function ruleTexts(layout: Layout, inOneColor = settings.value.palette === 'distinct'): string[] {
  const own = new Set(ownTexts(layout));
  const all = drawingOf(layout).entries.filter(({ name }) => name !== 'group');
  const words = all.filter(({ drawn }) => !drawn);
  const listed = [...all.filter(({ drawn }) => drawn), ...words.slice(0, MOST)].map(
    ({ name, words, tags, hues, color }) => {
      const short = words.length > LONGEST ? `${words.slice(0, LONGEST).trim()} …` : words;
      const marks = inOneColor || hues.length === 0 ? hues : [`(${t().play.lineColor(color)})`];
      return described(name, [...tags, ...marks, kindName(name), short].filter((word) => word !== '').join(' '));
    },
  );
  return [...own, ...listed, ...(words.length > MOST ? [t().play.moreRules(words.length - MOST)] : [])];
}

export const meaning = (name: string): string => t().kinds.get(name)?.meaning ?? kindNamed(name)?.summary ?? '';

export function kindName(name: string): string {
  const words = name.replaceAll('-', ' ');
  return t().kinds.get(name)?.name ?? words[0].toUpperCase() + words.slice(1);
}

export function ruleList(puzzle: Puzzle): TemplateResult | typeof nothing {
  const rules = ruleTexts(layoutFor(puzzle));
  if (rules.length === 0) return nothing;
  return html`<ul class="rule-list">
    ${rules.map((rule) => html`<li>${rule}</li>`)}
  </ul>`;
}
