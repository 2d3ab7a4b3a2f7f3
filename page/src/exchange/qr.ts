import { encode } from 'uqr';

/** The QR code of a text, by its side in modules and a path that fills the dark ones; undefined for too long a text. */
export function qrOf(text: string): { size: number; path: string } | undefined {
  let code: ReturnType<typeof encode>;
  try {
    // The quiet zone around the code is four modules wide, as readers expect.
    code = encode(text, { ecc: 'L', border: 4 });
  } catch {
    return undefined;
  }
  let path = '';
  code.data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x + 1 - start}v1h${start - x - 1}z`;
    }
  });
  return { size: code.size, path };
}
