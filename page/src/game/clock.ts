/** The time spent on a game, in milliseconds. */
export interface Clock {
  /** Time before the last start. */
  readonly spent: number;
  /** Time of the last start; absent while the clock is stopped. */
  readonly since?: number;
}

export const STOPPED: Clock = { spent: 0 };

export function elapsed({ spent, since }: Clock, now: number): number {
  // If the system clock was set back, the time does not decrease.
  return spent + (since === undefined ? 0 : Math.max(0, now - since));
}

export function started(clock: Clock, now: number): Clock {
  return clock.since === undefined ? { spent: clock.spent, since: now } : clock;
}

export function stopped(clock: Clock, now: number): Clock {
  return clock.since === undefined ? clock : { spent: elapsed(clock, now) };
}

/** A time in the usual notation: `4:05`, `1:04:05`. */
export function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
