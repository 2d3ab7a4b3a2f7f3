import { css, nothing, svg, type SVGTemplateResult } from 'lit';

import { SIDE, squares } from './geometry';
import type { Extent } from './cells';
import type { DrawnShape, Layers } from './types';

/** The side of a cell in drawings of documents. */
const UNITS = 1000;

/** The space that a drawing needs around the grid. */
export const spaceAround = ({ drawing }: Layers): number => ((drawing?.margin ?? 0) * SIDE) / UNITS;

/** The shapes of a document above or below the lines of the grid. */
export function drawDocument({ drawing }: Layers, above: boolean): SVGTemplateResult {
  const shapes = (drawing?.shapes ?? []).filter((shape) => (shape.above ?? false) === above);
  return svg`<g class="document" transform="scale(${SIDE / UNITS})">${shapes.map(drawShape)}</g>`;
}

function drawShape({ dot, color, width, path, text, at = [] }: DrawnShape) {
  const [x = 0, y = 0, size = 0, angle = 0] = at;
  const turn = angle === 0 ? nothing : `rotate(${angle} ${x} ${y})`;
  if (text == null) {
    const [look, thick] = width == null ? [dot ? 'dot' : 'area', nothing] : ['stroke', width];
    return svg`<path class=${look} color=${color} stroke-width=${thick} d=${path} transform=${turn} />`;
  }
  const base = y + size * 0.36;
  return svg`<text class="area" color=${color} x=${x} y=${base} font-size=${size} transform=${turn}>${text}</text>`;
}

export const drawFog = (shape: Extent, { fog = [] }: Layers): SVGTemplateResult =>
  svg`<path class="fog" d=${squares(shape, fog)} />`;

/** The colors of a document are for white paper. On dark paper, their lightness is inverted, except for dots. */
export const documentStyles = css`
  .document {
    stroke-linecap: round;
    stroke-linejoin: round;
    text-anchor: middle;
  }
  .document .dot {
    fill: currentColor;
  }
  .document .area {
    fill: light-dark(currentColor, oklch(from currentColor calc(1 - 0.78 * l) c h / alpha));
  }
  .document .stroke {
    fill: none;
    stroke: light-dark(currentColor, oklch(from currentColor calc(1 - 0.78 * l) c h / alpha));
  }
  .fog {
    fill: light-dark(#8d97a3, #4b5563);
  }
`;
