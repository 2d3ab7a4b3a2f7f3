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
  const runs = code.data.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  );
  return { size: code.size, path: runs.join('') };
}

export const qrPicture = ({ size, path }: QrCode, label: string): TemplateResult =>
  html`<svg class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}">
    ${drawn`<rect fill="#fff" width=${size} height=${size} /><path fill="#000" d=${path} />`}
  </svg>`;
