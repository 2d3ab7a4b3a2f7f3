import { beforeEach, describe, expect, test } from 'vitest';

import { denied, FakeStorage } from '../../game/fake-storage';
import { type Draft, emptyDraft } from './draft';
import { DraftLibrary } from './kept';

let storage: FakeStorage;
let now: number;
let ids: number;

/** The page as it is opened. */
const page = (area: () => Storage = () => storage) =>
  new DraftLibrary(
    area,
    () => ++now,
    () => `draft-${++ids}`,
  );
const cages: Draft = { ...emptyDraft(9), lines: ['cage 12: r1c1 r1c2'] };
const clue: Draft = { ...emptyDraft(4), givens: [1, ...Array.from({ length: 15 }, () => 0)], name: 'One clue' };
const linesOf = (library: DraftLibrary) => library.others().map(({ draft }) => draft.lines);

beforeEach(() => {
  storage = new FakeStorage();
  [now, ids] = [1000, 0];
});

describe('drafts that are kept', () => {
  test('the one that was changed last is gone on with, with its name', () => {
    const first = page();
    expect(first.first).toEqual(emptyDraft(9));
    first.keep(clue);
    expect(page().first).toEqual(clue);
    // A draft of an earlier page has no time of its last change.
    storage.map.set('arcdoku.rules.draft', JSON.stringify({ version: 1, value: cages }));
    expect(page().first).toEqual(clue);
    expect(linesOf(page())).toEqual([cages.lines]);
  });

  test('nothing is stored before something changes', () => {
    const first = page();
    first.keep(first.first);
    expect(storage.map.size).toBe(0);
    first.keep(cages);
    const [before] = storage.map.values();
    const second = page();
    second.keep(second.first);
    expect([...storage.map.values()]).toEqual([before]);
  });

  test('a link leaves the draft before in the list', () => {
    const first = page();
    first.keep(cages);
    const second = page();
    expect(second.begin(second.first, emptyDraft(9))).toBe(true);
    second.keep(emptyDraft(9));
    expect(linesOf(second)).toEqual([cages.lines]);
    const third = page();
    expect(third.first).toEqual(emptyDraft(9));
    // A blank draft is no work, and is replaced.
    expect(third.begin(third.first, clue)).toBe(false);
    third.keep(clue);
    expect(linesOf(third)).toEqual([cages.lines]);
    expect(storage.map.size).toBe(2);
  });

  test('what was not stored yet is stored before a link takes its place', () => {
    const first = page();
    first.begin({ ...cages, name: 'typed just now' }, clue);
    expect(first.others()).toMatchObject([{ draft: { ...cages, name: 'typed just now' } }]);
  });

  test('the same puzzle again is the same draft', () => {
    const first = page();
    first.keep(cages);
    for (const next of [clue, cages, clue, { ...cages, lines: [...cages.lines, ''] }]) {
      first.begin(page().first, next);
      first.keep(next);
    }
    expect(storage.map.size).toBe(2);
    expect(page().first.lines).toEqual([...cages.lines, '']);
    expect(
      page()
        .others()
        .map(({ draft }) => draft),
    ).toEqual([clue]);
  });

  test('what cannot be stored is not said to be in the list', () => {
    for (const area of [denied, () => new FakeStorage(10)]) {
      const first = page(area);
      expect(first.keep(cages)).toMatch(/denied|full/);
      expect(first.begin(cages, clue)).toBe(false);
      expect(first.others()).toEqual([]);
    }
  });

  test('without room for what was added, a link does not take the place of what was stored', () => {
    const first = page();
    first.keep(cages);
    storage.quota = 1500;
    const more = { ...cages, lines: [...cages.lines, 'thermo: r1c1 r2c1 '.repeat(100)] };
    expect(first.begin(more, clue)).toBe(false);
    expect(first.keep(clue)).toBeUndefined();
    expect(linesOf(page())).toEqual([cages.lines]);
  });

  test('a newer form is left alone: the draft goes on under another name', () => {
    const first = page();
    first.keep(cages);
    const [key] = storage.map.keys();
    const newer = '{"version":9,"value":{}}';
    storage.map.set(key, newer);
    expect(first.keep(clue)).toBeUndefined();
    expect(storage.map.get(key)).toBe(newer);
    expect(page().first).toEqual(clue);
    expect(page().unread).toMatchObject({ problem: 'newer' });
  });

  test('two tabs with the same draft do not replace what the other wrote', () => {
    page().keep(cages);
    const [key] = storage.map.keys();
    const [one, other] = [page(), page()];
    const more = { ...cages, lines: [...cages.lines, 'diagonals'] };
    one.keep(more);
    expect(other.otherTab({ key: 'arcdoku.settings' })).toBe(false);
    expect(other.otherTab({ key })).toBe(true);
    // Here it did not change.
    other.keep(other.first);
    expect(storage.map.size).toBe(1);
    other.keep(clue);
    expect(page().first).toEqual(clue);
    expect(linesOf(page())).toEqual([more.lines]);
  });

  test('a draft that another tab deleted is stored again', () => {
    const one = page();
    one.keep(cages);
    const other = page();
    const [key] = storage.map.keys();
    expect(other.remove(key.slice('arcdoku.rules.'.length))).toBeUndefined();
    expect(one.otherTab({ key })).toBe(true);
    one.keep(cages);
    expect(page().first).toEqual(cages);
  });
});
