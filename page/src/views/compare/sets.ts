/** The built-in sets of puzzles. Each one is loaded when it is chosen. */
const FILES = import.meta.glob<string>('../../strategies/sets/*.txt', { query: '?raw', import: 'default' });

export const setText = (name: string): Promise<string> => FILES[`../../strategies/sets/${name}.txt`]();
