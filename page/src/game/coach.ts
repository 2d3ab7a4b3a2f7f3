import type { Words } from '../words';
import { timeText } from './clock';
import type { Finished } from './finished';
import { isLevel, LEVELS, type Level } from './levels';

/** The number of games that a level is judged by, and the number without which it does not change. */
const GAMES = 5;
const ENOUGH = 3;

/** The level of the next puzzle, with what it was chosen by: the last games of one level, and their medians. */
export interface Advice {
  readonly level: Level;
  readonly why: 'first' | 'few' | 'up' | 'top' | 'stay' | 'down';
  /** The level of the last games. */
  readonly from: Level;
  readonly games: number;
  readonly seconds: number;
  readonly hints: number;
  readonly mistakes: number;
}

/** The median; of an even number of values the lower one of the two in the middle; 0 without values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

/**
 * Chooses the level of the next puzzle by the last five games of the level that was played last. The level
 * of daily puzzles usually follows the weekday, so it counts only if three games have it.
 *
 * With at least three games, the level rises if the medians are within the player's own goal: the time at most the
 * goal, no hint and at most one mistake. It falls if one of them is far from it: more than twice the goal, at least
 * three hints or at least five mistakes.
 *
 * @param finished All solved games, oldest first.
 * @param goal The time that the player wants to need, in seconds.
 */
export function advise(finished: readonly Finished[], goal: number): Advice {
  const isEnough = (level?: string) => finished.filter((one) => one.level === level).length >= ENOUGH;
  const chosen = finished.filter(({ day, level }) => day === undefined || isEnough(level));
  const from = chosen.map(({ level }) => level).findLast(isLevel);
  const last = finished.filter(({ level }) => level === from).slice(-GAMES);
  const of = (part: 'seconds' | 'hints' | 'mistakes') => median(last.map((one) => one[part]));
  const [seconds, hints, mistakes] = [of('seconds'), of('hints'), of('mistakes')];
  const base = { from: from ?? LEVELS[0], games: last.length, seconds, hints, mistakes };
  if (from === undefined) return { ...base, games: 0, level: LEVELS[0], why: 'first' };
  if (last.length < ENOUGH) return { ...base, level: from, why: 'few' };
  const at = LEVELS.indexOf(from);
  if (seconds <= goal && hints === 0 && mistakes <= 1) {
    return { ...base, level: LEVELS[at + 1] ?? from, why: at + 1 < LEVELS.length ? 'up' : 'top' };
  }
  const far = seconds > 2 * goal || hints >= 3 || mistakes >= 5;
  return far && at > 0 ? { ...base, level: LEVELS[at - 1], why: 'down' } : { ...base, level: from, why: 'stay' };
}

export function adviceText(advice: Advice, goal: number, { common, progress }: Words): string {
  const { why, from, games, seconds, hints, mistakes } = advice;
  const texts = progress.advice;
  const level = common.levels[from];
  if (why === 'first') return texts.first;
  if (why === 'few') return texts.few(games, level);
  return texts.by(texts[why], games, level, timeText(seconds * 1000), timeText(goal * 1000), hints, mistakes);
}

/** The times of a level, oldest first, in seconds. */
export interface LevelTimes {
  readonly level: Level;
  readonly times: readonly number[];
}

export function timesByLevel(finished: readonly Finished[]): LevelTimes[] {
  const times = (level: Level) => finished.filter((one) => one.level === level).map(({ seconds }) => seconds);
  return LEVELS.map((level) => ({ level, times: times(level) })).filter((row) => row.times.length > 0);
}
