import known from './sets/known.txt?raw';

/** A puzzle with its name. */
export interface Example {
  readonly name: string;
  readonly text: string;
}

/** Puzzles that many know: a line each, with the name after `#`. */
export const EXAMPLES: readonly Example[] = known
  .trim()
  .split('\n')
  .map((line) => line.split(' # '))
  .map(([text, name]) => ({ text, name }));
