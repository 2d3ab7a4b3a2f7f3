import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

import { digitText, placeOf, range } from '../../element/cells';
import { settings } from '../../shell/settings';
import { t } from '../../words';
import { cornersOf, frameOf, transformOf, type Content, type Sheet } from './model';
import type { Photo } from './read';
import type { Grid } from './worker';

/** What is drawn over a photo. */
export interface Overlay {
  readonly grid: Grid;
  readonly sheet: Sheet;
  /** The cell that the Tab key reaches. */
  readonly stop: number;
  readonly selected: number | undefined;
  /** Cells of a hint, and cells that break a rule. */
  readonly hinted: ReadonlySet<number>;
  readonly broken: ReadonlySet<number>;
  /** Digits of the solution or of a hint, by their cells. */
  readonly digits: ReadonlyMap<number, number>;
}

export const digitName = (digit: number): string => digitText(digit, settings.value.letters);

/** A content in words: `5, handwritten`. */
export function contentName({ kind, digit }: Content): string {
  return kind === 'blank' ? t().board.empty : `${digitName(digit)}, ${t().photo.kinds[kind]}`;
}

/** A cell in words: `row 3 column 4, 5, handwritten, doubtful`. `added` is the digit that is drawn in it. */
export function cellLabel({ shape, cells, doubtful }: Sheet, cell: number, added?: number): string {
  const [row, column] = placeOf(shape, cell);
  const parts = [t().board.cell(row + 1, column + 1), contentName(cells[cell])];
  if (doubtful.has(cell)) parts.push(t().photo.doubtful);
  if (added !== undefined) parts.push(t().photo.added(digitName(added)));
  return parts.join(', ');
}

/** The lines and digits of the reading. Each cell can be focused and chosen. */
export function overlay(photo: Photo, shown: Overlay, choose: (cell: number) => void): TemplateResult {
  const { grid } = shown;
  const rows = range(grid.size);
  return html`<svg
    viewBox=${frameOf(grid, photo.picture).join(' ')}
    role="grid"
    aria-label=${t().board.label(grid.size, grid.size)}
  >
    ${rows.map((row) => svg`<g role="row">${rows.map((column) => cellOf(shown, row * grid.size + column, choose))}</g>`)}
    <path class="boxes" aria-hidden="true" d=${boxesOf(grid)} />
  </svg>`;
}

function cellOf(shown: Overlay, cell: number, choose: (cell: number) => void): SVGTemplateResult {
  const { grid, sheet, stop, selected } = shown;
  const { kind, digit } = sheet.cells[cell];
  const added = shown.digits.get(cell);
  const isDoubtful = sheet.doubtful.has(cell);
  const names = [
    kind,
    isDoubtful ? 'doubtful' : '',
    shown.hinted.has(cell) ? 'hinted' : '',
    shown.broken.has(cell) ? 'broken' : '',
  ];
  // A mark for doubt in addition to the color.
  const text = `${digit > 0 ? digitName(digit) : ''}${isDoubtful ? '?' : ''}`;
  return svg`<g
    role="gridcell"
    class=${names.join(' ')}
    tabindex=${cell === stop ? 0 : -1}
    data-cell=${cell}
    aria-selected=${cell === selected}
    aria-label=${cellLabel(sheet, cell, added)}
    @click=${() => choose(cell)}
  >
    <polygon points=${cornersOf(grid, cell)
      .map((corner) => corner.map((value) => value.toFixed(1)).join())
      .join(' ')} />
    <g transform=${transformOf(grid, cell)} aria-hidden="true">
      ${text === '' ? nothing : svg`<text class="read" x="-44" y="-18">${text}</text>`}
      ${added === undefined ? nothing : svg`<text class="added" y="25">${digitName(added)}</text>`}
    </g>
  </g>`;
}

/** The borders of the boxes, through all crossings, so they follow curved paper. */
function boxesOf({ size, boxRows, crossings }: Grid): string {
  const side = size + 1;
  const line = (from: number, step: number) =>
    range(side)
      .map((at) => 2 * (from + at * step))
      .map((at, index) => `${index === 0 ? 'M' : 'L'}${crossings[at].toFixed(1)} ${crossings[at + 1].toFixed(1)}`)
      .join('');
  const every = (count: number) => range(size / count + 1).map((index) => index * count);
  const [rows, columns] = [every(boxRows), every(size / boxRows)];
  return [...rows.map((row) => line(row * side, 1)), ...columns.map((column) => line(column, side))].join('');
}
