import { html, svg, type TemplateResult } from 'lit';

import { corner, extentOf, gridLines, SIDE } from '../../element/geometry';
import { layoutFor, type Game } from '../../game/game';

/** A small picture of a game: which cells are filled. Style `.given`, `.entered` and `.line`. */
export function sketch({ puzzle, state }: Game): TemplateResult {
  const { shape, voids } = layoutFor(puzzle);
  const { thick, frame } = gridLines(shape, voids);
  const [wide, high] = extentOf(shape).map((length) => length / SIDE);
  const filled = (given: boolean) =>
    state
      .map((cell, index) => {
        if (cell.digit === undefined || (cell.given === true) !== given) return '';
        const [x, y] = corner(shape, index);
        return `M${x / SIDE + 0.22} ${y / SIDE + 0.22}h.56v.56h-.56z`;
      })
      .join('');
  return html`<svg class="sketch" viewBox="-0.1 -0.1 ${wide + 0.2} ${high + 0.2}" aria-hidden="true">
    ${svg`<path class="given" d=${filled(true)} /><path class="entered" d=${filled(false)} />
      <path class="line" transform="scale(${1 / SIDE})" stroke-width="6" d=${thick} />
      <path class="line" transform="scale(${1 / SIDE})" stroke-width="6" d=${frame} />`}
  </svg>`;
}
