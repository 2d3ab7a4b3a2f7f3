import { cellName } from '../element/cells';
import { usualShape } from '../element/rules';
import type { CellState } from '../element/types';
import { lineOf } from '../game/puzzle';

/** A puzzle to be written as a row of JSON lines. */
export interface Parts {
  readonly size: number;
  /** One digit a cell, 0 for none. */
  readonly givens: readonly number[];
  /** The region of each cell; undefined for the usual boxes of the size, null in cells without one. */
  readonly regions?: readonly (number | null)[];
  readonly rules: readonly string[];
  readonly solution?: readonly number[];
  readonly name?: string;
}

const SYMBOLS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The text of a rule with cells, such as `cage 12: r1c1 r1c2`. */
export function ruleText(name: string, cells: readonly number[], size: number): string {
  return `${name}: ${cells.map((cell) => cellName(cell, size)).join(' ')}`;
}

/** The cells of each region, for regions that cover the grid in part only or are smaller than the size. */
function regionSets(regions: readonly (number | null)[]): number[][] {
  const sets = new Map<number, number[]>();
  regions.forEach((region, cell) => {
    if (region !== null) sets.set(region, [...(sets.get(region) ?? []), cell]);
  });
  return [...sets.values()];
}

/** Whether these regions are the usual boxes of the size. */
export function isUsualRegions(size: number, regions: readonly (number | null)[]): boolean {
  const { boxRows, boxColumns } = usualShape(size);
  if (boxRows === 0) return false;
  const boxes = new Map<number, number>();
  const same = regions.every((region, cell) => {
    if (region === null) return false;
    const across = Math.floor((cell % size) / boxColumns);
    const box = Math.floor(Math.floor(cell / size) / boxRows) * size + across;
    const known = boxes.get(box);
    boxes.set(box, region);
    return known === undefined || known === region;
  });
  return same && new Set(boxes.values()).size === boxes.size;
}

/** The row. Regions that are no jigsaw, as they leave cells out or are small, become extra sets. */
export function rowOf({ size, givens, regions, rules, solution, name }: Parts): string {
  const row: Record<string, unknown> = { puzzle: lineOf(givens) };
  const all = [...rules];
  const { boxRows, boxColumns } = usualShape(size);
  if (!regions || isUsualRegions(size, regions)) {
    row.shape = boxRows > 0 ? `${boxRows}x${boxColumns}` : 'latin';
  } else {
    const sets = regionSets(regions);
    if (sets.length === size && sets.every((cells) => cells.length === size)) {
      const numbers = new Map([...new Set(regions)].map((region, index) => [region, SYMBOLS[index]]));
      row.regions = regions.map((region) => numbers.get(region)).join('');
    } else {
      row.shape = 'latin';
      all.unshift(...sets.map((cells) => ruleText('all-different', cells, size)));
    }
  }
  if (all.length > 0) row.rules = all;
  if (name) row.name = name;
  if (solution) row.solution = lineOf(solution);
  return JSON.stringify(row);
}

/** What was entered, or undefined if nothing was. */
export function enteredOf(cells: readonly CellState[]): readonly CellState[] | undefined {
  return cells.some((cell) => Object.keys(cell).length > 0) ? cells : undefined;
}
