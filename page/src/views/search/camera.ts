/** Where a drawing is seen: `screen = drawing * scale + offset`. */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MIN_SCALE = 0.05;
export const MAX_SCALE = 3;

export const pan = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x + dx,
  y: camera.y + dy,
});

/** Zooms about a point of the screen, which stays where it is. */
export function zoom(camera: Camera, factor: number, atX: number, atY: number): Camera {
  const scale = Math.max(MIN_SCALE, Math.min(MAX_SCALE, camera.scale * factor));
  const by = scale / camera.scale;
  return { scale, x: atX - (atX - camera.x) * by, y: atY - (atY - camera.y) * by };
}

/** All of a drawing in the middle of the screen, not larger than life. */
export function fit(drawing: Size, screen: Size, margin: number): Camera {
  const across = (screen.width - 2 * margin) / Math.max(1, drawing.width);
  const down = (screen.height - 2 * margin) / Math.max(1, drawing.height);
  const scale = Math.max(MIN_SCALE, Math.min(1, across, down));
  return {
    scale,
    x: (screen.width - drawing.width * scale) / 2,
    y: Math.max(margin, (screen.height - drawing.height * scale) / 2),
  };
}

/** How far from the edges of the screen a point is to be. */
export interface Margin {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Moves as little as necessary to have a point of the drawing inside of the screen, with margins. */
export function reveal(
  camera: Camera,
  point: { readonly x: number; readonly y: number },
  screen: Size,
  margin: Margin,
): Camera {
  const place = (at: number, length: number, before: number, after: number) => {
    const end = length - Math.min(after, length / 3);
    return Math.max(Math.min(before, end) - at, Math.min(0, end - at));
  };
  const dx = place(point.x * camera.scale + camera.x, screen.width, margin.left, margin.right);
  const dy = place(point.y * camera.scale + camera.y, screen.height, margin.top, margin.bottom);
  return dx === 0 && dy === 0 ? camera : pan(camera, dx, dy);
}
