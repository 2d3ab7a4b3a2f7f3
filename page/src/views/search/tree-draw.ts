import { least } from 'd3-array';
import type { ZoomTransform } from 'd3-zoom';
import { nothing, svg, type SVGTemplateResult } from 'lit';

import type { Size } from './camera';
import type { Spot } from './layout';

type Drawn = SVGTemplateResult | typeof nothing;

/** Pixels of a column and of a row at scale 1. */
export const COLUMN = 34;
export const ROW = 40;
/** Radius of a branch and of a failed one. */
const RADIUS = 12;
const SMALL = 6;

export const center = ({ x, y }: Pick<Spot, 'x' | 'y'>) => ({ x: (x + 0.5) * COLUMN, y: (y + 0.5) * ROW });

const n = (value: number) => Math.round(value * 10) / 10;

/** The visible spots, and the ends of edges that cross the screen. */
export function seen(spots: readonly Spot[], camera: ZoomTransform, screen: Size): Spot[] {
  const inside = (spot: Spot) => {
    const { x, y } = center(spot);
    const [left, top] = [x * camera.k + camera.x, y * camera.k + camera.y];
    const edge = 3 * COLUMN;
    return left > -edge && top > -edge && left < screen.width + edge && top < screen.height + edge;
  };
  return spots.filter((spot) => inside(spot) || (spot.above && (spot.onPath || inside(spot.above))));
}

/** The mark of a failed branch without children. */
const isSmall = ({ fate, folded, branch }: Spot) => fate === 'failed' && folded === 0 && branch.below === 0;

/** Draws a search tree. All edges and all small marks of a kind are one path each. */
export function drawTree(spots: readonly Spot[], tip: Spot, name: (cell: string) => string): Drawn[] {
  const kinds = ['failed', 'solved', 'open'] as const;
  const edges = kinds.map((kind) => {
    const own = spots.filter((spot) => spot.above && kindOf(spot) === kind);
    return svg`<path class="edge ${kind}" d=${own.map(edge).join('')} />`;
  });
  const small = spots.filter(isSmall);
  const large = spots.filter((spot) => !isSmall(spot));
  return [
    ...edges,
    svg`<path class="dead back" d=${small.map(disc).join('')} />`,
    svg`<path class="dead cross" d=${small.map(cross).join('')} />`,
    ...large.map((spot) => mark(spot, spot === tip)),
    ...spots.filter((spot) => spot.onPath && spot.above).map((spot) => label(spot, name)),
  ];
}

/** The current path is drawn as open, even if it has led to a solution. */
const kindOf = (spot: Spot) => (spot.onPath ? 'open' : spot.fate);

function edge(spot: Spot): string {
  if (!spot.above) return '';
  const [from, to] = [center(spot.above), center(spot)];
  const middle = n((from.y + to.y) / 2);
  return `M${n(from.x)} ${n(from.y)}C${n(from.x)} ${middle} ${n(to.x)} ${middle} ${n(to.x)} ${n(to.y)}`;
}

function disc(spot: Spot): string {
  const { x, y } = center(spot);
  return `M${n(x - SMALL)} ${n(y)}a${SMALL} ${SMALL} 0 1 0 ${2 * SMALL} 0a${SMALL} ${SMALL} 0 1 0 ${-2 * SMALL} 0z`;
}

function cross(spot: Spot): string {
  const { x, y } = center(spot);
  const [far, side] = [2.6, 5.2];
  return `M${n(x - far)} ${n(y - far)}l${side} ${side}m0 ${-side}l${-side} ${side}`;
}

function mark(spot: Spot, isTip: boolean): Drawn {
  const { x, y } = center(spot);
  if (spot.folded > 0) {
    const [half, top, bottom] = [11, y - 9, y + 11];
    return svg`<path class="folded" d="M${n(x)} ${n(top)}L${n(x + half)} ${n(bottom)}H${n(x - half)}Z" />
      <text class="count" x=${n(x)} y=${n(bottom + 11)}>+${spot.folded}</text>`;
  }
  if (!spot.above) return svg`<circle class="root" cx=${n(x)} cy=${n(y)} r="7" />`;
  // A value without an alternative is not a guess.
  const kind = `${kindOf(spot)}${spot.branch.candidates.length === 1 ? ' forced' : ''}`;
  const ring = isTip ? svg`<circle class="tip" cx=${n(x)} cy=${n(y)} r=${RADIUS + 3.5} />` : nothing;
  const inner =
    spot.fate === 'solved' ? svg`<circle class="inner ${kind}" cx=${n(x)} cy=${n(y)} r=${RADIUS - 2.5} />` : nothing;
  return svg`${ring}<circle class="branch ${kind}" cx=${n(x)} cy=${n(y)} r=${RADIUS} />${inner}
    <text class="digit ${kind}" x=${n(x)} y=${n(y + 4.5)}>${spot.branch.holds ? '' : '≠'}${spot.branch.digit}</text>`;
}

/** Only open branches have names of cells next to them, because there is nothing to their right. */
function label(spot: Spot, name: (cell: string) => string): Drawn {
  const { x, y } = center(spot);
  return svg`<text class="name" x=${n(x + RADIUS + 7)} y=${n(y + 4)}>${name(spot.branch.cell)}</text>`;
}

/** The spot at a point of the drawing, if any. */
export function spotAt(spots: readonly Spot[], x: number, y: number, reach: number): Spot | undefined {
  const distance = (spot: Spot) => Math.hypot(center(spot).x - x, center(spot).y - y);
  const nearest = least(spots, distance);
  return nearest && distance(nearest) < reach ? nearest : undefined;
}
