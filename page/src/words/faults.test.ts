import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { faultsDe, TEMPLATES } from './faults-de';

/** The library's tests, which contain its messages about rules and grids. */
const SUITE = new URL('../../../crates/arcdoku/tests/suite/', import.meta.url);

/** All messages `found X, expected Y` in a test file. In the tests of rules, messages may be cut off. */
function messagesIn(file: string): [found: string, expected: string][] {
  const text = readFileSync(new URL(file, SUITE), 'utf8');
  // A text with a placeholder of this test is not a message of the program.
  return [...text.matchAll(/found ([^"\n\\{]+), expected ([^"\n\\{]+)/g)].map(([, found, expected]) => [
    found,
    expected,
  ]);
}

/** The phrases in the readers of other programs' formats, with a number in each placeholder. */
function readers(): string[] {
  const folder = new URL('../../../crates/arcdoku-exchange/src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  // The page reads no files of labels and no command-line options, and it writes links of only two programs.
  const texts = files
    .filter((file) => /\.rs$/.test(file) && !/labels|rangsk|import|error|automaton|format|text|class/.test(file))
    .map((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .split('#[cfg(test)]')[0]
        .replace(/^\s*\/\/.*$|reason = ".*"/gm, ''),
    );
  const literals = texts.flatMap((text) => [...text.matchAll(/"([^"\n]*)"/g)].map(([, literal]) => literal));
  const isPhrase = /^(?:an?|the|no|cells|lines|marks|more|fewer|digits|regions|targets|dots|branches|directions|JSON) /;
  const phrases = literals
    .filter((literal) => isPhrase.test(literal))
    .map((text) => text.replaceAll('{shape}', '9x9').replace(/\{\w*\}/g, '7'));
  return [...new Set(phrases)];
}

describe('errors of the library in German', () => {
  it.each([
    ["'53..7....' (9 characters)", "'53..7....' (9 Zeichen)"],
    ['81 for a 9x9 grid', '81 für ein Gitter 9x9'],
    ['81 for a 9x9 grid, or 9 rows', '81 für ein Gitter 9x9 oder 9 Zeilen'],
    ['r5c4 in a grid of 4x4 without boxes', 'r5c4 in einem Gitter 4x4 ohne Blöcke'],
    ['windoku in a grid of 6x6 in boxes of 2x3', 'Windoku in einem Gitter 6x6 mit Blöcken 2x3'],
    ['second 5 in row 3 (first at r3c1)', 'zweite 5 in Zeile 3 (erste in r3c1)'],
    ['1 to 9, A to G or a blank (. 0 * _ x)', '1 bis 9, A bis G oder eine Leerstelle (. 0 * _ x)'],
    ['the end of the file after 8 rows', 'das Ende des Textes nach 8 Zeilen'],
    ["'x' in the rule 'cage x: r1c1'", "'x' in der Regel 'cage x: r1c1'"],
    ["'o', which is not JSON", "'o', was kein JSON ist"],
    ['a number in the field "puzzle"', 'eine Zahl im Feld „puzzle“'],
    ['an object with a field "puzzle"', 'ein Objekt mit einem Feld „puzzle“'],
    [
      'one kind of blank; the digits are 1 to 9, A to G',
      'nur eine Art von Leerstelle; die Ziffern sind 1 bis 9, A bis G',
    ],
    ['16 cells, one character each', '16 Zellen mit je einem Zeichen'],
    ['4 cells per region', '4 Zellen je Region'],
    ['10 cells in a row', '10 Zellen in einer Zeile'],
    [
      'r9c9 in a grid of 6x9 without boxes, digits 0 to 8, 2 extra cells',
      'r9c9 in einem Gitter 6x9 ohne Blöcke, Ziffern 0 bis 8, 2 Zusatzzellen',
    ],
    ["rule 'nfa x: r1c1'", "die Regel 'nfa x: r1c1'"],
    ['grids of 6x9 without boxes', 'Gitter 6x9 ohne Blöcke'],
    ["a rule like 'odd: r1c1'", "eine Regel wie 'odd: r1c1'"],
  ])('%s', (phrase, german) => expect(faultsDe(phrase)).toBe(german));

  it('returns undefined for unknown messages', () => {
    expect(faultsDe('a new kind of thing')).toBeUndefined();
    expect(faultsDe('a new kind of thing in the rule cage')).toBeUndefined();
  });

  it.each(messagesIn('format_refusals.rs').concat(messagesIn('format.rs'), messagesIn('reading.rs')))(
    'grids: found %s, expected %s',
    (found, expected) => {
      expect(faultsDe(found)).toBeDefined();
      expect(faultsDe(expected)).toBeDefined();
    },
  );

  // A new rule with its own error messages needs templates. Messages here are often cut off.
  it.each(messagesIn('rules.rs'))('rules: found %s', (found) => expect(faultsDe(found)).toBeDefined());

  it.each(TEMPLATES)('%s fills only its own placeholders', (found, german) => {
    const holes = (text: string) => [...text.matchAll(/\{(\w*)\}/g)].map(([, name]) => name);
    expect(holes(found)).toEqual(expect.arrayContaining(holes(german)));
    expect(holes(found + german)).not.toContain('');
  });

  it.each(readers())('other programs: %s', (phrase) => expect(faultsDe(phrase)).toBeDefined());
});
