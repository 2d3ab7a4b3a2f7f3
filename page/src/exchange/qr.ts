import { encode } from 'uqr';

/** A QR code: its side in modules, and the data of a path that fills the dark ones. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** The QR code of a text; undefined if it is too long for one. */
export function qrOf(text: string): QrCode | undefined {
  let code: { size: number; data: boolean[][] };
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
