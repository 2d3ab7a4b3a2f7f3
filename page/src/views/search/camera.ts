type Pointer = Record<'x' | 'y', number>;

/** Handles dragging with one pointer and zooming with two. Distinguishes clicks from drags. */
export class Gestures {
  private readonly down = new Map<number, Pointer>();
  private moved = 0;

  /** @param slop The maximum movement of a click, in pixels. */
  constructor(private readonly slop = 6) {}

  start(id: number, x: number, y: number): void {
    if (this.down.size === 0) this.moved = 0;
    this.down.set(id, { x, y });
    if (this.down.size > 1) this.moved = Infinity;
  }

  /** Returns the camera after a movement of a pointer. */
  move(camera: Camera, id: number, x: number, y: number): Camera {
    const pointer = this.down.get(id);
    if (!pointer) return camera;
    const other = [...this.down].find(([key]) => key !== id)?.[1];
    const [dx, dy] = [x - pointer.x, y - pointer.y];
    const before = other ? Math.hypot(pointer.x - other.x, pointer.y - other.y) : 0;
    pointer.x = x;
    pointer.y = y;
    this.moved += Math.hypot(dx, dy);
    if (!other) return this.moved > this.slop ? pan(camera, dx, dy) : camera;
    const after = Math.hypot(x - other.x, y - other.y);
    const [midX, midY] = [(x + other.x) / 2, (y + other.y) / 2];
    return zoom(pan(camera, dx / 2, dy / 2), before > 0 ? after / before : 1, midX, midY);
  }

  /** Ends a pointer. Returns whether it was a click. */
  end(id: number): boolean {
    const known = this.down.delete(id);
    return known && this.down.size === 0 && this.moved <= this.slop;
  }

  get active(): boolean {
    return this.down.size > 0;
  }
}

/** The transformation from the drawing to the screen: `screen = drawing * scale + offset`. */
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

/** Zooms about a point of the screen, which stays fixed. */
export function zoom(camera: Camera, factor: number, atX: number, atY: number): Camera {
  const scale = Math.max(MIN_SCALE, Math.min(MAX_SCALE, camera.scale * factor));
  const by = scale / camera.scale;
  return { scale, x: atX - (atX - camera.x) * by, y: atY - (atY - camera.y) * by };
}

/** Centers the whole drawing on the screen, at a scale of at most 1. */
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

/** Moves as little as necessary to show a point of the drawing at the given distance from the edges of the screen. */
export function reveal(
  camera: Camera,
  point: { readonly x: number; readonly y: number },
  screen: Size,
  margin: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>,
): Camera {
  const place = (at: number, length: number, before: number, after: number) => {
    const end = length - Math.min(after, length / 3);
    return Math.max(Math.min(before, end) - at, Math.min(0, end - at));
  };
  const dx = place(point.x * camera.scale + camera.x, screen.width, margin.left, margin.right);
  const dy = place(point.y * camera.scale + camera.y, screen.height, margin.top, margin.bottom);
  return dx === 0 && dy === 0 ? camera : pan(camera, dx, dy);
}
