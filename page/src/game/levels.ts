/** The levels of puzzles, easiest first. */
export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'] as const;

export type Level = (typeof LEVELS)[number];

export const isLevel = (value: unknown): value is Level => LEVELS.includes(value as Level);
