import { nothing, svg, type SVGTemplateResult } from 'lit';

import { digitText, leastOf, type Extent } from './cells';
import { corner, cornerPlaces, diamond, fontIn, middle, n, place, rounded, sector, SIDE } from './geometry';
import type { Item, Places, Point } from './geometry';
import type { CellState, Shape } from './types';

type Drawn = SVGTemplateResult | typeof nothing;

export function drawItems(items: readonly Item[]): SVGTemplateResult[] {
  return items.map((item) =>
    'd' in item
      ? svg`<path class=${item.name} d=${item.d} />`
      : svg`<text class=${item.name} x=${n(item.at[0])} y=${n(item.at[1])}>${item.text}</text>`,
  );
}

export interface CellStyle {
  readonly shape: Shape;
  readonly places: Places;
  readonly letters: boolean;
  /** Whether center marks are at the places of their digits, as in books. */
  readonly atPlaces: boolean;
}

/** What a cell shows in addition to its state. */
export interface CellView {
  readonly conflict: boolean;
  /** A digit whose marks are emphasized. */
  readonly equal?: number;
  /** Candidates of a layer, instead of all marks. */
  readonly domain?: readonly number[];
  /** How dark the square behind each candidate is, 0 to 1. */
  readonly shares?: readonly number[];
  /** Digits on a mark of a picture: the style is `ink` on a filled mark and `hollow` on an empty mark. */
  readonly ink?: ReadonlyMap<number, 'ink' | 'hollow'>;
  /** Whether a sum is in the upper left corner. */
  readonly sum: boolean;
  /** The first character of a digit with two characters. */
  readonly pending?: string;
}

const textOf = ({ letters, shape }: CellStyle, digit: number) => digitText(digit, letters, leastOf(shape));

export function drawColors(grid: Extent, cell: number, colors: readonly number[] | undefined): Drawn {
  if (!colors || colors.length === 0) return nothing;
  return svg`${colors.map(
    (color, index) =>
      svg`<path class="color" fill="url(#color-${color})" d=${sector(grid, cell, index, colors.length)} />`,
  )}`;
}

interface One {
  readonly style: CellStyle;
  readonly cell: number;
  readonly state: CellState;
  readonly view: CellView;
  /** The distance of marks in a line. */
  readonly pitch?: number;
}

export function drawCell(style: CellStyle, cell: number, state: CellState, view: CellView): Drawn {
  const one = { style, cell, state, view };
  const { corner = [], center = [], candidateColors = {} } = state;
  const [x, y] = middle(style.shape, cell);
  if (view.pending !== undefined) return svg`<text class="digit pending" x=${x} y=${n(y + 13)}>${view.pending}_</text>`;
  if (state.digit !== undefined) return drawDigit(one, state.digit);
  if (view.domain) return drawPlaces(one, view.domain, []);
  // Colored candidates need room around them.
  if (style.atPlaces || view.ink || Object.keys(candidateColors).length > 0) {
    const all = [...new Set([...center, ...corner])].sort((a, b) => a - b);
    return drawPlaces(one, all, corner);
  }
  return svg`${drawCorner(one, corner)}${drawCenter(one, center)}`;
}

function drawDigit({ style, cell, state, view }: One, digit: number): SVGTemplateResult {
  const [x, y] = middle(style.shape, cell);
  const text = textOf(style, digit);
  const wide = text.length > 1;
  const name = `digit ${state.given ? 'given' : 'entered'}${view.conflict ? ' conflict' : ''}${wide ? ' wide' : ''}`;
  return svg`<text class=${name} x=${x} y=${n(y + (wide ? 10.5 : 13.5))}>${text}</text>
    ${view.conflict ? svg`<path class="wrong" d="M${x - 13} ${y + 21}q3.25 -5 6.5 0t6.5 0t6.5 0t6.5 0" />` : nothing}`;
}

/** The shape of a candidate color. Neighboring colors of the palette differ in it. */
export const colorForm = (color: number, at: Point, half: number): string =>
  color % 3 === 0 ? diamond(at, half * 1.35) : rounded(at, half, color % 3 === 1 ? half : 2);

function mark(one: One, at: Point, digit: number, font: number, kind: string): SVGTemplateResult {
  const { style, state, view, pitch = Infinity } = one;
  const color = state.candidateColors?.[digit];
  const tone = view.ink?.get(digit) ?? (color !== undefined ? 'colored' : '');
  const half = font * 0.62;
  const share = view.shares?.[digit - 1] ?? 0;
  const behind = rounded(at, Math.min(half, pitch / 2), 3, half);
  const text = textOf(style, digit);
  return svg`${share > 0 ? svg`<path class="share" fill-opacity=${n(share)} d=${behind} />` : nothing}${
    view.equal === digit && !view.ink?.has(digit) ? svg`<path class="equal-mark" d=${behind} />` : nothing
  }${color === undefined ? nothing : svg`<path class="candidate-color k${color}" d=${colorForm(color, at, half)} />`}<text
    class="mark ${kind} ${tone} ${text.length > 1 ? 'wide' : ''}" x=${n(at[0])} y=${n(at[1] + font * 0.35)} font-size=${n(font)}>${text}</text>`;
}

/** Marks at the places of their digits. */
function drawPlaces(one: One, digits: readonly number[], inCorner: readonly number[]): SVGTemplateResult {
  const { style, cell } = one;
  const { shape, places } = style;
  return svg`${digits.map((digit) => {
    const kind = inCorner.includes(digit) ? 'corner-mark' : 'center-mark';
    return mark(one, place(shape, places, cell, digit), digit, fontIn(places, cell), kind);
  })}`;
}

function drawCorner(one: One, digits: readonly number[]): SVGTemplateResult {
  const { style, cell, view } = one;
  // With too many corner marks, each one is at the place of its digit.
  if (digits.length > 8 || style.shape.size > 16) return drawPlaces(one, digits, digits);
  const [x, y] = corner(style.shape, cell);
  const places = cornerPlaces(digits.length);
  const font = digits.some((digit) => digit > 9) && !style.letters ? 13 : 16;
  return svg`${digits.map((digit, index) => {
    const [px, py] = places[index];
    const shift = view.sum ? (py < 0.3 ? 9 : 2) : 0;
    return mark(one, [x + px * SIDE, y + py * SIDE + shift], digit, font, 'corner-mark');
  })}`;
}

/** Center marks in one to three lines. */
function drawCenter(one: One, digits: readonly number[]): Drawn {
  if (digits.length === 0) return nothing;
  const [x, y] = middle(one.style.shape, one.cell);
  const wide = digits.some((digit) => textOf(one.style, digit).length > 1);
  const lines = Math.min(3, Math.ceil(digits.length / (wide ? 3 : 5)));
  const length = Math.ceil(digits.length / lines);
  const figures = wide ? 2.4 : 1;
  const font = Math.min(17, (SIDE - 6) / (figures * length * 0.64), (SIDE - 10) / (lines * 1.1));
  const pitch = font * 0.64 * figures;
  return svg`<g class=${wide ? nothing : 'centered'}>${digits.map((digit, index) => {
    const line = Math.floor(index / length);
    const inLine = Math.min(length, digits.length - line * length);
    const px = x + ((index % length) - (inLine - 1) / 2) * pitch;
    const py = y + 1 + (line - (lines - 1) / 2) * font * 1.12;
    return mark({ ...one, pitch }, [px, py], digit, font, 'center-mark');
  })}</g>`;
}
