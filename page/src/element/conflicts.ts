import { digitsOf, leastOf } from './cells';
import type { Layout } from './houses';
import type { Rule } from './rules';

/** Whether the board can check a rule completely. The library checks all other rules. */
export function isChecked(rule: Rule): boolean {
  if (rule.kind === 'other') return /^(rows|columns|boxes)$/.test(rule.text);
  return rule.kind !== 'listed';
}

/** The cells whose digits violate a rule that the board can check. */
export function conflictsOf(layout: Layout, digits: readonly (number | undefined)[]): Set<number> {
  const wrong = new Set<number>();
  layout.peers.forEach((peers, cell) => {
    const digit = digits[cell];
    if (digit !== undefined && peers.some((peer) => digits[peer] === digit)) wrong.add(cell);
  });
  const least = leastOf(layout.shape);
  for (const rule of layout.rules) {
    if (rule.kind === 'cage' && rule.sum !== undefined) {
      const filled = rule.cells.filter((cell) => digits[cell] !== undefined);
      const sum = filled.reduce((total, cell) => total + (digits[cell] ?? 0) - 1 + least, 0);
      const full = filled.length === rule.cells.length;
      if (full ? sum !== rule.sum : sum > rule.sum || (least > 0 && sum === rule.sum))
        filled.forEach((cell) => wrong.add(cell));
    }
    if (rule.kind === 'thermo') {
      const filled = [...rule.cells.entries()].filter(([, cell]) => digits[cell] !== undefined);
      filled.slice(1).forEach(([index, cell], at) => {
        const [before, last] = filled[at];
        // The values must leave room for the digits of the cells in between.
        if ((digits[cell] ?? 0) - (digits[last] ?? 0) < index - before) wrong.add(cell).add(last);
      });
    }
  }
  return wrong;
}

/** For every empty cell, the digits that none of its peers has; none for filled cells. */
export function openDigits(layout: Layout, digits: readonly (number | undefined)[]): number[][] {
  const { size } = layout.shape;
  return layout.peers.map((peers, cell) => {
    if (digits[cell] !== undefined || layout.voids.has(cell)) return [];
    const seen = new Set(peers.map((peer) => digits[peer]));
    return digitsOf(size).filter((digit) => !seen.has(digit));
  });
}
