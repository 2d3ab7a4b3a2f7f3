import { ZoomTransform } from 'd3-zoom';

export type Size = Pick<DOMRectReadOnly, 'width' | 'height'>;

/** The smallest legible and the largest scale. */
export const SCALES = [0.5, 3] as const;

/** Centers the whole drawing on the screen, at a scale of at most 1. */
export function fit(drawing: Size, screen: Size, margin: number): ZoomTransform {
  const across = (screen.width - 2 * margin) / Math.max(1, drawing.width);
  const down = (screen.height - 2 * margin) / Math.max(1, drawing.height);
  const scale = Math.min(1, across, down);
  return new ZoomTransform(
    scale,
    (screen.width - drawing.width * scale) / 2,
    Math.max(margin, (screen.height - drawing.height * scale) / 2),
  );
}

/** Moves as little as necessary to show a point of the drawing at the given distance from the edges of the screen. */
export function reveal(
  camera: ZoomTransform,
  point: Pick<DOMPointReadOnly, 'x' | 'y'>,
  screen: Size,
  margin: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
): ZoomTransform {
  const place = (at: number, length: number, before: number, after: number) => {
    const end = length - Math.min(after, length / 3);
    return Math.max(Math.min(before, end) - at, Math.min(0, end - at));
  };
  const dx = place(point.x * camera.k + camera.x, screen.width, margin.left, margin.right);
  const dy = place(point.y * camera.k + camera.y, screen.height, margin.top, margin.bottom);
  return dx === 0 && dy === 0 ? camera : new ZoomTransform(camera.k, camera.x + dx, camera.y + dy);
}
