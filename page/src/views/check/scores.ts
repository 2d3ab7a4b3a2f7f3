/** Tables of scores: N x N rows of N numbers, a row for each cell. */

/** The sizes of grids that scores may be of. */
const SIZES: ReadonlySet<number> = new Set([4, 6, 8, 9, 10, 12, 15, 16, 20, 25]);

const isNumber = (field: string) => /^[-+]?(\d+\.?\d*(e[-+]?\d+)?|\.\d+(e[-+]?\d+)?|inf(inity)?)$/i.test(field);

/** The fields of a line, as the library separates them: at commas, semicolons or tabs, else at spaces. */
function fields(line: string): string[] {
  const separator = [',', ';', '\t'].find((each) => line.includes(each));
  return separator ? line.split(separator).map((field) => field.trim()) : line.split(/\s+/);
}

/** The size of the grid that a text has scores of; undefined for any other text. The library reads the numbers. */
export function scoresSize(text: string): number | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).map(fields);
  // Names of columns.
  if (rows.length > 0 && !rows[0].some(isNumber)) rows.shift();
  const size = rows[0]?.length ?? 0;
  const isTable = SIZES.has(size) && rows.length >= size * size;
  return isTable && rows.every((row) => row.length === size && row.every(isNumber)) ? size : undefined;
}
