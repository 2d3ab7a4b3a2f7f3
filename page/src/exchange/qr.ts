import { svg as drawn, html, type TemplateResult } from 'lit';
import { encode } from 'uqr';

interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** The QR code of a text: its side in modules and the path of the dark modules; undefined if the text is too long. */
export function qrOf(text: string): QrCode | undefined {
  let code: ReturnType<typeof encode>;
  try {
    // The standard requires a quiet zone of four modules around the code.
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

export const qrPicture = ({ size, path }: QrCode, label: string): TemplateResult =>
  html`<svg class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}">
    ${drawn`<rect fill="#fff" width=${size} height=${size} /><path fill="#000" d=${path} />`}
  </svg>`;
