/** Sets of digits as bits: digit 1 is bit 0. A number has room for the 25 digits that the board draws well. */

export const MOST_DIGITS = 25;

export function bits(digits: Iterable<number>): number {
  let set = 0;
  for (const digit of digits) set |= 1 << (digit - 1);
  return set;
}

export function digitsOf(set: number): number[] {
  const digits: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) digits.push(32 - Math.clz32(rest & -rest));
  return digits;
}

/** Whether the set has exactly one digit. */
export const isSingle = (set: number): boolean => set !== 0 && (set & (set - 1)) === 0;

/** All names of cells in a text such as `cage 12 r1c1 r1c2`. */
export const cellsIn = (text: string): string[] => text.match(/\b(?:r\d+c\d+|v\d+)\b/g) ?? [];
