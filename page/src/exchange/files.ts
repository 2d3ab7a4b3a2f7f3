import { toast } from '../shell/messages';
import { language, t } from '../words';

/** The maximum size of a file, in bytes. */
const LARGEST_FILE = 16_000_000;

/** The text of a file. If it has none, shows a message and returns undefined. */
export async function fileText(file: File): Promise<string | undefined> {
  const texts = t().exchange;
  const fail = (text: string) => void toast(text, { kind: 'error' });
  if (file.size > LARGEST_FILE) {
    const [size, most] = [file.size, LARGEST_FILE].map((value) => value.toLocaleString(language()));
    return fail(`${file.name}: ${texts.tooLong(size, most)}`);
  }
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return fail(texts.unreadableFile(file.name));
  return decoded(bytes) ?? fail(texts.notText(file.name));
}

/** Text in UTF-8, or in UTF-16 with a byte order mark; undefined for anything else. */
export function decoded(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

export function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}

/** Lets the person choose files. With `camera`, phones and tablets open their camera. */
export function chooseFiles(accept: string, multiple: boolean, camera = false): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.multiple = multiple;
    if (camera) input.capture = 'environment';
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

export function saveFile(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start to read only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function fileName(name: string | undefined, ending: string): string {
  const plain = (name ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  return `${plain === '' ? 'sudoku' : plain.slice(0, 60)}.${ending}`;
}

/** Copies a text or a PNG to the clipboard. */
export async function copy(content: string | Promise<Blob>): Promise<void> {
  try {
    if (typeof content === 'string') await navigator.clipboard.writeText(content);
    else await navigator.clipboard.write([new ClipboardItem({ 'image/png': content })]);
    toast(t().exchange.copied);
  } catch {
    toast(t().exchange.copyFailed);
  }
}

/** Draws an SVG document as a PNG with this width. */
export async function pngOf(svg: string, width: number): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const height = Math.round((width * image.naturalHeight) / Math.max(image.naturalWidth, 1));
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')!.drawImage(image, 0, 0, width, height);
    return await canvas.convertToBlob();
  } finally {
    URL.revokeObjectURL(url);
  }
}
