import { cellIndex, digitText, leastOf } from '../../element/cells';
import { drawingOf } from '../../element/draw-listed';
import { corner, fontIn, middle, place, placesOf, SIDE } from '../../element/geometry';
import { layoutWith } from '../../element/houses';
import type { TraceEvent } from '../../engine';
import { boardDocument } from '../../exchange/picture';
import type { Puzzle } from '../../game/puzzle';
import { scene } from './scene';
import { sentence, wordStyle } from './sentence';
import type { Timeline } from './timeline';

/** The width of a film in pixels, and the space for a sentence below the board. */
const WIDTH = 720;
const SENTENCE = 72;
/** The maximum length in seconds. */
const LONGEST = 60;
const FAMILY = "system-ui, 'DejaVu Sans', Arial, sans-serif";

/** Records the board of a search from an event on, in real time. Rejects if the browser cannot record. */
export async function record(puzzle: Puzzle, timeline: Timeline, from: number, speed: number): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(boardDocument({ ...puzzle, digits: puzzle.givens }))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  const scale = WIDTH / picture.naturalWidth;
  [canvas.width, canvas.height] = [WIDTH, Math.round(picture.naturalHeight * scale) + SENTENCE];
  const context = canvas.getContext('2d');
  if (!context) throw new DOMException('no canvas');
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm', videoBitsPerSecond: 4_000_000 });
  const pieces: Blob[] = [];
  const ended = new Promise((done) => (recorder.onstop = done));
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  recorder.start();
  const last = Math.min(timeline.length, from + LONGEST * speed);
  for (let count = from; count <= last; count++) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, WIDTH, canvas.height - SENTENCE);
    write(context, sentence(timeline.events[count - 1], wordStyle()), canvas.height - SENTENCE);
    const margin = 3 + drawingOf(layoutWith(puzzle.shape, puzzle.rules)).lead;
    context.setTransform(scale, 0, 0, scale, margin * scale, margin * scale);
    draw(context, puzzle, timeline, count);
    await new Promise((done) => setTimeout(done, 1000 / speed));
  }
  recorder.stop();
  await ended;
  return new Blob(pieces, { type: 'video/webm' });
}

/** Draws digits and candidates over the empty board, and marks the cells of the event. */
function draw(context: CanvasRenderingContext2D, puzzle: Puzzle, timeline: Timeline, count: number): void {
  const { shape, givens } = puzzle;
  const event: TraceEvent | undefined = timeline.events[count - 1];
  const { state, layers } = scene(shape, givens, timeline.at(count), event);
  const places = placesOf(shape);
  context.globalAlpha = 0.25;
  for (const { cells, role } of layers.tints ?? []) {
    context.fillStyle = { bad: '#d1242f', good: '#2da44e', warn: '#e08a00' }[role] ?? '#1f6feb';
    for (const name of cells) context.fillRect(...corner(shape, cellIndex(name, shape) ?? 0), SIDE, SIDE);
  }
  context.globalAlpha = 1;
  context.fillStyle = '#1a2029';
  [context.textAlign, context.textBaseline] = ['center', 'middle'];
  state.forEach(({ digit, given }, cell) => {
    if (given) return;
    const isOpen = digit === undefined;
    context.font = `${isOpen ? fontIn(places, cell) : 38}px ${FAMILY}`;
    for (const value of isOpen ? (layers.domains?.[cell] ?? []) : [digit]) {
      const [x, y] = isOpen ? place(shape, places, cell, value) : middle(shape, cell);
      context.fillText(digitText(value, false, leastOf(shape)), x, y + 1);
    }
  });
}

/** Writes a sentence on at most two lines. */
function write(context: CanvasRenderingContext2D, text: string, top: number): void {
  context.fillStyle = '#1a2029';
  context.font = `20px ${FAMILY}`;
  [context.textAlign, context.textBaseline] = ['start', 'top'];
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (context.measureText(longer).width < WIDTH - 24) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  lines.slice(0, 2).forEach((line, at) => context.fillText(line, 12, top + 8 + 28 * at));
}
