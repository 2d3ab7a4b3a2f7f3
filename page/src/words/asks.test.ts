import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { asksDe } from './asks-de';

/** The library's errors of puzzle generation. */
const ERRORS = new URL('../../../crates/arcdoku/src/generate/error.rs', import.meta.url);

/** The messages of an error's `Display`, with a number in each placeholder. */
function sentences(file: URL): string[] {
  const display = /impl fmt::Display[\s\S]*?\n}\n/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  return [...display.matchAll(/"([^"]+)"/g)].map(([, text]) => text.replace(/\{\w+\}/g, '7'));
}

describe('errors about options, in German', () => {
  it.each([
    ['mask: the mask has too few cells, or too few that the symmetry allows', /^Maske: die Maske hat zu wenige Zellen/],
    ['min, --max: the range of hardness is empty', /^Bewertung: der Bereich/],
    ["symmetry: found 'x', expected one of none, full", /^Symmetrie: 'x' gefunden, erwartet: eines von none, full$/],
    ["seed: found 'x', expected a whole number", /^Startwert: 'x' gefunden, erwartet: eine ganze Zahl$/],
    ['clues: 9 is more than 5', /^Vorgaben: 9 ist mehr als 5$/],
    [
      'strategy: unknown strategy "x", expected one of bt, fc, or parts such as var=mrv',
      /^Strategie: unbekannte Strategie „x“, erwartet: eine von bt, fc, oder Teile wie var=mrv$/,
    ],
    [
      'strategy: unknown choice "x" for prop, expected one of none, fc',
      /^Strategie: unbekannte Wahl „x“ für prop, erwartet: eines von none, fc$/,
    ],
    [
      "rules: 'cage 3 r1c1': found 'r1c1', expected a colon and cells such as r1c1 r1c2",
      /^Regeln: 'cage 3 r1c1': 'r1c1' gefunden, erwartet: ein Doppelpunkt und Zellen/,
    ],
  ])('%s', (message, german) => expect(asksDe(message)).toMatch(german));

  it('finds the messages of the library', () => expect(sentences(ERRORS).length).toBeGreaterThan(10));

  it.each(sentences(ERRORS))('%s', (sentence) => expect(asksDe(sentence)).toBeDefined());

  it('returns undefined for unknown messages', () => expect(asksDe('a new kind of thing')).toBeUndefined());
});
