import { drawingOf } from '../element/draw-listed';
import { digitText, gridCells, leastOf } from '../element/cells';
import { extentOf, gridLines, middle, n, type Item } from '../element/geometry';
import { layoutWith, type Layout } from '../element/houses';
import type { Puzzle } from '../game/puzzle';

/** A board that is drawn without the element, in lists and for print. */
export interface Drawn extends Pick<Puzzle, 'shape' | 'rules'> {
  /** One digit per cell, 0 for an empty cell. */
  readonly digits: readonly number[];
  /** The clues. They are bold if the board has other digits as well. */
  readonly givens?: readonly number[] | undefined;
  /** Whether digits and lines are larger, for readers with low vision. */
  readonly large?: boolean;
}

/** The number of each cell's cage, if each cell is in one cage. */
function cagesOf({ shape, rules }: Layout): number[] | undefined {
  const cages: number[] = [];
  const cells = rules.flatMap((rule, number) => {
    if (rule.kind !== 'cage') return [];
    for (const cell of rule.cells) cages[cell] = number;
    return rule.cells;
  });
  const count = gridCells(shape);
  return cells.length === count && new Set(cells).size === count ? cages : undefined;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (symbol) => `&#${symbol.charCodeAt(0)};`);
}

/** The board as an SVG document, black on white, for files and the clipboard. */
export function boardDocument(drawn: Drawn): string {
  const { lead, tail } = drawingOf(layoutWith(drawn.shape, drawn.rules));
  const [wide, high] = extentOf(drawn.shape).map((length) => length + lead + tail + 6);
  const paper = `<rect x="${-3 - lead}" y="${-3 - lead}" width="${wide}" height="${high}" fill="#fff"/>`;
  return boardSvg(drawn)
    .replace('<svg ', `<svg width="${wide}" height="${high}" color="#000" `)
    .replace('>', `>${paper}`);
}

/**
 * The board as an SVG element, in `currentColor`. `label` is its name for screen readers; without a name, it is
 * hidden from them.
 */
export function boardSvg(drawn: Drawn, label?: string): string {
  const { digits, givens, large = false } = drawn;
  const layout = layoutWith(drawn.shape, drawn.rules);
  const { shape, voids } = layout;
  const { thin, thick, frame } = gridLines(shape, voids);
  const drawing = drawingOf(layout);
  // If cages cover the grid, their borders are drawn once, and over lighter lines of the grid.
  const cages = cagesOf(layout);
  const borders = cages && gridLines({ ...shape, boxRows: 0, boxColumns: 0, regions: cages }).thick;
  const above = borders ? [{ name: 'r-border', d: borders }] : drawing.above;
  const [thinness, boxes] = borders ? [0.3, 'stroke-width="6" stroke-opacity="0.35"'] : [0.55, `stroke-width="3.5"`];
  const out = drawing.lead + 3;
  const [wide, high] = extentOf(shape).map((length) => length + out + drawing.tail + 3);
  const name = label ? `role="img" aria-label="${escaped(label)}"` : 'aria-hidden="true"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-out} ${-out} ${wide} ${high}" ${name}>`,
    ...drawing.below.map(item),
    `<g fill="none" stroke="currentColor" stroke-linecap="square">`,
    `<path stroke-width="${large ? 2 : 1}" stroke-opacity="${thinness}" d="${thin}"/><path ${boxes} d="${thick}"/>`,
    `<path stroke-width="5" d="${frame}"/></g>`,
    ...above.map(item),
    `<g fill="currentColor" text-anchor="middle" font-family="system-ui, 'DejaVu Sans', Arial, sans-serif">`,
    ...digits.map((digit, cell) => {
      if (digit === 0 || voids.has(cell)) return '';
      const [x, y] = middle(shape, cell);
      const text = digitText(digit, false, leastOf(shape));
      const high = (text.length > 1 ? 30 : 38) + (large ? 10 : 0);
      const weight = givens && givens[cell] > 0 ? ' font-weight="700"' : '';
      return `<text x="${x}" y="${n(y + high * 0.36)}" font-size="${high}"${weight}>${text}</text>`;
    }),
    '</g>',
    ...drawing.marks.map(item),
    '</svg>',
  ].join('');
}

const LINE = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"';
const TEXT = 'fill="currentColor" font-family="system-ui, \'DejaVu Sans\', Arial, sans-serif" font-size="13"';
const WHITE = 'fill="#fff" color="#000" stroke="currentColor"';

/** The styles of pieces by their classes, in one color. The first one that is a class of the piece is used. */
const LOOKS: readonly (readonly [string, string])[] = [
  ['inner', 'fill="none" stroke="#fff" stroke-width="44" stroke-linecap="round" stroke-linejoin="round"'],
  ['r-pill', `${LINE} stroke-width="49"`],
  ['slow', `${LINE} stroke-width="7" stroke-opacity="0.22"`],
  ['r-tube', `${LINE} stroke-width="16" stroke-opacity="0.22"`],
  ['wide-line', `${LINE} stroke-width="12" stroke-opacity="0.3"`],
  ['fine', `${LINE} stroke-width="4" stroke-opacity="0.4"`],
  ['r-bulb', 'fill="currentColor" fill-opacity="0.22"'],
  ['r-blob', 'fill="currentColor" fill-opacity="0.22"'],
  ['r-tint', 'fill="currentColor" fill-opacity="0.1"'],
  ['r-shade', 'fill="currentColor" fill-opacity="0.25"'],
  ['window', 'fill="currentColor" fill-opacity="0.12"'],
  ['diagonal', 'stroke="currentColor" stroke-opacity="0.3" stroke-width="3"'],
  ['r-edge', `${LINE} stroke-width="1.2" stroke-opacity="0.5"`],
  ['open', `${LINE} stroke-width="2" stroke-dasharray="1.5 4"`],
  ['r-border', `${LINE} stroke-width="2.6" stroke-dasharray="5.5 4.5"`],
  ['r-cage', `${LINE} stroke-width="1.4" stroke-dasharray="4 3"`],
  ['r-ring', `${WHITE} stroke-width="2"`],
  ['r-end', `${WHITE} stroke-width="2"`],
  ['black', 'fill="currentColor"'],
  ['white', `${WHITE} stroke-width="1.5"`],
  ['r-on-white', `${TEXT} color="#000" text-anchor="middle"`],
  ['r-on-black', `${TEXT} color="#fff" text-anchor="middle"`],
  ['r-factor', `${TEXT} text-anchor="middle"`],
  ['r-letter', `${TEXT} font-weight="700" text-anchor="middle"`],
  ['slim', `${TEXT.replace('13', '16')} text-anchor="middle"`],
  ['r-clue', `${TEXT.replace('13', '19')} text-anchor="middle"`],
  ['r-tag', `${TEXT} font-weight="700"`],
  ['r-sum', `${TEXT.replace('13', '19')} dx="1" dy="4" stroke="#fff" stroke-width="4" paint-order="stroke"`],
];

function item(one: Item): string {
  const names = one.name.split(' ');
  const look = LOOKS.find(([name]) => names.includes(name))?.[1] ?? `${LINE} stroke-width="2"`;
  if ('d' in one) return `<path ${look} d="${one.d}"/>`;
  return `<text ${look} x="${n(one.at[0])}" y="${n(one.at[1])}">${escaped(one.text)}</text>`;
}
