import type { CellState } from '../element/types';
import { LARGEST } from '../game/puzzle';
import { type Fields, Form } from './form';
import { READERS, readRules } from './fpuzzles-rules';
import { readJson, unescaped, unpack } from './lz';
import { enteredOf, rowOf } from './row';
import { counted, type Imported, Refusal } from './types';

/** Keys that say nothing about the rules. */
const OTHER = new Set([
  'author',
  'disabledlogic',
  'grid',
  'highlightConflicts',
  'ruleset',
  'size',
  'solution',
  'title',
]);
/** Keys of drawings: the format's own tools for decoration. */
const DRAWINGS = new Set(['cage', 'circle', 'line', 'rectangle', 'text']);
const CELL = new Set([
  'c',
  'cArray',
  'centerPencilMarks',
  'cornerPencilMarks',
  'given',
  'givenPencilMarks',
  'highlight',
]);
/** How options of solvers begin, which are no rules either. */
const OPTIONS = /^truecandidates/;

/** Reads a payload of f-puzzles: JSON packed by lz-string, or the JSON itself. */
export function readFpuzzles(payload: string): Imported {
  const text = unescaped(payload);
  const json = text.startsWith('{') ? payload.trim() : unpack(text, 'f-puzzles');
  if (json === undefined || !json.trimStart().startsWith('{')) new Form('f-puzzles', payload).refuse('base64');
  return fpuzzle(readJson(json as string, 'f-puzzles'));
}

/** A puzzle in the form of f-puzzles. */
export function fpuzzle(value: unknown): Imported {
  const top = new Form('f-puzzles', value);
  const fields = top.fields();
  const size = top.at('size').whole(1, LARGEST, 'size');
  const cells = gridCells(top.at('grid'), size);
  const parts = cells.map((cell) => cellOf(cell, size));
  const unknown = cells.flatMap((cell) => Object.keys(cell.fields()).filter((key) => !known(key)));
  const refused = [...unknownRules(fields), ...counted(unknown)];
  if (refused.length > 0) throw new Refusal({ kind: 'rules', origin: 'f-puzzles', rules: refused });
  const regions = regionsOf(cells, size);
  const rules = readRules(top, fields, size, regions ?? usualBoxes(size));
  const restricted = parts.map(({ candidates }) => candidates);
  if (restricted.some((candidates) => candidates !== undefined)) rules.push(candidatesRule(restricted, size));
  return {
    kind: 'puzzle',
    origin: 'f-puzzles',
    row: rowOf({
      size,
      givens: parts.map(({ given }) => given),
      regions,
      rules,
      name: top.at('title').optionalText(),
      solution: solutionOf(fields.solution, size),
    }),
    entered: enteredOf(parts.map(({ state }) => state)),
    drawings: drawingsOf(fields),
    rulesText: top.at('ruleset').optionalText(),
  };
}

const known = (key: string) => CELL.has(key) || key === 'value' || key === 'region';

function gridCells(grid: Form, size: number): Form[] {
  const rows = grid.list();
  if (rows.length !== size) grid.refuse('rows', rows.length);
  return rows.flatMap((row) => {
    const cells = row.list();
    if (cells.length !== size) row.refuse('cells', cells.length);
    return cells.map((cell) => (cell.value === null ? new Form(cell.origin, {}, cell.where) : cell));
  });
}

/** Keys with something in them that are no rule which the library knows. */
function unknownRules(fields: Fields) {
  const keys = Object.keys(fields).filter((key) => {
    if (OTHER.has(key) || DRAWINGS.has(key) || OPTIONS.test(key) || READERS.has(key)) return false;
    const value = fields[key];
    return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
  });
  return keys.map((name) => {
    const value = fields[name];
    return { name, count: Array.isArray(value) ? value.length : 1 };
  });
}

function drawingsOf(fields: Fields) {
  const drawn = [...DRAWINGS].filter((key) => Array.isArray(fields[key]) && (fields[key] as unknown[]).length > 0);
  return drawn.map((name) => ({ name, count: (fields[name] as unknown[]).length }));
}

/** What a cell has: a clue, candidates that the puzzle gives, and what a person entered. */
function cellOf(cell: Form, size: number): { given: number; candidates?: number[]; state: CellState } {
  const fields = cell.fields();
  const value = fields.value === undefined || fields.value === null || fields.value === '' ? 0 : digitOf(cell, size);
  const given = fields.given === true ? value : 0;
  if (given > 0) return { given, state: {} };
  const candidates = digitList(cell.at('givenPencilMarks'), size);
  const [corner, center] = ['cornerPencilMarks', 'centerPencilMarks'].map((key) => digitList(cell.at(key), size));
  const state: CellState = {
    ...(value > 0 ? { digit: value } : {}),
    ...(value === 0 && corner.length > 0 ? { corner } : {}),
    ...(value === 0 && center.length > 0 ? { center } : {}),
  };
  return { given: 0, ...(candidates.length > 0 ? { candidates } : {}), state };
}

const digitOf = (cell: Form, size: number) => cell.at('value').whole(1, size, 'digit');

function digitList(form: Form, size: number): number[] {
  // Other readers of the format leave out what is empty or null.
  const items = form.optionalList().filter(({ value }) => value !== null);
  return [...new Set(items.map((item) => item.whole(1, size, 'digit')))].sort((a, b) => a - b);
}

function candidatesRule(all: readonly (readonly number[] | undefined)[], size: number): string {
  return `candidates ${all.map((digits) => digits?.join(size > 9 ? ',' : '') ?? '.').join(' ')}`;
}

/** The regions, if any cell names its own; the others have the usual boxes. */
function regionsOf(cells: readonly Form[], size: number): (number | null)[] | undefined {
  if (!cells.some((cell) => cell.fields().region !== undefined)) return undefined;
  const boxes = usualBoxes(size);
  const regions = cells.map((cell, index) => {
    const region = cell.at('region');
    if (region.value === null) return null;
    return region.value === undefined ? boxes[index] : region.whole(0, size * size, 'digit');
  });
  for (const region of new Set(regions)) {
    const cellsOf = regions.filter((other) => other === region).length;
    if (region !== null && cellsOf > size) {
      const first = cells[regions.indexOf(region)];
      first.at('region').refuse('group', cellsOf);
    }
  }
  return regions;
}

function usualBoxes(size: number): number[] {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows !== 0) rows--;
  // Rows alone where the size is prime: they are houses already.
  const columns = size / rows;
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return Math.floor(row / rows) * rows + Math.floor(column / columns);
  });
}

/** The solution, if every cell has one. */
function solutionOf(value: unknown, size: number): number[] | undefined {
  if (!Array.isArray(value) || value.length !== size * size) return undefined;
  const digits = value.map(Number);
  return digits.every((digit) => Number.isInteger(digit) && digit >= 1 && digit <= size) ? digits : undefined;
}
