import text from './kinds.jsonl?raw';

/** A kind of rule: a row of the library's table, as `arcdoku rules --json` writes it. */
export interface Kind {
  readonly name: string;
  readonly family: string;
  /** A text of such a rule. */
  readonly example: string;
  /** The meaning, in English. */
  readonly summary: string;
  /** How setters draw it: `RuleKind::style` of the library has the words. */
  readonly style: string;
}

/** All kinds of rules by family. */
export const KINDS: readonly Kind[] = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Kind);

const byName = new Map(KINDS.map((kind) => [kind.name, kind]));

export const kindNamed = (name: string): Kind | undefined => byName.get(name);

/** A style in pieces. */
export interface Manner {
  /** What is drawn. */
  readonly what: string;
  readonly options: readonly string[];
  /** The text at the drawing, with `{}` for the words of the rule. */
  readonly label?: string;
}

export function mannerOf({ style }: Kind): Manner {
  const [, drawn, label] = /^(.*?)(?: label (.*))?$/.exec(style) ?? [];
  const [what, ...options] = drawn.split(' ');
  return { what, options, ...(label === undefined ? {} : { label }) };
}

const COLORS = ['gray', 'green', 'orange', 'yellow', 'teal', 'peach', 'purple', 'lavender', 'blue', 'brown'];

export const colorOf = ({ options }: Manner): string => options.find((one) => COLORS.includes(one)) ?? 'gray';

/** What of a manner can be seen without colors. */
export const formOf = ({ what, options, label }: Manner): string =>
  [what, ...options.filter((one) => !COLORS.includes(one)), label].join(' ');

/** Whether a rule is told below the board, as nothing of it is drawn. */
export const isTold = ({ what }: Manner): boolean => what === 'everywhere' || what === 'logic';
