import { nothing, svg, type SVGTemplateResult } from 'lit';

import { drawingOf, type Item } from './draw-listed';
import { columnsOf, rowsOf } from './cells';
import { corner, middle, n, outline, polyline, SIDE } from './geometry';
import { windowsOf, type Layout } from './houses';

type Drawn = SVGTemplateResult | typeof nothing;

/** Pieces of the drawing of rules. */
export function drawItems(items: readonly Item[]): Drawn[] {
  return items.map((item) =>
    'd' in item
      ? svg`<path class=${item.name} d=${item.d} />`
      : svg`<text class=${item.name} x=${n(item.at[0])} y=${n(item.at[1])}>${item.text}</text>`,
  );
}

/** What of the rules lies below the lines: windows, extra sets, diagonals, thermometers. */
export function drawRulesBelow({ shape, rules }: Layout): Drawn[] {
  const [wide, high] = [columnsOf(shape) * SIDE, rowsOf(shape) * SIDE];
  return rules.map((rule, index) => {
    switch (rule.kind) {
      case 'windoku':
        return svg`${windowsOf(shape).map((cells) => {
          const [x, y] = corner(shape, cells[0]);
          const side = shape.boxRows * SIDE;
          return svg`<rect class="window" x=${x} y=${y} width=${side} height=${side} />`;
        })}`;
      case 'all-different': {
        const cells = new Set(rule.cells);
        return svg`<path class="set s${index % 3}" d=${outline(cells, shape, 5)} />`;
      }
      case 'diagonals':
        return svg`<path class="diagonal" d="M0 0L${wide} ${high}M${wide} 0L0 ${high}" />`;
      case 'thermo': {
        if (rule.cells.length === 0) return nothing;
        const points = rule.cells.map((cell) => middle(shape, cell));
        const [x, y] = points[0];
        // One group, so that bulb and tube are one shade where they overlap.
        return svg`<g class="thermo"><circle cx=${x} cy=${y} r="22" /><path d=${polyline(points)} /></g>`;
      }
      default:
        return nothing;
    }
  });
}

/** Cages, above the lines so that their dashes show. */
export function drawCages({ shape, rules }: Layout): Drawn[] {
  return rules.map((rule) => {
    if (rule.kind !== 'cage' || rule.cells.length === 0) return nothing;
    const [x, y] = corner(shape, Math.min(...rule.cells));
    const text = rule.sum === undefined ? '' : String(rule.sum);
    const width = 4 + text.length * 8;
    return svg`<path class="cage" d=${outline(new Set(rule.cells), shape, 5)} />
      ${
        text === ''
          ? nothing
          : svg`<rect class="paper" x=${n(x + 2.5)} y=${n(y + 2.5)} width=${width} height="12" />
            <text class="sum" x=${n(x + 4)} y=${n(y + 12.8)}>${text}</text>`
      }`;
  });
}

/** The cells that show the sum of a cage, where corner marks leave room. */
export function cellsWithSums(layout: Layout): ReadonlySet<number> {
  const cages = layout.rules.filter((rule) => rule.kind === 'cage' && rule.sum !== undefined && rule.cells.length > 0);
  const first = cages.map((rule) => Math.min(...('cells' in rule ? rule.cells : [])));
  return new Set([...first, ...drawingOf(layout).labeled]);
}

/** Rules that are not drawn, as the kinds or texts that a page should tell beside the board. */
export function undrawn({ rules }: Layout): string[] {
  return rules.flatMap((rule) => {
    // Rules of lines and boxes are the grid itself.
    if (rule.kind === 'other') return /^(rows|columns|boxes)$/.test(rule.text) ? [] : [rule.text];
    return rule.kind === 'disjoint-groups' || rule.kind === 'anti-knight' ? [rule.kind] : [];
  });
}
