import { cellIndex, cellIndexes, symbolValue } from './cells';
import { kindNamed } from './kinds';
import type { Shape } from './types';

/** A cell of a list with its factor, which is 1 for most rules. */
export interface Term {
  readonly cell: number;
  readonly factor: number;
}

/** A rule of the library's table: words, and lists of cells. */
export interface Listed {
  readonly kind: 'listed';
  readonly name: string;
  readonly words: readonly string[];
  readonly lists: readonly (readonly Term[])[];
  readonly text: string;
}

/** A rule that the board knows, from its text. */
export type Rule =
  | { readonly kind: 'cage'; readonly sum?: number; readonly cells: readonly number[] }
  | { readonly kind: 'thermo' | 'all-different'; readonly cells: readonly number[] }
  | { readonly kind: 'regions'; readonly regions: readonly number[] }
  | { readonly kind: 'diagonals' | 'windoku' | 'disjoint-groups' | 'anti-knight' }
  | Listed
  | { readonly kind: 'other'; readonly text: string };

/** Reads the text of a rule as the library writes it. Texts of unknown rules are kept as `other`. */
export function parseRule(text: string, size: number): Rule {
  const trimmed = text.trim();
  const [, name = '', rest = ''] = /^([a-z-]+)\s*(.*)$/s.exec(trimmed) ?? [];
  const [before, after] = rest.includes(':') ? rest.split(':', 2) : [rest, ''];
  const cells = cellIndexes(after.split(/[\s,]+/), size);
  switch (name) {
    case 'cage':
      return { kind: 'cage', sum: /^\d+$/.test(before.trim()) ? Number(before) : undefined, cells };
    case 'thermo':
    case 'all-different':
      return { kind: name, cells };
    case 'regions':
      return { kind: 'regions', regions: regionNumbers(rest) };
    case 'disjoint':
      return { kind: 'disjoint-groups' };
    case 'diagonals':
    case 'windoku':
    case 'disjoint-groups':
    case 'anti-knight':
      return { kind: name };
    default:
      return listed(name, trimmed, size) ?? { kind: 'other', text: trimmed };
  }
}

/** Kinds that are no text of words and lists. */
const OWN = ['rows', 'columns', 'boxes', 'candidates', 'grid', 'void'];

function listed(name: string, text: string, size: number): Listed | undefined {
  if (!kindNamed(name) || OWN.includes(name)) return undefined;
  const rest = text.slice(name.length);
  // Within brackets, blanks and colons are parts of a word.
  let [depth, colon] = [0, rest.length];
  const words: string[] = [];
  let word = '';
  for (const [at, symbol] of [...rest].entries()) {
    if ('[('.includes(symbol)) depth++;
    else if ('])'.includes(symbol)) depth = Math.max(0, depth - 1);
    if (depth === 0 && symbol === ':') {
      colon = at;
      break;
    }
    if (depth === 0 && symbol.trim() === '') {
      if (word !== '') words.push(word);
      word = '';
    } else word += symbol;
  }
  if (word !== '') words.push(word);
  const lists = [...rest]
    .slice(colon + 1)
    .join('')
    .split(/[/|]/)
    .map((list) => list.split(/[\s,]+/).flatMap((one) => term(one, size)))
    .filter((list) => list.length > 0);
  return { kind: 'listed', name, words, lists, text };
}

/** `r1c1`, `-r1c1` or `2*r1c1`. */
function term(word: string, size: number): Term[] {
  const [, sign, factor, name] = /^(-?)(?:(-?\d+)\*)?(\w+)$/.exec(word) ?? [];
  const cell = name === undefined ? undefined : cellIndex(name, size);
  return cell === undefined ? [] : [{ cell, factor: factor === undefined ? (sign ? -1 : 1) : Number(sign + factor) }];
}

function regionNumbers(text: string): number[] {
  const known = new Map<string, number>();
  return [...text.replace(/\s+/g, '')].map((symbol) => {
    const number = known.get(symbol) ?? known.size;
    known.set(symbol, number);
    return number;
  });
}

/** The shape with the regions of a rule, if there is one that fits. */
export function shapeWithRules(shape: Shape, rules: readonly Rule[]): Shape {
  const regions = rules.find((rule) => rule.kind === 'regions')?.regions;
  if (regions?.length !== shape.size ** 2) return shape;
  return { size: shape.size, boxRows: 0, boxColumns: 0, regions };
}

/** The usual boxes of a size: as square as possible, lying rather than standing; none for primes. */
export function usualShape(size: number): Shape {
  for (let boxRows = Math.floor(Math.sqrt(size)); boxRows > 1; boxRows--) {
    if (size % boxRows === 0) return { size, boxRows, boxColumns: size / boxRows };
  }
  return { size, boxRows: 0, boxColumns: 0 };
}

/** The digits of a line of symbols, `.` and `0` for empty cells; undefined if it is no such line. */
export function parseLine(text: string): { size: number; digits: number[] } | undefined {
  const digits = [...text.replace(/\s+/g, '')].map(symbolValue);
  const size = Math.sqrt(digits.length);
  if (!Number.isInteger(size) || size < 1) return undefined;
  const known = digits.filter((digit) => digit !== undefined && digit <= size) as number[];
  return known.length === digits.length ? { size, digits: known } : undefined;
}
