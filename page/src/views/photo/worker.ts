/** The worker that reads one photo: it decodes the image, and runs the module that finds the grid. */
import init, { read } from '../../../pkg/photo/arcdoku.js';
import url from '../../../pkg/photo/arcdoku_bg.wasm?url';

type Found = NonNullable<ReturnType<typeof read>>;

/** The parts of a reading that the page uses. */
export type Grid = Pick<
  Found,
  'size' | 'boxRows' | 'crossings' | 'contents' | 'probabilities' | 'doubtful' | 'certain'
>;

/**
 * A photo, with its grid if one was found. `missing`: the module could not be loaded. `undecoded`: the browser cannot
 * decode the image.
 */
export type FromWorker =
  | { readonly kind: 'photo'; readonly picture: ImageBitmap; readonly grid?: Grid }
  | { readonly kind: 'missing' | 'crashed'; readonly message: string }
  | { readonly kind: 'undecoded' };

/** The longer side of the image in which the grid is searched, in pixels. Larger images are reduced. */
const LONGEST = 2000;

/** The part of a worker's scope that is used here. The page is compiled with the types of documents. */
const scope = self as unknown as Pick<Worker, 'postMessage' | 'onmessage'>;

const ready = init({ module_or_path: url });
// Reported when the module is used.
ready.catch(() => {});

scope.onmessage = async ({ data }: MessageEvent<Blob>) => {
  try {
    const found = await answer(data);
    scope.postMessage(found, found.kind === 'photo' ? [found.picture] : []);
  } catch (error) {
    // A rejected promise does not reach `worker.onerror`.
    scope.postMessage({ kind: 'crashed', message: String(error) } satisfies FromWorker);
  }
};

async function answer(file: Blob): Promise<FromWorker> {
  let decoded: ImageBitmap;
  try {
    decoded = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return { kind: 'undecoded' };
  }
  const canvas = reduced(decoded);
  try {
    await ready;
  } catch (error) {
    return { kind: 'missing', message: String(error) };
  }
  const { width, height } = canvas.canvas;
  const found = read(grayOf(canvas.getImageData(0, 0, width, height).data), width, height);
  return { kind: 'photo', picture: canvas.canvas.transferToImageBitmap(), grid: found && plain(found) };
}

/** The image on white paper, because transparent pixels are often stored as black. */
function reduced(image: ImageBitmap): OffscreenCanvasRenderingContext2D {
  const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  image.close();
  return context;
}

/** The brightness of each pixel, with the weights that the program uses. */
function grayOf(pixels: Uint8ClampedArray): Uint8Array {
  const gray = new Uint8Array(pixels.length / 4);
  for (let at = 0, from = 0; at < gray.length; at++, from += 4) {
    gray[at] = (2126 * pixels[from] + 7152 * pixels[from + 1] + 722 * pixels[from + 2]) / 10_000;
  }
  return gray;
}

/** The fields of an object of the module, which cannot be sent itself. */
const plain = ({ size, boxRows, crossings, contents, probabilities, doubtful, certain }: Found): Grid => {
  return { size, boxRows, crossings, contents, probabilities, doubtful, certain };
};
