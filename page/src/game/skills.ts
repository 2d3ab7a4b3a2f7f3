import type { Finished } from './finished';
import { isLevel, LEVELS, type Level } from './levels';
import { StoredStore } from './storage';

/** What a player has done with a technique. */
export interface Skill {
  /** Hints that showed a step of it. */
  readonly hints: number;
  /** Practice boards that were solved without help, and those whose step was shown. */
  readonly solved: number;
  readonly failed: number;
}

export type Skills = Readonly<Record<string, Skill>>;

const NONE: Skill = { hints: 0, solved: 0, failed: 0 };

export function readSkills(value: unknown): Skills | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isSkill = (one: unknown) => {
    const { hints, solved, failed } = Object(one) as Partial<Skill>;
    return [hints, solved, failed].every((count) => Number.isInteger(count));
  };
  return Object.values(value).every(isSkill) ? (value as Skills) : undefined;
}

export const skillsIn = (area: () => Storage) => new StoredStore<Skills>(area, 'arcdoku.', 'skills', {}, readSkills);

export function counted(all: Skills, technique: string, what: keyof Skill): Skills {
  const skill = all[technique] ?? NONE;
  return { ...all, [technique]: { ...skill, [what]: skill[what] + 1 } };
}

/** The counters of two stores: of each, the larger one, because both may contain the same events. */
export function mergedSkills(one: Skills, other: Skills): Skills {
  const larger = (a: Skill = NONE, b: Skill = NONE): Skill => ({
    hints: Math.max(a.hints, b.hints),
    solved: Math.max(a.solved, b.solved),
    failed: Math.max(a.failed, b.failed),
  });
  return Object.fromEntries(Object.keys({ ...one, ...other }).map((name) => [name, larger(one[name], other[name])]));
}

/** How often a technique was needed and not found, minus the practice boards that were solved. */
const lack = ({ hints, solved, failed }: Skill = NONE): number => hints + failed - solved;

/** The techniques that the player lacks, the most needed first. */
export function toPractice(skills: Skills, most: number): string[] {
  const names = Object.keys(skills).filter((name) => lack(skills[name]) > 0);
  return names.sort((a, b) => lack(skills[b]) - lack(skills[a])).slice(0, most);
}

/** The number of solved practice boards after which a technique counts as known. */
const ENOUGH = 3;

/**
 * The first technique that is not known. It is known after three solved practice boards, or after a solved game of a
 * higher level, or, if it is easy, after a solved game of any level; but not while hints for it are needed.
 *
 * @param order The techniques that can be practiced with their levels, easiest first.
 */
export function nextToLearn(
  order: readonly (readonly [technique: string, level: string])[],
  skills: Skills,
  finished: readonly Finished[],
): string | undefined {
  const solved = finished.map(({ level }) => LEVELS.indexOf(level as Level));
  // Every game needs easy techniques.
  const proven = Math.max(...solved) < 0 ? 0 : Math.max(1, ...solved);
  const isKnown = ([name, level]: readonly [string, string]) => {
    const skill = skills[name] ?? NONE;
    return lack(skill) <= 0 && (skill.solved >= ENOUGH || (isLevel(level) && LEVELS.indexOf(level) < proven));
  };
  return order.find((row) => !isKnown(row))?.[0];
}
