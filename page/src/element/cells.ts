/** The name of a cell in texts: `r3c4`. */
export function cellName(cell: number, size: number): string {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}

/** The cell of a name; undefined if it is none of the grid. */
export function cellIndex(name: string, size: number): number | undefined {
  const found = /^r(\d+)c(\d+)$/i.exec(name);
  if (!found) return undefined;
  const [row, column] = [Number(found[1]), Number(found[2])];
  const inside = row >= 1 && column >= 1 && row <= size && column <= size;
  return inside ? (row - 1) * size + column - 1 : undefined;
}

/** The cells of names; those outside of the grid are left out. */
export function cellIndexes(names: readonly string[], size: number): number[] {
  return names.map((name) => cellIndex(name, size)).filter((cell) => cell !== undefined);
}

/** The digits 1 to `size`. */
export function digitsOf(size: number): number[] {
  return Array.from({ length: size }, (_, index) => index + 1);
}

/** How a digit is written: a number, or from 10 on a letter. */
export function digitText(digit: number, letters: boolean): string {
  return letters && digit > 9 ? String.fromCharCode(55 + digit) : String(digit);
}

/** The value of a symbol in puzzle texts: 1 to 9, then A to Z; 0 for a blank; undefined for anything else. */
export function symbolValue(symbol: string): number | undefined {
  if (/^[.0*_]$/.test(symbol)) return 0;
  const value = /^[1-9a-z]$/i.test(symbol) ? parseInt(symbol, 36) : NaN;
  return Number.isNaN(value) ? undefined : value;
}
