import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { Clock } from './transport';

/** Calls `advance` with the number of steps that are due, on every frame while it runs. */
export class Player implements ReactiveController {
  private frame = 0;
  private clock = new Clock();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly speed: () => number,
    private readonly advance: (steps: number) => void,
  ) {
    host.addController(this);
  }

  get running(): boolean {
    return this.frame !== 0;
  }

  run(): void {
    if (this.running) return;
    this.clock = new Clock();
    this.frame = requestAnimationFrame(this.tick);
    this.host.requestUpdate();
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    if (this.running) this.pause();
  }

  private readonly tick = (now: number): void => {
    this.frame = requestAnimationFrame(this.tick);
    const steps = this.clock.due(now, this.speed());
    if (steps > 0) this.advance(steps);
  };
}
