import { pan, zoom, type Camera } from './camera';

interface Pointer {
  x: number;
  y: number;
}

/** Dragging with one pointer, zooming with two. Tells a click from the beginning of a drag. */
export class Gestures {
  private readonly down = new Map<number, Pointer>();
  private moved = 0;

  /** @param slop Farther than this in pixels, a press is a drag. */
  constructor(private readonly slop = 6) {}

  start(id: number, x: number, y: number): void {
    if (this.down.size === 0) this.moved = 0;
    this.down.set(id, { x, y });
    if (this.down.size > 1) this.moved = Infinity;
  }

  /** The camera after a pointer moved. */
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

  /** Ends a pointer; returns whether it was a click. */
  end(id: number): boolean {
    const known = this.down.delete(id);
    return known && this.down.size === 0 && this.moved <= this.slop;
  }

  get active(): boolean {
    return this.down.size > 0;
  }
}
