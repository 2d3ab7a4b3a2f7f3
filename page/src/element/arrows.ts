import { n, type Point } from './geometry';

/** The deviation of a curve from the straight line, as a part of its length. */
const BEND = 0.13;

/** A curved arrow between two marks: the data of its line and of its head. Undefined between equal points. */
export function arrow(from: Point, to: Point, radius: number): { line: string; head: string } | undefined {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) return undefined;
  // Long arrows bend around the candidates between their ends.
  const bend = length < 2.5 * radius ? 0 : BEND * Math.min(length, 240);
  const control: Point = [(from[0] + to[0]) / 2 - (dy / length) * bend, (from[1] + to[1]) / 2 + (dx / length) * bend];
  const start = toward(from, control, Math.min(radius + 0.5, length / 3));
  const tip = toward(to, control, Math.min(radius + 0.5, length / 3));
  const size = Math.max(2.5, Math.min(radius * 0.85, (length - 2 * radius) * 0.75));
  const neck = toward(tip, control, size);
  const [ux, uy] = [(tip[0] - neck[0]) / size, (tip[1] - neck[1]) / size];
  const half = size * 0.48;
  const text = ([x, y]: Point) => `${n(x)} ${n(y)}`;
  return {
    line: `M${text(start)}Q${text(control)} ${text(neck)}`,
    head: `M${text(tip)}L${text([neck[0] - uy * half, neck[1] + ux * half])}L${text([neck[0] + uy * half, neck[1] - ux * half])}Z`,
  };
}

function toward(point: Point, target: Point, by: number): Point {
  const [x, y] = [target[0] - point[0], target[1] - point[1]];
  const length = Math.max(Math.hypot(x, y), 0.1);
  return [point[0] + (x / length) * by, point[1] + (y / length) * by];
}

/** The two of these points, one of each list, that are nearest to each other. */
export function nearest(from: readonly Point[], to: readonly Point[]): readonly [Point, Point] | undefined {
  let best: readonly [Point, Point] | undefined;
  let least = Infinity;
  for (const a of from) {
    for (const b of to) {
      const length = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (length < least) [best, least] = [[a, b], length];
    }
  }
  return best;
}
