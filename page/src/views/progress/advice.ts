import { timeText } from '../../game/clock';
import type { Advice } from '../../game/coach';
import { levelOfDay } from '../../game/daily';
import type { Level } from '../../game/levels';
import { settings } from '../../shell/settings';
import { t } from '../../words';

/** The level of the puzzle of a day: of its weekday, or as chosen. */
export function dayLevel(day: string): Level {
  const { dailyLevel } = settings.value;
  return dailyLevel === 'week' ? levelOfDay(day) : dailyLevel;
}

/** Why the coach chose a level, in one sentence. */
export function adviceText({ why, from, games, seconds, hints, mistakes }: Advice): string {
  const { advice } = t().progress;
  const level = t().common.levels[from];
  if (why === 'first') return advice.first;
  if (why === 'few') return advice.few(games, level);
  const goal = timeText(settings.value.goal * 60_000);
  return advice.by(advice[why], games, level, timeText(seconds * 1000), goal, hints, mistakes);
}
