import { openDigits } from '../element/conflicts';
import type { House, Layout } from '../element/houses';

/** A naked or hidden single: the only candidate of a cell, or a digit with only one place in a house. */
export interface Single {
  readonly cell: number;
  readonly digit: number;
  /** The house of a hidden single; undefined for a naked single. */
  readonly house?: House;
}

type Digits = readonly (number | undefined)[];

/** The remaining candidates of each cell: the open digits, or the noted ones among them if the cell has notes. */
export function leftCandidates(layout: Layout, digits: Digits, noted?: readonly (readonly number[] | null)[]) {
  return openDigits(layout, digits).map((open, cell) => {
    const marks = noted?.[cell];
    return marks ? open.filter((digit) => marks.includes(digit)) : open;
  });
}

/** All singles of a state. Only houses with as many cells as digits need every digit. */
export function singlesOf(layout: Layout, digits: Digits, noted?: readonly (readonly number[] | null)[]): Single[] {
  const { size } = layout.shape;
  const left = leftCandidates(layout, digits, noted);
  const found = new Map<string, Single>();
  const add = (single: Single) => {
    const key = `${single.cell} ${single.digit}`;
    if (!found.has(key)) found.set(key, single);
  };
  for (const house of layout.houses) {
    if (house.cells.length !== size) continue;
    const present = new Set(house.cells.map((cell) => digits[cell]));
    for (let digit = 1; digit <= size; digit++) {
      if (present.has(digit)) continue;
      const places = house.cells.filter((cell) => left[cell].includes(digit));
      if (places.length === 1) add({ cell: places[0], digit, house });
    }
  }
  left.forEach((candidates, cell) => {
    if (candidates.length === 1) add({ cell, digit: candidates[0] });
  });
  return [...found.values()];
}

/** The digits after filling in singles repeatedly, until there are none or a contradiction occurs. */
export function withSingles(layout: Layout, digits: Digits, noted?: readonly (readonly number[] | null)[]): Digits {
  const next = [...digits];
  for (;;) {
    const singles = singlesOf(layout, next, noted);
    if (singles.length === 0) return next;
    for (const { cell, digit } of singles) {
      const contradicts = layout.peers[cell].some((peer) => next[peer] === digit);
      if (contradicts || (next[cell] !== undefined && next[cell] !== digit)) return next;
      next[cell] = digit;
    }
  }
}
