import { html, svg, type TemplateResult } from 'lit';

import { gridLines, SIDE } from '../../element/geometry';
import type { Game } from '../../game/game';

/** A small picture of a game: which cells are filled. Style `.given`, `.entered` and `.line`. */
export function sketch({ puzzle, state }: Game): TemplateResult {
  const { size } = puzzle.shape;
  const { thick } = gridLines(puzzle.shape);
  const filled = (given: boolean) =>
    state
      .map((cell, index) => {
        if (cell.digit === undefined || (cell.given === true) !== given) return '';
        return `M${(index % size) + 0.22} ${Math.floor(index / size) + 0.22}h.56v.56h-.56z`;
      })
      .join('');
  return html`<svg class="sketch" viewBox="-0.1 -0.1 ${size + 0.2} ${size + 0.2}" aria-hidden="true">
    ${svg`<path class="given" d=${filled(true)} /><path class="entered" d=${filled(false)} />
      <path class="line" transform="scale(${1 / SIDE})" stroke-width="6" d=${thick} />
      <rect class="line" width=${size} height=${size} />`}
  </svg>`;
}
