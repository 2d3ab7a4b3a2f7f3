import { expect, test } from 'vitest';

import { KINDS } from '../element/rules';
import { de } from './de';
import { en } from './en';

type Tree = { readonly [key: string]: unknown };

/** All keys with the number of arguments of their texts. */
function keys(tree: Tree, path = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    if (typeof value === 'object' && value !== null) return keys(value as Tree, `${path}${key}.`);
    return [typeof value === 'function' ? `${path}${key}()` : `${path}${key}`];
  });
}

test('both languages have the same keys', () => {
  expect(keys(de).sort()).toEqual(keys(en).sort());
});

test.each(KINDS.map(({ name, family }) => [name, family]))(
  '%s has a meaning and a family in German',
  (name, family) => {
    expect(de.kinds.get(name)?.meaning).toMatch(/\.$/);
    expect([de.rules.families[family], en.rules.families[family]]).not.toContain(undefined);
  },
);
