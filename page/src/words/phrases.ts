/**
 * Phrases of the library's error messages in another language: what was found in a text, and what was expected.
 *
 * The key is the library's phrase as a template with placeholders: `{n}` a number, `{q}` a text in quotes, `{c}` a
 * cell, `{g}` a grid such as `9x9 in boxes of 3x3`, `{w}` a word, `{t}` any text. Their texts are copied. `{p}` and
 * `{p2}` are phrases, which are translated in turn.
 */
export type Template = readonly [library: string, translation: string];

export type Phrases = (phrase: string) => string | undefined;

const HOLES: Readonly<Record<string, string>> = {
  n: '-?\\d+',
  q: "'.*?'",
  c: 'r\\d+c\\d+',
  g: '\\d+x\\d+(?: in boxes of \\d+x\\d+| without boxes)?(?:, digits \\d+ to \\d+)?(?:, \\d+ extra cells?)?',
  w: '[^\\s]+',
  t: '.+',
  p: '.+?',
};

/** Returns a function that translates a phrase by the first template that matches. */
export function phrases(templates: readonly Template[]): Phrases {
  const all = templates.map(([library, translation]) => ({ ...matcher(library), translation }));
  const translate: Phrases = (phrase) => {
    for (const { pattern, names, translation } of all) {
      const found = pattern.exec(phrase);
      if (!found) continue;
      const filled = new Map<string, string>();
      for (const [index, name] of names.entries()) {
        const part = found[index + 1];
        const isGrid = name.startsWith('g');
        const text = isGrid || name.startsWith('p') ? translate(part) : part;
        // A grid without words, such as `9x9`, is the same in every language.
        if (text === undefined && !isGrid) break;
        filled.set(name, text ?? part);
      }
      if (filled.size === names.length)
        return translation.replace(/\{(\w+)\}/g, (_, name: string) => filled.get(name) ?? '');
    }
    return undefined;
  };
  return translate;
}

function matcher(library: string): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const parts = library.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    names.push(part);
    return `(${HOLES[part.replace(/\d+$/, '')]})`;
  });
  return { pattern: new RegExp(`^${parts.join('')}$`, 's'), names };
}
