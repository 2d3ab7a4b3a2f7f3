import { html, nothing, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';

import { cellLabel, type BoardWords } from './describe';
import { drawCell, drawColors, type CellStyle } from './draw-cells';
import { drawAreas, drawFailures, drawLinks, drawMarks, drawTints, drawWideEnds, inkOf } from './draw-picture';
import { drawingOf } from './draw-listed';
import { cellsWithSums, drawCages, drawItems, drawRulesBelow } from './draw-rules';
import { corner, gridLines, n, outline, SIDE } from './geometry';
import type { Layout } from './houses';
import { patterns } from './palette';
import { cursorOf, type Selection } from './select';
import type { CellState, Highlight, Layers } from './types';

/** Everything that is drawn. */
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
  /** The one cell that the Tab key reaches. */
  readonly stop: number;
}

/** Space around the grid: for its frame, for clues, and for the names of rows and columns. */
export function margins(labels: boolean, layout: Layout): { lead: number; tail: number } {
  const { lead, tail } = drawingOf(layout);
  return { lead: lead + (labels ? 22 : 3), tail: tail + 3 };
}

const square = (size: number, cell: number, name: string) => {
  const [x, y] = corner(size, cell);
  return svg`<rect class=${name} x=${x} y=${y} width=${SIDE} height=${SIDE} />`;
};

export function drawBoard(scene: Scene): TemplateResult {
  const { layout, style, state, selection, layers, highlight } = scene;
  const { size } = layout.shape;
  const { lead, tail } = margins(scene.labels, layout);
  const whole = size * SIDE;
  const picture = layers.picture ?? {};
  const cursor = cursorOf(selection);
  const peers = highlight.peers && selection.length === 1 && cursor !== undefined ? layout.peers[cursor] : [];
  const ink = inkOf(size, layers.picture);
  const sums = cellsWithSums(layout);
  const chosen = new Set(selection);
  return html`<svg
    viewBox="${-lead} ${-lead} ${whole + lead + tail} ${whole + lead + tail}"
    aria-hidden="true"
    focusable="false"
  >
    ${guard([], () => svg`<defs>${patterns()}</defs>`)}
    <rect class="paper" x="0" y="0" width=${whole} height=${whole}></rect>
    ${guard([layout], () => svg`<g>${drawRulesBelow(layout)}${drawItems(drawingOf(layout).below)}</g>`)}
    <g>${state.map((cell, index) => guard([size, cell.colors], () => drawColors(size, index, cell.colors)))}</g>
    <g>
      ${peers.map((cell) => square(size, cell, 'peer'))}
      ${
        scene.equal === undefined
          ? nothing
          : state.map((cell, index) => (cell.digit === scene.equal ? square(size, index, 'equal') : nothing))
      }
    </g>
    <g>${selection.map((cell) => square(size, cell, 'selected'))}</g>
    ${guard(
      [layout, layers.picture, layers.tints, layers.failures],
      () =>
        svg`<g>${drawAreas(layout, picture)}${drawTints(size, layers.tints ?? [])}${drawFailures(size, layers.failures ?? [])}</g>`,
    )}
    ${guard([layout, scene.labels, scene.chess], () => drawLines(scene))}
    ${guard([layout], () => svg`<g>${drawCages(layout)}${drawItems(drawingOf(layout).above)}</g>`)}
    ${selection.length === 0 ? nothing : svg`<path class="selection-edge" d=${outline(chosen, size, 3.5)} />`}
    ${guard(
      [layout, style, layers.picture],
      () => svg`<g>${drawWideEnds(size, style.places, picture)}${drawMarks(size, style.places, picture)}</g>`,
    )}
    <g>
      ${state.map((cell, index) => {
        const domain = layers.domains?.[index];
        const pending = scene.pending?.cell === index ? scene.pending.text : undefined;
        const view = {
          conflict: scene.conflicts.has(index),
          equal: scene.equal,
          domain,
          ink: ink.get(index),
          sum: sums.has(index),
          pending,
        };
        const emphasized = hasMark(cell, domain, scene.equal) ? scene.equal : undefined;
        return guard([style, cell, view.conflict, emphasized, domain, layers.picture, view.sum, pending], () =>
          drawCell(style, index, cell, view),
        );
      })}
    </g>
    ${guard([layout], () => svg`<g>${drawItems(drawingOf(layout).marks)}</g>`)}
    ${guard([layout, style, layers.picture], () => svg`<g>${drawLinks(size, style.places, picture)}</g>`)}
  </svg>`;
}

function hasMark({ digit, corner, center }: CellState, domain: readonly number[] | undefined, equal?: number): boolean {
  if (equal === undefined || digit !== undefined) return false;
  return domain ? domain.includes(equal) : !!corner?.includes(equal) || !!center?.includes(equal);
}

function drawLines({ layout, labels, chess }: Scene) {
  const { size } = layout.shape;
  const whole = size * SIDE;
  const { thin, thick } = gridLines(layout.shape);
  const out = drawingOf(layout).lead;
  const names = labels ? Array.from({ length: size }, (_, index) => index) : [];
  return svg`<path class="thin" d=${thin} /><path class="thick" d=${thick} />
    <rect class="frame" x="0" y="0" width=${whole} height=${whole} />
    ${names.map((index) => {
      const at = (index + 0.5) * SIDE;
      return svg`<text class="label" x=${at} y=${n(-7 - out)}>${index + 1}</text>
        <text class="label" x=${n(-11 - out)} y=${n(at + 5)}>${rowName(index, chess)}</text>`;
    })}`;
}

/** The names of rows: numbers, or letters without I. */
function rowName(row: number, chess: boolean): string {
  return chess ? ('ABCDEFGHJKLMNOPQRSTUVWXYZ'[row] ?? String(row + 1)) : String(row + 1);
}

/** The grid that is focused and read aloud. It lies over the drawing and has its geometry. */
export function accessibleGrid(scene: Scene): TemplateResult {
  const { layout, state, words, style } = scene;
  const { size } = layout.shape;
  const how = { words, size, letters: style.letters };
  const chosen = new Set(scene.selection);
  const rows = Array.from({ length: size }, (_, row) => row);
  return html`<div
    class="grid"
    role="grid"
    aria-label=${words.label(size)}
    aria-multiselectable=${scene.readonly ? nothing : 'true'}
    aria-readonly=${scene.readonly ? 'true' : nothing}
  >
    ${rows.map(
      (row) =>
        html`<div role="row">
          ${rows.map((column) => {
            const cell = row * size + column;
            const selected = chosen.has(cell);
            const conflict = scene.conflicts.has(cell);
            const stop = scene.stop === cell;
            const domain = scene.layers.domains?.[cell];
            return guard([state[cell], domain, selected, conflict, stop, words, style.letters, size], () => {
              const shown = domain ? { ...state[cell], corner: undefined, center: domain } : state[cell];
              return html`<div
                role="gridcell"
                tabindex=${stop ? 0 : -1}
                data-cell=${cell}
                aria-selected=${selected}
                aria-label=${cellLabel(how, cell, shown, conflict)}
              ></div>`;
            });
          })}
        </div>`,
    )}
  </div>`;
}
