import { range } from 'd3-array';

import { grouped } from '../../shell/job';
import { t } from '../../words';
import type { SearchView } from './index';
import type { SearchLane } from './lane';

/** The width of the only board of a film and of one of several boards, and the space above and below the boards. */
const [ONLY, ONE_OF_SEVERAL, ABOVE, BELOW] = [720, 480, 44, 72];
/** The maximum length in seconds, and the maximum number of pictures per second. */
const [LONGEST, RATE] = [20, 6];

/** The positions of a film from the current one to the end, and its length. */
export function filmOf({ last, position, speed }: SearchView) {
  const seconds = Math.min(LONGEST, (last - position) / speed);
  const count = Math.max(1, Math.round(seconds * Math.min(RATE, speed)));
  const part = (last - position) / count;
  return { seconds, positions: range(count + 1).map((at) => position + Math.round(at * part)) };
}
export type Film = ReturnType<typeof filmOf>;

/** Goes through the positions of a film, and records all boards. Rejects if the browser cannot. */
export async function record(view: SearchView, { seconds, positions }: Film, signal: AbortSignal): Promise<Blob> {
  const lanes = [...view.renderRoot.querySelectorAll<SearchLane>('arc-search-lane')];
  const width = lanes.length > 1 ? ONE_OF_SEVERAL : ONLY;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const frame = async () => {
    await view.updateComplete;
    const pictures = await Promise.all(lanes.map((lane) => lane.picture()));
    const height = Math.round((width * pictures[0].naturalHeight) / pictures[0].naturalWidth);
    [canvas.width, canvas.height] = [width * lanes.length, ABOVE + height + BELOW];
    const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
    context.fillStyle = backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = color;
    context.font = `20px ${fontFamily}`;
    lanes.forEach((lane, index) => {
      const left = index * width;
      // A longer text is written narrower, and a long sentence on two lines.
      const write = (text: string, y: number) => context.fillText(text, left + 12, y, width - 24);
      write(`${lane.name} · ${t().search.place.events(grouped(lane.count), grouped(lane.length))}`, 28);
      context.drawImage(pictures[index], left, ABOVE, width, height);
      const text = lane.sentence();
      const isLong = context.measureText(text).width > width - 24;
      const half = isLong ? text.lastIndexOf(' ', text.length / 2 + 4) : text.length;
      write(text.slice(0, half), ABOVE + height + 28);
      write(text.slice(half).trim(), ABOVE + height + 56);
    });
  };
  const clusters: Blob[] = [];
  const encoder = new VideoEncoder({
    output: (picture) => clusters.push(cluster(picture)),
    // The next call of the encoder throws.
    error: () => undefined,
  });
  const speed = { bitrate: 4_000_000, latencyMode: 'realtime' } as const;
  for (const [at, position] of positions.entries()) {
    // The page shows its progress, and stays responsive.
    await new Promise(requestAnimationFrame);
    signal.throwIfAborted();
    view.goTo(position, false);
    await frame();
    if (at === 0) encoder.configure({ codec: 'vp8', width: canvas.width, height: canvas.height, ...speed });
    const picture = new VideoFrame(canvas, { timestamp: (at * seconds * 1e6) / (positions.length - 1) });
    encoder.encode(picture, { keyFrame: at % RATE === 0 });
    picture.close();
  }
  await encoder.flush();
  return webm(canvas, clusters);
}

const bytes = (value: number, length: number) =>
  Uint8Array.from({ length }, (_, at) => value / 256 ** (length - 1 - at));

/** An element of a WebM file: its identifier in hexadecimal, and a number or other content. */
function element(id: string, ...content: readonly (BlobPart | number)[]): Blob {
  const inner = new Blob(content.map((part) => (typeof part === 'number' ? bytes(part, 4) : part)));
  const name = id.match(/../g)!.map((digits) => parseInt(digits, 16));
  return new Blob([Uint8Array.from([...name, 1, ...bytes(inner.size, 7)]), inner]);
}

function cluster(picture: EncodedVideoChunk): Blob {
  const data = new Uint8Array(picture.byteLength);
  picture.copyTo(data);
  const track = Uint8Array.from([0x81, 0, 0, picture.type === 'key' ? 0x80 : 0]);
  return element('1f43b675', element('e7', Math.round(picture.timestamp / 1000)), element('a3', track, data));
}

function webm({ width, height }: HTMLCanvasElement, clusters: readonly Blob[]): Blob {
  const size = element('e0', element('b0', width), element('ba', height));
  const track = element('ae', element('d7', 1), element('73c5', 1), element('83', 1), element('86', 'V_VP8'), size);
  const info = element('1549a966', element('2ad7b1', 1_000_000));
  const header = element('1a45dfa3', element('4282', 'webm'), element('4287', 2), element('4285', 2));
  const segment = element('18538067', info, element('1654ae6b', track), ...clusters);
  return new Blob([header, segment], { type: 'video/webm' });
}
