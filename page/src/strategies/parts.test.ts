import { expect, test } from 'vitest';

import { allParts, nameOf, strategyText, type Catalog } from './parts';

const choices = (...names: string[]) => names.map((name) => ({ name, summary: '' }));
const catalog: Catalog = {
  strategies: [
    { name: 'plain', parts: 'var=first,value=ascending,branch=d-way', summary: '', source: '' },
    { name: 'scanned', parts: 'var=mrv,value=ascending,branch=refute,scan=singles', summary: '', source: '' },
  ],
  parts: [
    { part: 'var', summary: '', default: 'mrv', choices: choices('first', 'mrv') },
    { part: 'value', summary: '', default: 'ascending', choices: choices('ascending', 'lcv') },
    { part: 'scan', summary: '', default: 'none', choices: choices('singles') },
    { part: 'branch', summary: '', default: 'd-way', choices: choices('d-way', 'refute') },
    { part: 'seed', summary: '', default: '0', choices: [] },
  ],
};

test('a name, parts, or a name and parts that differ', () => {
  const plain = { var: 'first', value: 'ascending', scan: 'none', branch: 'd-way', seed: '0' };
  expect(allParts('plain', catalog)).toEqual(plain);
  expect(allParts('plain,value=lcv,seed=7', catalog)).toEqual({ ...plain, value: 'lcv', seed: '7' });
  expect(allParts('', catalog)).toEqual({ ...plain, var: 'mrv' });
});

test('the parts of a named strategy are written as its name', () => {
  expect(strategyText(allParts('scanned', catalog), catalog)).toBe('scanned');
  expect(strategyText({ ...allParts('scanned', catalog), scan: 'none' }, catalog)).toBe(
    'var=mrv,value=ascending,branch=refute',
  );
  expect(strategyText({ ...allParts('plain', catalog), seed: '3' }, catalog)).toBe(
    'var=first,value=ascending,branch=d-way,seed=3',
  );
  expect(nameOf('var=first', catalog)).toBe('plain');
  expect(nameOf('var=first,seed=1', catalog)).toBeUndefined();
});
