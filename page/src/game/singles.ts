import { openDigits } from '../element/conflicts';
import type { House, Layout } from '../element/houses';

/** A digit that follows at once: the only one of its cell, or with the only place in a house. */
export interface Single {
  readonly cell: number;
  readonly digit: number;
  /** The house in which the digit has no other place; undefined if the cell has no other digit. */
  readonly house?: House;
}

type Digits = readonly (number | undefined)[];

/** The candidates that are left in each cell: open ones, and only noted ones where some are noted. */
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

/** The digits after all singles, and those that follow, and so on. Stops at a contradiction. */
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
