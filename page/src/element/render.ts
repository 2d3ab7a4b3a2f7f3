import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';

import {
  cellCount,
  cellName,
  columnsOf,
  extraRows,
  gridCells,
  rowsOf,
  digitText,
  leastOf,
  placeOf,
  rowName,
} from './cells';
import { drawCell, drawColors, type CellStyle } from './draw-cells';
import { drawAreas, drawFailures, drawLinks, drawMarks, drawTints, drawWideEnds, inkOf } from './draw-picture';
import { drawDocument, drawFog, spaceAround } from './draw-document';
import { drawingOf, type Item } from './draw-listed';
import { corner, extentOf, gridLines, n, outline, SIDE, squares } from './geometry';
import type { Layout } from './houses';
import { patterns } from './palette';
import { cursorOf, type Selection } from './select';
import type { CellState, Highlight, Layers, Shape } from './types';
import type { board } from '../words/en';

/** The texts of the board in one language. */
export type BoardWords = typeof board;

interface Describe {
  readonly words: BoardWords;
  readonly shape: Shape;
  readonly letters: boolean;
}

/** The content of a cell in words: "5, given". */
export function contents({ words, letters, shape }: Describe, state: CellState, conflict: boolean): string {
  const text = (digit: number) => digitText(digit, letters, leastOf(shape));
  const list = (digits: readonly number[]) => digits.map(text).join(' ');
  const parts: string[] = [];
  if (state.digit !== undefined) {
    parts.push(text(state.digit));
    if (state.given) parts.push(words.given);
    if (conflict) parts.push(words.conflict);
  } else {
    if (state.corner?.length) parts.push(words.corner(list(state.corner)));
    if (state.center?.length) parts.push(words.center(list(state.center)));
    if (parts.length === 0) parts.push(words.empty);
  }
  if (state.colors?.length) parts.push(state.colors.map((color) => words.colorNames[color - 1]).join(' '));
  for (const [digit, color] of Object.entries(state.candidateColors ?? {})) {
    if (state.digit === undefined) parts.push(words.candidateColor(text(Number(digit)), words.colorNames[color - 1]));
  }
  return parts.join(', ');
}

/** The name of a cell: "row 3 column 4, 5, given". */
function cellLabel(how: Describe, cell: number, state: CellState, conflict: boolean): string {
  const [row, column] = placeOf(how.shape, cell);
  const inside = gridCells(how.shape);
  const name = cell < inside ? how.words.cell(row + 1, column + 1) : how.words.extraCell(cell - inside + 1);
  return `${name}, ${contents(how, state, conflict)}`;
}

/** All data of a drawing. */
export interface Scene {
  readonly layout: Layout;
  readonly style: CellStyle;
  readonly state: readonly CellState[];
  readonly selection: Selection;
  readonly conflicts: ReadonlySet<number>;
  readonly highlight: Highlight;
  readonly layers: Layers;
  /** The digit whose cells and marks are emphasized. */
  readonly equal?: number;
  readonly labels: boolean;
  readonly chess: boolean;
  readonly words: BoardWords;
  readonly pending?: { readonly cell: number; readonly text: string };
  readonly readonly: boolean;
  /** The cell that the Tab key reaches. */
  readonly stop: number;
}

/** Space around the grid for its frame, for clues, and for the names of rows and columns. */
export function margins(labels: boolean, layout: Layout, layers: Layers): { lead: number; tail: number } {
  const { lead, tail } = drawingOf(layout);
  const around = spaceAround(layers);
  return { lead: Math.max(lead, around) + (labels ? 22 : 3), tail: Math.max(tail, around) + 3 };
}

const square = (shape: Shape, cell: number, name: string) => {
  const [x, y] = corner(shape, cell);
  return svg`<rect class=${name} x=${x} y=${y} width=${SIDE} height=${SIDE} />`;
};

export function drawBoard(scene: Scene): TemplateResult {
  const { layout, style, state, selection, layers, highlight } = scene;
  const { shape } = layout;
  const { lead, tail } = margins(scene.labels, layout, layers);
  const [wide, high] = extentOf(shape);
  const picture = layers.picture ?? {};
  const cursor = cursorOf(selection);
  const peers = highlight.peers && selection.length === 1 && cursor !== undefined ? layout.peers[cursor] : [];
  const ink = inkOf(shape, layers.picture);
  const drawing = drawingOf(layout);
  const chosen = new Set(selection);
  // Fills are below colors, because mixed colors would neither show the color nor the selection.
  const equal = [...state.keys()].filter(
    (cell) => scene.equal !== undefined && state[cell].digit === scene.equal && !chosen.has(cell),
  );
  // Fog hides all rules and drawings, but neither digits nor the selection.
  const inFog = layers.fog !== undefined;
  const under = () => svg`<g>${drawItems(drawing.below)}</g>`;
  const over = () => svg`<g>${drawItems(drawing.above)}</g>${drawDocument(layers, true)}`;
  const marks = () => svg`<g>${drawItems(drawing.marks)}</g>`;
  return html`<svg
    viewBox="${-lead} ${-lead} ${wide + lead + tail} ${high + lead + tail}"
    aria-hidden="true"
    focusable="false"
  >
    ${guard([], () => svg`<defs>${patterns()}</defs>`)}
    ${guard([layout], () => svg`<path class="paper" d=${paper(layout)} />`)}
    ${guard([layers.drawing?.shapes], () => drawDocument(layers, false))}
    ${guard([layout, layers.fog, layers.drawing?.shapes], () =>
      inFog ? svg`${under()}${over()}${marks()}${drawFog(shape, layers)}` : nothing,
    )}
    <g>
      ${peers.map((cell) => square(shape, cell, 'peer'))} ${equal.map((cell) => square(shape, cell, 'equal'))}
      ${selection.map((cell) => square(shape, cell, 'selected'))}
    </g>
    <g>${state.map((cell, index) => guard([shape, cell.colors], () => drawColors(shape, index, cell.colors)))}</g>
    ${equal.map((cell) => (state[cell].colors ? svg`<path class="equal-edge" d=${outline(new Set([cell]), shape, 5)} />` : nothing))}
    ${guard([layout, inFog], () => (inFog ? nothing : under()))}
    ${guard(
      [layout, layers.picture, layers.tints, layers.failures],
      () =>
        svg`<g>${drawAreas(layout, picture)}${drawTints(shape, layers.tints ?? [])}${drawFailures(shape, layers.failures ?? [])}</g>`,
    )}
    ${guard([layout, scene.labels, scene.chess, layers.drawing?.margin], () => drawLines(scene))}
    ${guard([layout, inFog, layers.drawing?.shapes], () => (inFog ? nothing : over()))}
    ${selection.length === 0 ? nothing : svg`<path class="selection-edge" d=${outline(chosen, shape, 3.5)} />`}
    ${guard(
      [layout, style, layers.picture],
      () => svg`<g>${drawWideEnds(shape, style.places, picture)}${drawMarks(shape, style.places, picture)}</g>`,
    )}
    <g>
      ${state.map((cell, index) => {
        if (layout.voids.has(index)) return nothing;
        const domain = layers.domains?.[index];
        const shares = layers.shares?.[index];
        const pending = scene.pending?.cell === index ? scene.pending.text : undefined;
        const view = {
          conflict: scene.conflicts.has(index),
          equal: scene.equal,
          domain,
          shares,
          ink: ink.get(index),
          sum: drawing.labeled.has(index),
          pending,
        };
        const emphasized = hasMark(cell, domain, scene.equal) ? scene.equal : undefined;
        return guard([style, cell, view.conflict, emphasized, domain, shares, layers.picture, view.sum, pending], () =>
          drawCell(style, index, cell, view),
        );
      })}
    </g>
    ${guard([layout, inFog], () => (inFog ? nothing : marks()))}
    ${guard([layout, style, layers.picture], () => svg`<g>${drawLinks(shape, style.places, picture)}</g>`)}
  </svg>`;
}

/** Pieces of the drawing of rules. */
export function drawItems(items: readonly Item[]): SVGTemplateResult[] {
  return items.map((item) =>
    'd' in item
      ? svg`<path class=${item.name} d=${item.d} />`
      : svg`<text class=${item.name} x=${n(item.at[0])} y=${n(item.at[1])}>${item.text}</text>`,
  );
}

/** The area of all cells. */
function paper({ shape, voids }: Layout): string {
  const [wide, high] = [columnsOf(shape) * SIDE, rowsOf(shape) * SIDE];
  const inside = gridCells(shape);
  const isOne = (cell: number) => cell >= inside || (voids.size > 0 && !voids.has(cell));
  const single = Array.from({ length: cellCount(shape) }, (_, cell) => cell).filter(isOne);
  return (voids.size > 0 ? '' : `M0 0h${wide}v${high}h${-wide}z`) + squares(shape, single);
}

function hasMark({ digit, corner, center }: CellState, domain: readonly number[] | undefined, equal?: number): boolean {
  if (equal === undefined || digit !== undefined) return false;
  return domain ? domain.includes(equal) : !!corner?.includes(equal) || !!center?.includes(equal);
}

function drawLines({ layout, labels, chess, layers }: Scene) {
  const { shape, voids } = layout;
  const { thin, thick, frame } = gridLines(shape, voids);
  const out = Math.max(drawingOf(layout).lead, spaceAround(layers));
  const names = (count: number) => (labels ? Array.from({ length: count }, (_, index) => index) : []);
  const inside = gridCells(shape);
  const extra = Array.from({ length: cellCount(shape) - inside }, (_, index) => inside + index);
  return svg`<path class="thin" d=${thin} /><path class="thick" d=${thick} /><path class="frame" d=${frame} />
    ${names(columnsOf(shape)).map(
      (index) => svg`<text class="label" x=${(index + 0.5) * SIDE} y=${n(-7 - out)}>${index + 1}</text>`,
    )}
    ${names(rowsOf(shape)).map((index) => {
      const y = n((index + 0.5) * SIDE + 5);
      return svg`<text class="label" x=${n(-11 - out)} y=${y}>${rowName(index, chess)}</text>`;
    })}
    ${extra.map((cell) => {
      const [x, y] = corner(shape, cell);
      return svg`<text class="extra-name" x=${x + SIDE - 4} y=${y + SIDE - 5}>${cellName(cell, shape)}</text>`;
    })}`;
}

/** The focusable grid for screen readers. It is on top of the drawing and has the same geometry. */
export function accessibleGrid(scene: Scene): TemplateResult {
  const { layout, words } = scene;
  const { shape } = layout;
  const [high, wide, below] = [rowsOf(shape), columnsOf(shape), extraRows(shape)];
  const range = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);
  const chosen = new Set(scene.selection);
  const row = (at: number) =>
    html`<div role="row">${range(wide, at * wide).map((cell) => gridCell(scene, cell, chosen.has(cell)))}</div>`;
  return html`<div
    class="grid"
    role="grid"
    aria-label=${words.label(high, wide)}
    aria-multiselectable=${scene.readonly ? nothing : 'true'}
    aria-readonly=${scene.readonly ? 'true' : nothing}
  >
    ${range(high).map(row)}${below > 0 ? html`<div class="gap"></div>` : nothing}${range(below, high).map(row)}
  </div>`;
}

function gridCell(scene: Scene, cell: number, selected: boolean) {
  const { layout, state, words, style } = scene;
  const { shape } = layout;
  // Places of void cells, or to the right of the last extra cell.
  if (layout.voids.has(cell) || cell >= cellCount(shape)) return html`<div class="void"></div>`;
  const conflict = scene.conflicts.has(cell);
  const stop = scene.stop === cell;
  const domain = scene.layers.domains?.[cell];
  return guard([state[cell], domain, selected, conflict, stop, words, style.letters, shape], () => {
    const shown = domain ? { ...state[cell], corner: undefined, center: domain } : state[cell];
    return html`<div
      role="gridcell"
      tabindex=${stop ? 0 : -1}
      data-cell=${cell}
      aria-selected=${selected}
      aria-label=${cellLabel({ words, shape, letters: style.letters }, cell, shown, conflict)}
    ></div>`;
  });
}
