import { symbolValue } from '../element/cells';
import { usualShape } from '../element/rules';
import type { CellState } from '../element/types';
import { LARGEST } from '../game/puzzle';
import { type Fields, Form } from './form';
import { unescaped, unpack } from './lz';
import { enteredOf, rowOf, ruleText } from './row';
import { isKnownSentence, sentences } from './sentences';
import { type Count, counted, type Imported, Refusal, shown } from './types';
import { readZipped } from './zipped';

/** Keys without a meaning for the digits. */
const OTHER = new Set(['cages', 'cells', 'cellSize', 'd', 'duration', 'id', 'metadata', 'regions', 'settings']);
/** Keys of cells that are read; `given` says what a value says already. */
const CELL = new Set(['value', 'given', 'pencilMarks', 'centremarks']);
const DRAWINGS = ['lines', 'arrows', 'underlays', 'overlays'];
const ORIGIN = 'sudokupad';

/** Reads a payload of SudokuPad without its prefix: JSON or zipped JSON, packed by lz-string or plain. */
export function readSudokupad(payload: string): Imported {
  const text = unescaped(payload);
  const plain = text.startsWith('{') ? payload.trim() : unpack(text, ORIGIN);
  if (plain === undefined || !plain.trimStart().startsWith('{')) new Form(ORIGIN, payload).refuse('base64');
  return sudokupadPuzzle(readZipped(plain as string, ORIGIN));
}

/**
 * A puzzle in the form of SudokuPad. It is a drawing: only clues, regions and cages have a meaning that is certain,
 * all other rules are in the author's text. What is drawn beyond that, or told in the text, is refused.
 */
export function sudokupadPuzzle(value: unknown): Imported {
  const top = new Form(ORIGIN, value);
  const fields = top.fields();
  const rows = top.at('cells').list();
  const size = rows.length;
  if (size < 1 || size > LARGEST) top.at('cells').refuse('size', size);
  const cells = rows.flatMap((row) => {
    const items = row.list();
    if (items.length !== size) row.refuse('cells', items.length);
    return items;
  });
  const meta = metadataOf(top);
  const rulesText = meta.get('rules');
  refuseDrawings(fields, rulesText);
  const stranger = rulesText === undefined ? undefined : sentences(rulesText).find((one) => !isKnownSentence(one));
  if (stranger !== undefined) throw new Refusal({ kind: 'sentence', origin: ORIGIN, text: stranger });
  const regions = regionsOf(top.at('regions'), size);
  const parts = cells.map((cell) => cellOf(cell, size));
  return {
    kind: 'puzzle',
    origin: ORIGIN,
    row: rowOf({
      size,
      givens: parts.map(({ given }) => given),
      regions,
      rules: cageRules(top.at('cages'), size, regions),
      name: meta.get('title'),
      solution: solutionOf(meta.get('solution'), size),
    }),
    entered: enteredOf(parts.map(({ state }) => state)),
    drawings: [],
    unread: counted(cells.flatMap(unreadOf)),
    rulesText,
  };
}

/** What is told about the puzzle: a field of its own, or texts of cages without cells. */
function metadataOf(top: Form): Map<string, string> {
  const meta = new Map<string, string>();
  const add = (name: string, value: unknown) => {
    const text = Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : value;
    if (typeof text === 'string' && text.trim() !== '') meta.set(name, text.trim());
  };
  const { metadata } = top.fields();
  if (typeof metadata === 'object' && metadata !== null) {
    for (const [name, value] of Object.entries(metadata)) add(name, value);
  }
  for (const cage of top.at('cages').optionalList()) {
    const { value, cells } = cage.fields();
    const [, name, text] = /^\s*(title|author|rules|solution)\s*:(.*)$/is.exec(String(value ?? '')) ?? [];
    if (name && isEmpty(cells)) add(name.toLowerCase(), text);
  }
  return meta;
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);

function refuseDrawings(fields: Fields, text?: string): void {
  const count = (name: string): Count => {
    const value = fields[name];
    return { name, count: Array.isArray(value) ? value.length : 1 };
  };
  const drawn = DRAWINGS.filter((name) => !isEmpty(fields[name])).map(count);
  if (drawn.length > 0) throw new Refusal({ kind: 'drawn', origin: ORIGIN, rules: drawn, text });
  const others = Object.keys(fields).filter((name) => !OTHER.has(name) && !DRAWINGS.includes(name));
  const unknown = others.filter((name) => !isEmpty(fields[name])).map(count);
  if (unknown.length > 0) throw new Refusal({ kind: 'rules', origin: ORIGIN, rules: unknown });
}

/** The cells of a list of `[row, column]` from 0, or of a text of names such as `r1c1r1c2`. */
function cellList(form: Form, size: number): number[] {
  if (typeof form.value === 'string') {
    const cells = [...form.value.matchAll(/r(\d+)c(\d+)/gi)].map(([, row, column]) => [Number(row), Number(column)]);
    if (cells.length === 0) form.refuse('cell-name');
    return cells.map(([row, column]) => index(form, [row - 1, column - 1], size));
  }
  return form.list().map((item) => index(item, item.value, size));
}

function index(form: Form, value: unknown, size: number): number {
  const [row, column] = Array.isArray(value) ? (value as unknown[]) : [];
  const inside = (at: unknown): at is number => Number.isInteger(at) && (at as number) >= 0 && (at as number) < size;
  if (!inside(row) || !inside(column)) return form.refuse('cell-pair');
  return row * size + column;
}

function regionsOf(form: Form, size: number): (number | null)[] | undefined {
  if (form.value === undefined || form.value === null) return undefined;
  const regions = Array.from({ length: size * size }, (): number | null => null);
  form.list().forEach((region, number) => {
    const cells = cellList(region, size);
    if (cells.length > size) region.refuse('group', cells.length);
    for (const cell of cells) {
      if (regions[cell] !== null) region.refuse('group', region.value);
      regions[cell] = number;
    }
  });
  return regions;
}

function cageRules(form: Form, size: number, regions?: readonly (number | null)[]): string[] {
  const houses = houseKeys(size, regions);
  const unknown: string[] = [];
  const rules = form.optionalList().flatMap((cage) => {
    const fields = cage.fields();
    if (isEmpty(fields.cells)) return [];
    const cells = [...new Set(cellList(cage.at('cells'), size))];
    if (houses.has(key(cells)) && fields.sum === undefined && isBlank(fields.value)) return [];
    const sum = isBlank(fields.sum) ? fields.value : fields.sum;
    const different = fields.unique === true || fields.unique === undefined;
    if (isBlank(sum)) {
      // Without a sum, only a cage that says so holds different digits; others are outlines with a meaning in words.
      if (fields.unique === true && cells.length <= size) return [ruleText('all-different', cells, size)];
    } else if (/^\d+$/.test(String(sum).trim()) && different && cells.length <= size) {
      return houses.has(key(cells)) ? [] : [ruleText(`cage ${Number(sum)}`, cells, size)];
    }
    unknown.push(isBlank(sum) ? 'cage' : `cage ${shown(String(sum))}`);
    return [];
  });
  if (unknown.length > 0) {
    const names = [...new Set(unknown)];
    const counts = names.map((name) => ({ name, count: unknown.filter((one) => one === name).length }));
    throw new Refusal({ kind: 'rules', origin: ORIGIN, rules: counts });
  }
  return [...new Set(rules)];
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';
const key = (cells: readonly number[]) => [...cells].sort((a, b) => a - b).join();

/** The rows, columns and regions, which files repeat as hidden cages. */
function houseKeys(size: number, regions?: readonly (number | null)[]): Set<string> {
  const all = Array.from({ length: size * size }, (_, cell) => cell);
  const groups = new Map<string, number[]>();
  const { boxRows, boxColumns } = usualShape(size);
  for (const cell of all) {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const box = boxRows > 0 ? `${Math.floor(row / boxRows)},${Math.floor(column / boxColumns)}` : 'none';
    const region = regions ? regions[cell] : box;
    for (const name of [`r${row}`, `c${column}`, `b${region}`]) {
      groups.set(name, [...(groups.get(name) ?? []), cell]);
    }
  }
  return new Set([...groups.values()].map(key));
}

/** What a cell has under names without a meaning here, such as marks of another version of the form. */
function unreadOf(cell: Form): string[] {
  if (cell.value === null) return [];
  const fields = cell.fields();
  return Object.keys(fields).filter((name) => !CELL.has(name) && !isEmpty(fields[name]));
}

function cellOf(cell: Form, size: number): { given: number; state: CellState } {
  if (cell.value === null) return { given: 0, state: {} };
  const { value } = cell.fields();
  const blank = isBlank(value) || value === 0 || value === '0' || value === '.';
  const given = blank ? 0 : cell.at('value').whole(1, size, 'digit');
  if (given > 0) return { given, state: {} };
  const [center, corner] = ['centremarks', 'pencilMarks'].map((name) => marks(cell.at(name), size));
  return { given: 0, state: { ...(corner.length > 0 ? { corner } : {}), ...(center.length > 0 ? { center } : {}) } };
}

function marks(form: Form, size: number): number[] {
  if (isBlank(form.value)) return [];
  if (typeof form.value === 'string') {
    return [...form.value]
      .map(symbolValue)
      .filter((digit) => digit !== undefined && digit > 0 && digit <= size) as number[];
  }
  return [...new Set(form.list().map((item) => item.whole(1, size, 'digit')))].sort((a, b) => a - b);
}

function solutionOf(text: string | undefined, size: number): number[] | undefined {
  const digits = [...(text ?? '').replace(/\s/g, '')].map((symbol) => symbolValue(symbol) ?? 0);
  return digits.length === size * size && digits.every((digit) => digit >= 1 && digit <= size) ? digits : undefined;
}
