import type { StrategiesReply, StrategyRow } from '../engine';
import known from './sets/known.txt?raw';
import small from './sets/small.txt?raw';

/** Small and well-known puzzles, one per line, with the name after `#`. */
export const EXAMPLES = `${small}${known}`
  .trim()
  .split('\n')
  .map((line) => line.split(' # '))
  .map(([text, name]) => ({ text, name }));

/** The first puzzle to watch. */
export const START = known.trim().split('\n')[1].split(' # ')[0];

/** The parts of a strategy, as in `var=mrv,tie=first`. Missing parts have their defaults. */
export type Parts = Readonly<Record<string, string>>;

/** All strategies and parts. The value of a part without choices is a whole number. */
export interface Catalog extends Pick<StrategiesReply, 'parts'> {
  readonly strategies: readonly Omit<StrategyRow, 'version'>[];
}

/** Reads pairs `key=value`, separated by commas. */
function readParts(text: string): Parts {
  return Object.fromEntries(
    text
      .split(',')
      .map((part) => part.trim().split('='))
      .filter((pair) => pair.length === 2),
  );
}

/** The keys of parts with other names in the text of a strategy. */
const KEYS: Readonly<Record<string, string>> = { branching: 'branch', variable: 'var' };

/** All parts of a strategy, from a name, parts, or a name and different parts. */
export function allParts(text: string, { strategies, parts }: Catalog): Parts {
  const defaults = Object.fromEntries(parts.map((part) => [part.part, part.default]));
  const [first = ''] = text.split(',');
  const named = strategies.find((one) => one.name === first.trim());
  const given = Object.entries(readParts(text)).map(([key, value]) => [KEYS[key] ?? key, value]);
  return { ...defaults, ...(named ? readParts(named.parts) : {}), ...Object.fromEntries(given) };
}

/**
 * The shortest text of a strategy: its name, or else its parts in the library's order, without numbers that have the
 * default.
 */
export function strategyText(wanted: Parts, catalog: Catalog): string {
  const text = catalog.parts
    .filter(({ part, choices, default: usual }) => {
      const isOptional = part === 'scan' || choices.length === 0;
      return wanted[part] !== undefined && !(isOptional && wanted[part] === usual);
    })
    .map(({ part }) => `${part}=${wanted[part]}`)
    .join(',');
  return nameOf(text, catalog) ?? text;
}

/** The name of a strategy, if its parts have one. */
export function nameOf(text: string, catalog: Catalog): string | undefined {
  const full = Object.entries(allParts(text, catalog));
  return catalog.strategies.find(({ name }) => {
    const own = allParts(name, catalog);
    return Object.keys(own).length === full.length && full.every(([key, value]) => own[key] === value);
  })?.name;
}
