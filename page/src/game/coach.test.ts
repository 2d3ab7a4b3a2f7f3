import { describe, expect, test } from 'vitest';

import { clearAll, exportAll, importAll } from './backup';
import { advise, median, timesByLevel } from './coach';
import { dateOf, dayOf, isDay, levelOfDay, seedOfDay, solvedDays, streak } from './daily';
import { FakeStorage } from './fake-storage';
import type { Finished } from './finished';
import { historyIn, merged } from './history';
import { counted, mergedSkills, nextToLearn, skillsIn, toPractice } from './skills';

const NOW = new Date(2026, 10, 28, 12);
const solved = (level: string, seconds: number, more: Partial<Finished> = {}): Finished => ({
  ...{ id: `${level} ${seconds}`, date: NOW.getTime(), level, seconds, hints: 0, mistakes: 0, shape: '3x3', rules: [] },
  ...more,
});
const times = (level: string, ...seconds: number[]) => seconds.map((time) => solved(level, time));

describe('the coach', () => {
  const next = (games: readonly Finished[]) => {
    const { level, why } = advise(games, 600);
    return `${level} ${why}`;
  };

  test('follows the medians of the last five games of the last level', () => {
    expect(next([])).toBe('easy first');
    expect(next([solved('', 10)])).toBe('easy first');
    expect(next(times('medium', 100, 100))).toBe('medium few');
    expect(next(times('medium', 100, 100, 9000))).toBe('hard up');
    expect(next(times('medium', 100, 100, 700, 800, 900))).toBe('medium stay');
    // The first games no longer count.
    expect(next(times('medium', 100, 100, 100, 100, 1300, 1400, 1500))).toBe('easy down');
    expect(next(times('medium', 1300, 1400, 1500))).toBe('easy down');
    expect(next([...times('hard', 1, 1, 1), ...times('easy', 1)])).toBe('easy few');
    expect(next(times('easy', 9000, 9000, 9000))).toBe('easy stay');
    expect(next(times('extreme', 1, 1, 1))).toBe('extreme top');
    const daily = [1, 2, 3].map((time) => solved('unfair', time, { day: '2026-11-28' }));
    const games = [daily.slice(1), [...times('easy', 1), ...daily.slice(1)], daily];
    expect(games.map(next).join()).toBe('easy first,easy few,extreme up');
  });

  test('counts hints and mistakes, too', () => {
    const games = (more: Partial<Finished>) => next([1, 2, 3].map(() => solved('hard', 60, more)));
    expect([games({ hints: 1 }), games({ hints: 3 })]).toEqual(['hard stay', 'medium down']);
    expect([games({ mistakes: 1 }), games({ mistakes: 2 }), games({ mistakes: 5 })]).toEqual([
      'unfair up',
      'hard stay',
      'medium down',
    ]);
  });

  test('medians and times by level', () => {
    expect([median([]), median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([0, 2, 2]);
    expect(timesByLevel([...times('hard', 5), ...times('easy', 9, 7), solved('', 1)])).toEqual([
      { level: 'easy', times: [9, 7] },
      { level: 'hard', times: [5] },
    ]);
  });
});

describe('the daily puzzle', () => {
  test('has the level of its weekday, and a seed', () => {
    expect(dayOf(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
    const week = [0, 1, 2, 3, 4, 5, 6].map((later) => levelOfDay(dateOf('2026-11-23', later), 'week'));
    expect(week).toEqual(['easy', 'easy', 'medium', 'medium', 'hard', 'unfair', 'extreme']);
    expect([dateOf('2024-02-28', 1), dateOf('2027-01-01', -1)]).toEqual(['2024-02-29', '2026-12-31']);
    expect(seedOfDay('2026-11-28')).toBe('20261128');
    expect(['2026-11-28', '2026-02-30', '1', '../../1'].map(isDay)).toEqual([true, false, false, false]);
  });

  test('counts days in a row', () => {
    const days = new Set(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-26', '2026-11-27']);
    expect(streak(days, '2026-11-28')).toEqual({ now: 2, longest: 3 });
    expect(streak(days, '2026-11-29')).toEqual({ now: 0, longest: 3 });
    expect(streak(new Set(), '2026-11-29')).toEqual({ now: 0, longest: 0 });
    const late = ['2026-11-28', '2026-11-27'].map((day) => solved('easy', 1, { day }));
    expect([...solvedDays(late, false)]).toEqual(['2026-11-28', '2026-11-27']);
    expect([...solvedDays(late, true)]).toEqual(['2026-11-28']);
  });
});

test('techniques to practice and to learn', () => {
  const area = new FakeStorage();
  const store = skillsIn(() => area);
  const events = [
    ...(['hints', 'hints', 'failed'] as const).map((what) => ['x-wing', what] as const),
    ['naked-pair', 'hints'],
    ['hidden-single', 'hints'],
    ['hidden-single', 'solved'],
  ] as const;
  for (const [technique, what] of events) store.change((all) => counted(all, technique, what));
  const skills = skillsIn(() => area).value;
  expect(skills['x-wing']).toEqual({ hints: 2, solved: 0, failed: 1 });
  expect(toPractice(skills, 9)).toEqual(['x-wing', 'naked-pair']);
  expect(mergedSkills(skills, { 'x-wing': { hints: 1, solved: 4, failed: 0 } })['x-wing']).toEqual({
    ...{ hints: 2, solved: 4, failed: 1 },
  });
  const order = [
    ['hidden-single', 'easy'],
    ['naked-pair', 'medium'],
    ['x-wing', 'hard'],
  ] as const;
  expect(nextToLearn(order, {}, [])).toBe('hidden-single');
  expect(nextToLearn(order, {}, [...times('easy', 1), ...times('hard', 1)])).toBe('x-wing');
  expect(nextToLearn(order, {}, times('easy', 1))).toBe('naked-pair');
  expect(nextToLearn(order, { 'hidden-single': { hints: 0, solved: 3, failed: 0 } }, [])).toBe('naked-pair');
  expect(nextToLearn(order, skills, times('extreme', 1, 1, 1))).toBe('naked-pair');
  expect(nextToLearn(order, {}, times('extreme', 1, 1, 1))).toBeUndefined();
});

describe('stored data', () => {
  const old = solved('easy', 100, { date: 1 });
  /** A storage with a game and solved games. */
  function stored(touched: number, ...games: Finished[]): FakeStorage {
    const area = new FakeStorage();
    area.setItem('arcdoku.game.1', JSON.stringify({ version: 1, value: { touched } }));
    area.setItem('other', 'stays');
    historyIn(() => area).change((all) => merged(all, games));
    return area;
  }

  test('of another browser is added; the newer form of a game is kept', () => {
    const [here, there] = [stored(5, old), stored(7, old, solved('hard', 50))];
    const file = exportAll(there, NOW);
    expect(importAll(here, file)).toHaveLength(2);
    expect(historyIn(() => here).value.map(({ level }) => level)).toEqual(['easy', 'hard']);
    expect(here.getItem('arcdoku.game.1')).toContain('"touched":7');
    expect(importAll(here, file)).toEqual([]);
    expect(importAll(there, exportAll(stored(6, old), NOW))).toEqual([]);
    expect(importAll(new FakeStorage(10), file)).toBe('full');
    clearAll(here);
    expect([...here.map.keys()]).toEqual(['other']);
    expect(importAll(here, file)).toHaveLength(2);
  });

  test('that is damaged or of a newer version is refused', () => {
    const file = JSON.parse(exportAll(stored(5), NOW)) as object;
    expect(importAll(new FakeStorage(), JSON.stringify({ ...file, version: 2 }))).toBe('newer');
    for (const text of ['', '1', 'null', '{}', '[]']) expect(importAll(new FakeStorage(), text)).toBe('unreadable');
    const items = { elsewhere: { version: 1, value: 1 }, 'arcdoku.game.2': 'x' };
    expect(importAll(new FakeStorage(), JSON.stringify({ ...file, items }))).toEqual([]);
  });

  test('records are kept once, in their order', () => {
    const now = solved('hard', 1);
    // A game that is solved again is the same game.
    expect(merged([now], [old, now, { ...now, date: now.date + 1 }])).toEqual([old, now]);
    const area = new FakeStorage();
    area.setItem('arcdoku.finished', '{"version":1,"value":[null]}');
    expect(historyIn(() => area).value).toEqual([]);
  });
});
