import { max, min } from 'd3-array';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { TraceEvent } from '../../engine';
import type { Timeline } from './timeline';

/** While running, calls `advance` on every frame with the number of due steps. */
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

/** How two searches are synchronized: by the number of events or of nodes. */
export type Pace = 'events' | 'nodes';

export type Kind = TraceEvent['event'];

/** The last position that any of the searches reaches. */
export function lastPosition(lines: readonly Timeline[], pace: Pace): number {
  return Math.max(0, ...lines.map((line) => (pace === 'events' ? line.length : line.nodeEnds.length)));
}

/** The number of events of a search at a position. */
export function eventsAt(line: Timeline, pace: Pace, position: number): number {
  return pace === 'events' ? Math.min(position, line.length) : line.eventsOfNodes(position);
}

/** The position of the next or previous event of these kinds in any search; undefined if there is none. */
export function find(
  lines: readonly Timeline[],
  pace: Pace,
  position: number,
  kinds: readonly Kind[],
  direction: 1 | -1,
): number | undefined {
  if (direction < 0 && position === 0) return undefined;
  const found = lines.flatMap((line) => {
    const { events } = line;
    let index = direction > 0 ? eventsAt(line, pace, position) : eventsAt(line, pace, position - 1) - 1;
    while (events[index] && !kinds.includes(events[index].event)) index += direction;
    if (!events[index]) return [];
    return pace === 'events' ? index + 1 : line.nodesAt(index + 1);
  });
  return direction > 0 ? min(found) : max(found);
}

export type Step = 'event' | 'rest' | 'guess';

const STEP_KINDS: Record<Step, readonly Kind[]> = {
  event: [],
  rest: ['board', 'contradiction', 'conflict', 'solution', 'end'],
  guess: ['guess', 'exclude', 'solution', 'end'],
};

/** The position after one step in a direction, within the range. */
export function step(lines: readonly Timeline[], pace: Pace, position: number, size: Step, direction: 1 | -1): number {
  const last = lastPosition(lines, pace);
  const plain = Math.max(0, Math.min(last, position + direction));
  if (pace === 'nodes' || size === 'event') return plain;
  return find(lines, pace, position, STEP_KINDS[size], direction) ?? (direction > 0 ? last : 0);
}

/** The speeds to choose from, in steps per second. */
export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Converts time into steps and keeps fractions. */
export class Clock {
  private owed = 0;
  private before?: number;

  /** The number of due steps at a time in milliseconds. A hidden tab does not catch up. */
  due(now: number, perSecond: number): number {
    const passed = this.before === undefined ? 0 : Math.min(now - this.before, 250);
    this.before = now;
    this.owed += (passed * perSecond) / 1000;
    const whole = Math.floor(this.owed);
    this.owed -= whole;
    return whole;
  }
}
