import { type Origin, Refusal, shown } from './types';

/** Short names of keys in zipped payloads. */
const KEYS: Readonly<Record<string, string>> = {
  a: 'arrows',
  c: 'color',
  c1: 'borderColor',
  c2: 'backgroundColor',
  ca: 'cages',
  ce: 'cells',
  cs: 'cellSize',
  ct: 'center',
  d: 'duration',
  d2: 'd',
  fs: 'fontSize',
  h: 'height',
  hl: 'headLength',
  l: 'lines',
  o: 'overlays',
  r: 'rounded',
  re: 'regions',
  t: 'title',
  te: 'text',
  th: 'thickness',
  u: 'underlays',
  v: 'value',
  w: 'width',
  wp: 'wayPoints',
};
const WORDS: Readonly<Record<string, unknown>> = { t: true, f: false, true: true, false: false, null: null };
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const DEEPEST = 60;

/**
 * Reads JSON and its zipped form: quotes may be single or absent, keys short, `true` and `false` one letter, and
 * an empty object may be nothing at all between commas.
 */
export function readZipped(text: string, origin: Origin): unknown {
  const reader = new Reader(text, origin);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly origin: Origin,
  ) {}

  value(depth: number): unknown {
    this.blanks();
    if (depth > DEEPEST) this.refuse();
    const next = this.text[this.at];
    if (next === '{') return this.object(depth);
    if (next === '[') return this.list(depth);
    if (next === '"' || next === "'") return this.quoted(next);
    return this.bare();
  }

  end(): void {
    this.blanks();
    if (this.at < this.text.length) this.refuse();
  }

  private object(depth: number): Record<string, unknown> {
    this.at++;
    const entries: [string, unknown][] = [];
    for (;;) {
      this.blanks();
      if (this.take('}')) return Object.fromEntries(entries);
      if (entries.length > 0 && !this.take(',')) this.refuse();
      this.blanks();
      const quote = this.text[this.at];
      const name = quote === '"' || quote === "'" ? this.quoted(quote) : this.word();
      this.blanks();
      if (!this.take(':')) this.refuse();
      entries.push([KEYS[name] ?? name, this.value(depth + 1)]);
    }
  }

  private list(depth: number): unknown[] {
    this.at++;
    const items: unknown[] = [];
    this.blanks();
    if (this.take(']')) return items;
    for (;;) {
      this.blanks();
      const empty = this.text[this.at] === ',' || this.text[this.at] === ']';
      items.push(empty ? {} : this.value(depth + 1));
      this.blanks();
      if (this.take(']')) return items;
      if (!this.take(',')) this.refuse();
    }
  }

  private quoted(quote: string): string {
    let value = '';
    for (this.at++; this.at < this.text.length; this.at++) {
      const next = this.text[this.at];
      if (next === quote) {
        this.at++;
        return value;
      }
      if (next !== '\\') {
        value += next;
        continue;
      }
      const escaped = this.text[++this.at] ?? '';
      if (escaped === 'u') {
        value += String.fromCharCode(parseInt(this.text.slice(this.at + 1, this.at + 5), 16));
        this.at += 4;
      } else value += ESCAPES[escaped] ?? escaped;
    }
    return this.refuse();
  }

  /** A number, a word, a color, or a text without quotes. */
  private bare(): unknown {
    const word = this.word();
    if (word === '') this.refuse();
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    return /^-?\d*\.?\d+(e[+-]?\d+)?$/i.test(word) ? Number(word) : word;
  }

  private word(): string {
    const start = this.at;
    while (this.at < this.text.length && !/[,:[\]{}]/.test(this.text[this.at])) this.at++;
    return this.text.slice(start, this.at).trim();
  }

  private blanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private take(symbol: string): boolean {
    if (this.text[this.at] !== symbol) return false;
    this.at++;
    return true;
  }

  private refuse(): never {
    const found = shown(this.text.slice(this.at) || this.text);
    throw new Refusal({ kind: 'form', origin: this.origin, where: `@${this.at + 1}`, found, expected: 'json' });
  }
}
