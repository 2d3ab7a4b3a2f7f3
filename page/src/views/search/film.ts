import type { ArcSudoku } from '../../element/arc-sudoku';
import type { SearchView } from './index';
import type { SearchLane } from './lane';

/** The width of a film in pixels, and the space for a sentence below the board. */
const WIDTH = 720;
const SENTENCE = 72;
/** The maximum length in seconds. */
const LONGEST = 60;

/** Plays the searches from the current position on, and records the first board. Rejects if the browser cannot. */
export async function record(view: SearchView): Promise<Blob> {
  const lane = view.renderRoot.querySelector<SearchLane>('arc-search-lane');
  const board = lane?.renderRoot.querySelector<ArcSudoku>('arc-sudoku');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!lane || !board || !context) throw new DOMException('nothing to record');
  const frame = async () => {
    await Promise.all([view.updateComplete, lane.updateComplete, board.updateComplete]);
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(board.toSVG())}`;
    await picture.decode();
    const height = Math.round((WIDTH * picture.naturalHeight) / picture.naturalWidth);
    if (canvas.height !== height + SENTENCE) [canvas.width, canvas.height] = [WIDTH, height + SENTENCE];
    const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
    context.fillStyle = backgroundColor;
    context.fillRect(0, 0, WIDTH, canvas.height);
    context.drawImage(picture, 0, 0, WIDTH, height);
    context.fillStyle = color;
    context.font = `20px ${fontFamily}`;
    // A longer sentence is written narrower.
    context.fillText(lane.sentence(), 12, height + 44, WIDTH - 24);
  };
  await frame();
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm', videoBitsPerSecond: 4_000_000 });
  const pieces: Blob[] = [];
  const ended = new Promise((done) => (recorder.onstop = done));
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  recorder.start();
  const last = Math.min(view.last, view.position + LONGEST * view.speed);
  for (let due = performance.now(); ; due += 1000 / view.speed) {
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    if (view.position >= last) break;
    view.goTo(view.position + 1, false);
    await frame();
  }
  recorder.stop();
  await ended;
  return new Blob(pieces, { type: 'video/webm' });
}
