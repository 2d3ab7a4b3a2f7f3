import { cellIndex } from '../element/cells';
import type { Fields, Form } from './form';
import { ruleText } from './row';

/** The grid that rules are read for. */
export interface Grid {
  readonly size: number;
  /** The region of each cell, null in cells without one. */
  readonly regions: readonly (number | null)[];
  /** All keys of the puzzle: a few rules name pairs that others mark. */
  readonly fields: Form;
}

type Reader = (form: Form, grid: Grid) => string[];

export function cellList(form: Form, size: number): number[] {
  const cells = form.list().map((item) => cellOf(item, size));
  return cells.length > 0 ? cells : form.refuse('group');
}

const cellOf = (form: Form, size: number) => cellIndex(form.text(), size) ?? form.refuse('cell-name');

const textOf = (form: Form): string =>
  typeof form.value === 'number' ? String(form.value) : (form.optionalText()?.trim() ?? '');

const flag =
  (rule: string): Reader =>
  (form) =>
    form.value === true ? [rule] : [];

/** A rule for each line of each item. */
const lines =
  (rule: (item: Form) => string): Reader =>
  (form, { size }) =>
    form.optionalList().flatMap((one) => {
      const all = one.at('lines').list();
      return all.map((line) => ruleText(rule(one), cellList(line, size), size));
    });

const line = (rule: string) => lines(() => rule);

/** A rule for each item, of its cells. */
const cells =
  (rule: (item: Form) => string): Reader =>
  (form, { size }) =>
    form.optionalList().map((one) => ruleText(rule(one), cellList(one.at('cells'), size), size));

/** A rule for the cells of all items. */
const marked =
  (rule: string): Reader =>
  (form, { size }) => {
    const all = form.optionalList().map((one) => cellOf(one.at('cell'), size));
    return all.length > 0 ? [ruleText(rule, all, size)] : [];
  };

export function diagonal(size: number, rising: boolean): string {
  const all = Array.from({ length: size }, (_, i) => i * size + (rising ? size - 1 - i : i));
  return ruleText('all-different', all, size);
}

function setRule(form: Form, size: number): string {
  const all = cellList(form, size);
  // More cells than digits cannot all be different: it is something else than this.
  if (all.length > size) form.refuse('group', all.length);
  return ruleText('all-different', all, size);
}

function cageRule(cage: Form, size: number): string {
  const value = cage.at('value');
  if (textOf(value) === '') return setRule(cage.at('cells'), size);
  const sum = value.whole(1, 999, 'sum');
  return ruleText(`cage ${sum}`, cellList(cage.at('cells'), size), size);
}

/** A circle or pill with one sum a line. Without a line it is a drawing. */
const arrows: Reader = (form, { size }) =>
  form.optionalList().flatMap((one) => {
    // A pill is read from left to right, or from the top down.
    const circle = cellList(one.at('cells'), size).sort((a, b) => a - b);
    const rule = circle.length > 1 ? `pill-arrow ${circle.length}` : 'arrow';
    const shafts = one
      .at('lines')
      .optionalList()
      .map((item) => cellList(item, size).slice(1));
    return shafts.filter((shaft) => shaft.length > 0).map((shaft) => ruleText(rule, [...circle, ...shaft], size));
  });

/** The parts of a line in one region each have the same sum. */
const regionSums: Reader = (form, { size, regions }) =>
  form.optionalList().flatMap((one) =>
    one
      .at('lines')
      .list()
      .flatMap((item) => {
        const parts: number[][] = [];
        let last: number | null | undefined;
        for (const cell of cellList(item, size)) {
          if (parts.length > 0 && regions[cell] === last) parts[parts.length - 1].push(cell);
          else parts.push([cell]);
          last = regions[cell];
        }
        if (parts.length < 2) return [];
        const names = parts.map((part) => ruleText('', part, size).slice(2));
        return [`equal-sums: ${names.join(' / ')}`];
      }),
  );

/** A mark between two cells: the usual rule, or that of another number. */
const dots =
  (usual: number, plain: string, other: string): Reader =>
  (form, { size }) =>
    form.optionalList().map((one) => {
      const value = textOf(one.at('value')) === '' ? usual : one.at('value').whole(0, 99, 'digit');
      return ruleText(value === usual ? plain : `${other} ${value}`, pairOf(one, size), size);
    });

function pairOf(one: Form, size: number): number[] {
  const pair = cellList(one.at('cells'), size);
  return pair.length === 2 ? pair : one.at('cells').refuse('cell-pair');
}

const letters: Reader = (form, { size }) =>
  form.optionalList().flatMap((one) => {
    const text = textOf(one.at('value')).toLowerCase();
    if (text === '') return [];
    if (text !== 'x' && text !== 'v') one.at('value').refuse('text');
    return [ruleText(text, pairOf(one, size), size)];
  });

/** A clue outside: the row or column from there. A place without a number is a drawing. */
const clues =
  (rule: string): Reader =>
  (form, { size }) =>
    form.optionalList().flatMap((one) => {
      if (textOf(one.at('value')) === '') return [];
      const clue = one.at('value').whole(0, 9999, 'sum');
      return [ruleText(`${rule} ${clue}`, lineFrom(one.at('cell'), size), size)];
    });

function lineFrom(form: Form, size: number): number[] {
  const [, r, c] = /^r(\d+)c(\d+)$/i.exec(form.text()) ?? [];
  const [row, column] = [Number(r) - 1, Number(c) - 1];
  const inside = (at: number) => at >= 0 && at < size;
  const steps = Array.from({ length: size }, (_, at) => at);
  if (inside(column) && row === -1) return steps.map((at) => at * size + column);
  if (inside(column) && row === size) return steps.map((at) => (size - 1 - at) * size + column);
  if (inside(row) && column === -1) return steps.map((at) => row * size + at);
  if (inside(row) && column === size) return steps.map((at) => row * size + size - 1 - at);
  return form.refuse('cell-name');
}

const littleKillers: Reader = (form, { size }) =>
  form.optionalList().flatMap((one) => {
    const text = textOf(one.at('value'));
    if (text === '' || text === '0') return [];
    return [ruleText(`little-killer ${one.at('value').whole(1, 9999, 'sum')}`, cellList(one.at('cells'), size), size)];
  });

const quadruples: Reader = (form, { size }) =>
  form.optionalList().flatMap((one) => {
    const values = one
      .at('values')
      .optionalList()
      .map((value) => value.whole(1, size, 'digit'));
    return values.length === 0
      ? []
      : [ruleText(`quadruple ${values.join(' ')}`, cellList(one.at('cells'), size), size)];
  });

const clones: Reader = (form, { size }) =>
  form.optionalList().flatMap((one) => {
    const [from, to] = [cellList(one.at('cells'), size), cellList(one.at('cloneCells'), size)];
    const pairs = from.flatMap((cell, at) => (at < to.length && to[at] !== cell ? [[cell, to[at]]] : []));
    if (pairs.length === 0) return [];
    const names = [0, 1].map((side) =>
      ruleText(
        '',
        pairs.map((pair) => pair[side]),
        size,
      ).slice(2),
    );
    return [`clone: ${names.join(' / ')}`];
  });

/** The pairs that keys mark, as the lists of a rule that leaves them out. */
function except(rule: string, keys: readonly string[], { size, fields }: Grid): string {
  const pairs = keys.flatMap((key) =>
    fields
      .at(key)
      .optionalList()
      .map((one) => ruleText('', pairOf(one, size), size).slice(2)),
  );
  return pairs.length > 0 ? `${rule}: ${pairs.join(' / ')}` : rule;
}

const DOTS = ['difference', 'ratio'];

const negatives: Reader = (form, grid) =>
  form.optionalList().flatMap((one) => {
    const name = one.text();
    if (name === 'xv') return [except('strict-xv', ['xv'], grid)];
    if (name !== 'ratio') return one.refuse('text');
    const values = grid.fields
      .at('ratio')
      .optionalList()
      .map((dot) => (textOf(dot.at('value')) === '' ? 2 : dot.at('value').whole(1, 99, 'digit')));
    return [...new Set(values.length > 0 ? values : [2])].map((by) => except(`strict-ratio ${by}`, DOTS, grid));
  });

/** How the rules that the library knows are read: texts of rules from the value of a key. */
export const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['antiknight', flag('anti-knight')],
  ['antiking', flag('anti-king')],
  ['disjointgroups', flag('disjoint-groups')],
  ['nonconsecutive', (form, grid) => (form.value === true ? [except('non-consecutive', DOTS, grid)] : [])],
  // Either diagonal alone is a set of cells; both are joined.
  ['diagonal+', (form, { size }) => (form.value === true ? [diagonal(size, true)] : [])],
  ['diagonal-', (form, { size }) => (form.value === true ? [diagonal(size, false)] : [])],
  ['negative', negatives],
  ['killercage', (form, { size }) => form.optionalList().map((cage) => cageRule(cage, size))],
  ['extraregion', (form, { size }) => form.optionalList().map((set) => setRule(set.at('cells'), size))],
  ['thermometer', line('thermo')],
  ['slowthermometer', line('slow-thermo')],
  ['palindrome', line('palindrome')],
  ['renban', line('renban')],
  ['whispers', lines((one) => `whisper ${textOf(one.at('value')) === '' ? 5 : one.at('value').whole(0, 99, 'digit')}`)],
  ['betweenline', line('between')],
  ['lockout', line('lockout 4')],
  ['entropicline', line('entropic')],
  ['modularline', line('modular 3')],
  ['nabner', line('nabner')],
  ['doublearrow', line('double-arrow')],
  ['zipperline', line('zipper')],
  ['regionsumline', regionSums],
  ['arrow', arrows],
  ['difference', dots(1, 'white-dot', 'difference')],
  ['ratio', dots(2, 'black-dot', 'ratio')],
  ['xv', letters],
  ['odd', marked('odd')],
  ['even', marked('even')],
  ['minimum', marked('minimum')],
  ['maximum', marked('maximum')],
  ['sandwichsum', clues('sandwich')],
  ['xsum', clues('x-sum')],
  ['skyscraper', clues('skyscraper')],
  ['littlekillersum', littleKillers],
  ['quadruple', quadruples],
  ['clone', clones],
  ['rowindexer', cells(() => 'row-index')],
  ['columnindexer', cells(() => 'column-index')],
  ['boxindexer', cells(() => 'box-index')],
]);

/** All rules that the library knows. */
export function readRules(top: Form, fields: Fields, size: number, regions: Grid['regions']): string[] {
  const grid = { size, regions, fields: top };
  const rules = [...READERS].flatMap(([key, read]) => (key in fields ? read(top.at(key), grid) : []));
  const both = [diagonal(size, true), diagonal(size, false)];
  const joined = both.every((text) => rules.includes(text))
    ? ['diagonals', ...rules.filter((text) => !both.includes(text))]
    : rules;
  return [...new Set(joined)];
}
