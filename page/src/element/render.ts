import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';

import {
  cellCount,
  cellName,
  columnsOf,
  digitText,
  extraRows,
  gridCells,
  leastOf,
  placeOf,
  range,
  rowName,
  rowsOf,
} from './cells';
import { drawCell, drawColors, drawItems, type CellStyle } from './draw-cells';
import { areasOf, drawWideEnds, failuresOf, inkOf, linksOf, marksOf, tintsOf } from './draw-picture';
import { drawDocument, drawFog, spaceAround } from './draw-document';
import { drawingOf } from './draw-listed';
import { corner, extentOf, gridLines, n, outline, SIDE, squares, type Item } from './geometry';
import type { Layout } from './houses';
import { patterns } from './palette';
import type { ArcSudokuElement } from './public';
import { cursorOf } from './select';
import type { CellState, Layers, Shape } from './types';
import type { board } from '../words/en';

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

type Shown = 'state' | 'selection' | 'highlight' | 'layers' | 'labels' | 'chess' | 'readonly';

export interface Scene extends Readonly<Pick<ArcSudokuElement, Shown>> {
  readonly layout: Layout;
  readonly style: CellStyle;
  readonly conflicts: ReadonlySet<number>;
  /** The digit whose cells and marks are emphasized. */
  readonly equal?: number;
  readonly words: BoardWords;
  readonly pending?: { readonly cell: number; readonly text: string };
  /** The cell that the Tab key reaches. */
  readonly stop: number;
}

/** Space around the grid for its frame, for clues, and for the names of rows and columns. */
export function margins(labels: boolean, layout: Layout, layers: Layers): { lead: number; tail: number } {
  const { lead, tail } = drawingOf(layout);
  const around = spaceAround(layers);
  return { lead: Math.max(lead, around) + (labels ? 26 : 3), tail: Math.max(tail, around) + 3 };
}

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
  const filled = (name: string, cells: readonly number[]) => cells.map((cell) => ({ name, d: squares(shape, [cell]) }));
  // Fog hides all rules and drawings, but neither digits nor the selection.
  const inFog = layers.fog !== undefined;
  const group = (...items: readonly (readonly Item[])[]) => svg`<g>${items.map(drawItems)}</g>`;
  const under = () => group(drawing.below);
  const over = () => svg`${group(drawing.above)}${drawDocument(layers, true)}`;
  const marks = () => group(drawing.marks);
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
    ${group(filled('peer', peers), filled('equal', equal), layers.picture ? [] : filled('selected', selection))}
    <g>${state.map((cell, index) => guard([shape, cell.colors], () => drawColors(shape, index, cell.colors)))}</g>
    ${equal.map((cell) => (state[cell].colors ? svg`<path class="equal-edge" d=${outline(new Set([cell]), shape, 5)} />` : nothing))}
    ${guard([layout, inFog], () => (inFog ? nothing : under()))}
    ${guard([layout, layers.picture, layers.tints, layers.failures], () =>
      group(areasOf(layout, picture), tintsOf(shape, layers.tints ?? []), failuresOf(shape, layers.failures ?? [])),
    )}
    ${guard([layout, scene.labels, scene.chess, layers.drawing?.margin], () => drawLines(scene))}
    ${guard([layout, inFog, layers.drawing?.shapes], () => (inFog ? nothing : over()))}
    ${selection.length === 0 ? nothing : svg`<path class="selection-edge" d=${outline(chosen, shape, 3.5)} />`}
    ${guard(
      [layout, style, layers.picture],
      () => svg`${drawWideEnds(shape, style.places, picture)}${group(marksOf(shape, style.places, picture))}`,
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
    ${guard([layout, style, layers.picture], () => group(linksOf(shape, style.places, picture)))}
  </svg>`;
}

function paper({ shape, voids }: Layout): string {
  const [wide, high] = [columnsOf(shape) * SIDE, rowsOf(shape) * SIDE];
  const inside = gridCells(shape);
  const isOne = (cell: number) => cell >= inside || (voids.size > 0 && !voids.has(cell));
  const single = range(cellCount(shape)).filter(isOne);
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
  const names = (count: number) => (labels ? range(count) : []);
  const extra = range(cellCount(shape)).slice(gridCells(shape));
  return svg`<path class="thin" d=${thin} /><path class="thick" d=${thick} /><path class="frame" d=${frame} />
    ${names(columnsOf(shape)).map(
      (index) =>
        svg`<text class="label" x=${(index + 0.5) * SIDE} y=${n(-7 - out)}>${chess ? '' : 'c'}${index + 1}</text>`,
    )}
    ${names(rowsOf(shape)).map((index) => {
      const y = n((index + 0.5) * SIDE + 5);
      return svg`<text class="label" x=${n(-13 - out)} y=${y}>${chess ? '' : 'r'}${rowName(index, chess)}</text>`;
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
  const chosen = new Set(scene.selection);
  const row = (at: number) => {
    const cells = range(wide).map((column) => at * wide + column);
    return html`<div role="row">${cells.map((cell) => gridCell(scene, cell, chosen.has(cell)))}</div>`;
  };
  const rows = range(high + below).map(row);
  return html`<div
    class="grid"
    role="grid"
    aria-label=${words.label(high, wide)}
    aria-multiselectable=${scene.readonly ? nothing : 'true'}
    aria-readonly=${scene.readonly ? 'true' : nothing}
  >
    ${rows.slice(0, high)}${below > 0 ? html`<div class="gap"></div>` : nothing}${rows.slice(high)}
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
