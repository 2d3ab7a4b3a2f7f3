import type { Finished } from './finished';
import type { Level } from './levels';

/** The levels of a week, from Sunday. */
const WEEK: readonly Level[] = ['extreme', 'easy', 'easy', 'medium', 'medium', 'hard', 'unfair'];

/** The day of a date where the player is, as in `2026-11-28`. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dateOf(text, 0) === text;

/** The day that is this many days later. Noon avoids the hour that a change of the clocks skips. */
export function dateOf(day: string, later: number): string {
  const date = new Date(`${day}T12:00`);
  date.setDate(date.getDate() + later);
  return dayOf(date);
}

/** The level of the puzzle of a day: the chosen one, or easy on Monday to extreme on Sunday. */
export function levelOfDay(day: string, chosen: Level | 'week'): Level {
  return chosen === 'week' ? WEEK[new Date(`${day}T12:00`).getDay()] : chosen;
}

/** The seed of the puzzle of a day. All players have the same seed, and a seed is one puzzle. */
export const seedOfDay = (day: string): string => day.replaceAll('-', '');

/** The days whose puzzle was solved on the day itself, or at any time. */
export const solvedDays = (finished: readonly Finished[], inTime: boolean): Set<string> =>
  new Set(finished.flatMap(({ day, date }) => (day && (!inTime || day === dayOf(new Date(date))) ? [day] : [])));

export const playedDays = (finished: readonly Finished[]): Set<string> =>
  new Set(finished.map(({ date }) => dayOf(new Date(date))));

/** The numbers of days in a row until today, or until yesterday if today is missing, and at most. */
export function streak(days: ReadonlySet<string>, today: string): { now: number; longest: number } {
  const lengthUntil = (day: string): number => (days.has(day) ? 1 + lengthUntil(dateOf(day, -1)) : 0);
  const ends = [...days].filter((day) => !days.has(dateOf(day, 1)));
  return {
    now: lengthUntil(today) || lengthUntil(dateOf(today, -1)),
    longest: Math.max(0, ...ends.map(lengthUntil)),
  };
}
