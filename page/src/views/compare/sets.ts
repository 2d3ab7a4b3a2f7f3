/** The built-in sets of puzzles. Each one is loaded when it is chosen. */
const FILES = {
  known: () => import('../../strategies/sets/known.txt?raw'),
  easy: () => import('../../strategies/sets/easy.txt?raw'),
  extreme: () => import('../../strategies/sets/extreme.txt?raw'),
  clues: () => import('../../strategies/sets/clues.txt?raw'),
  six: () => import('../../strategies/sets/six.txt?raw'),
  sixteen: () => import('../../strategies/sets/sixteen.txt?raw'),
};

export type SetName = keyof typeof FILES;

export const setText = async (name: SetName): Promise<string> => (await FILES[name]()).default;
