import { corner, gridLines, middle, n, outline, SIDE } from '../element/geometry';
import { windowsOf } from '../element/houses';
import { parseRule, type Rule } from '../element/rules';
import type { Shape } from '../element/types';

/** A board to be drawn without the element: in lists and for print. */
export interface Drawn {
  readonly shape: Shape;
  readonly rules: readonly string[];
  /** One digit a cell, 0 for an empty one. */
  readonly digits: readonly number[];
  /** Which of them are clues: these are bold where others are drawn too. */
  readonly givens?: readonly number[];
}

/** Marks a text for XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (symbol) => `&#${symbol.charCodeAt(0)};`);
}

/** The board as an SVG document: black on white, for files and the clipboard. */
export function boardDocument(drawn: Drawn): string {
  const whole = drawn.shape.size * SIDE + 6;
  const paper = `<rect x="-3" y="-3" width="${whole}" height="${whole}" fill="#fff"/>`;
  return boardSvg(drawn)
    .replace('<svg ', `<svg width="${whole}" height="${whole}" color="#000" `)
    .replace('>', `>${paper}`);
}

/**
 * The board as an SVG element, in `currentColor`. `label` is its name for screen readers; without one it is decoration.
 */
export function boardSvg({ shape, rules, digits, givens }: Drawn, label?: string): string {
  const { size } = shape;
  const whole = size * SIDE;
  const { thin, thick } = gridLines(shape);
  const parsed = rules.map((text) => parseRule(text, size));
  const name = label ? `role="img" aria-label="${escaped(label)}"` : 'aria-hidden="true"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 ${whole + 6} ${whole + 6}" ${name}>`,
    ...parsed.map((rule) => below(rule, shape)),
    `<g fill="none" stroke="currentColor" stroke-linecap="square">`,
    `<path stroke-width="1" stroke-opacity="0.55" d="${thin}"/><path stroke-width="3.5" d="${thick}"/>`,
    `<rect stroke-width="5" width="${whole}" height="${whole}"/></g>`,
    ...parsed.map((rule) => cage(rule, size)),
    `<g fill="currentColor" text-anchor="middle" font-family="system-ui, 'DejaVu Sans', Arial, sans-serif">`,
    ...digits.map((digit, cell) => {
      if (digit === 0) return '';
      const [x, y] = middle(size, cell);
      const text = String(digit);
      const high = text.length > 1 ? 30 : 38;
      const weight = givens && givens[cell] > 0 ? ' font-weight="700"' : '';
      return `<text x="${x}" y="${n(y + high * 0.36)}" font-size="${high}"${weight}>${text}</text>`;
    }),
    '</g></svg>',
  ].join('');
}

function below(rule: Rule, shape: Shape): string {
  const { size } = shape;
  const whole = size * SIDE;
  switch (rule.kind) {
    case 'windoku': {
      const side = shape.boxRows * SIDE;
      const one = ([x, y]: readonly number[]) =>
        `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="currentColor" fill-opacity="0.12"/>`;
      return windowsOf(shape)
        .map((cells) => one(corner(size, cells[0])))
        .join('');
    }
    case 'diagonals':
      return `<path d="M0 0L${whole} ${whole}M${whole} 0L0 ${whole}" stroke="currentColor" stroke-opacity="0.3" stroke-width="3"/>`;
    case 'all-different':
      return rule.cells
        .map((cell) => corner(size, cell))
        .map(([x, y]) => `<rect x="${x}" y="${y}" width="60" height="60" fill="currentColor" fill-opacity="0.12"/>`)
        .join('');
    case 'thermo': {
      const points = rule.cells.map((cell) => middle(size, cell));
      if (points.length === 0) return '';
      const line = points.map(([x, y], at) => `${at ? 'L' : 'M'}${x} ${y}`).join('');
      return `<g opacity="0.22" fill="currentColor" stroke="currentColor"><circle cx="${points[0][0]}" cy="${points[0][1]}" r="21" stroke="none"/><path d="${line}" fill="none" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/></g>`;
    }
    default:
      return '';
  }
}

function cage(rule: Rule, size: number): string {
  if (rule.kind !== 'cage' || rule.cells.length === 0) return '';
  const [x, y] = corner(size, Math.min(...rule.cells));
  const sum =
    rule.sum === undefined
      ? ''
      : `<text x="${x + 6}" y="${y + 15}" font-size="13" fill="currentColor" font-family="system-ui, 'DejaVu Sans', Arial, sans-serif">${rule.sum}</text>`;
  return `<path d="${outline(new Set(rule.cells), size, 4)}" fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="4 3"/>${sum}`;
}
