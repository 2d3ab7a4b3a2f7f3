import { beforeEach, describe, expect, test } from 'vitest';

import { denied, FakeStorage } from '../../game/fake-storage';
import { type Draft, emptyDraft } from './draft';
import { DraftLibrary } from './kept';

let storage: FakeStorage;
let now: number;
let ids: number;

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

describe('stored drafts', () => {
  test('the draft that was changed last is opened with its name', () => {
    const first = page();
    expect(first.first).toEqual(emptyDraft(9));
    first.keep(clue);
    expect(page().first).toEqual(clue);
    // A draft of an earlier version of the page has no time of its last change.
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

  test('unsaved changes are stored before a link replaces the draft', () => {
    const first = page();
    first.begin({ ...cages, name: 'typed just now' }, clue);
    expect(first.others()).toMatchObject([{ draft: { ...cages, name: 'typed just now' } }]);
  });

  test('opening the same puzzle again opens the same draft', () => {
    const first = page();
    first.keep(cages);
    for (const next of [clue, cages, clue, { ...cages, lines: [...cages.lines, ''] }]) {
      first.keep(first.begin(page().first, next).draft);
    }
    expect(storage.map.size).toBe(2);
    expect(page().first).toEqual(cages);
    expect(
      page()
        .others()
        .map(({ draft }) => draft),
    ).toEqual([clue]);
  });

  test('the same puzzle without a name or with another name: the stored draft keeps its name', () => {
    const named = { ...cages, name: 'My puzzle' };
    const library = page();
    library.keep(named);
    for (const next of [cages, { ...cages, name: 'Of a link' }]) {
      library.keep(library.begin(page().first, clue).draft);
      const { draft } = library.begin(clue, next);
      expect(draft).toEqual(named);
      library.keep(draft);
      expect(storage.map.size).toBe(2);
      expect(page().first).toEqual(named);
    }
  });

  test('of two stored drafts of the same puzzle, the one with the same name is opened', () => {
    const [one, other] = ['One', 'Other'].map((name) => ({ ...cages, name }));
    const library = page();
    library.keep(one);
    library.keep(library.begin(one, clue).draft);
    library.keep(other);
    library.keep(library.begin(other, emptyDraft(9)).draft);
    for (const next of [one, other]) expect(library.begin(emptyDraft(9), next).draft).toEqual(next);
  });

  test('a draft that cannot be stored is not reported as being in the list', () => {
    for (const area of [denied, () => new FakeStorage(10)]) {
      const first = page(area);
      expect(first.keep(cages)).toMatch(/denied|full/);
      expect(first.begin(cages, clue).kept).toBe(false);
      expect(first.others()).toEqual([]);
    }
  });

  test('if changes do not fit into the storage, a link does not replace the stored draft', () => {
    const first = page();
    first.keep(cages);
    storage.quota = 1500;
    const more = { ...cages, lines: [...cages.lines, 'thermo: r1c1 r2c1 '.repeat(100)] };
    expect(first.begin(more, clue).kept).toBe(false);
    expect(first.keep(clue)).toBeUndefined();
    expect(linesOf(page())).toEqual([cages.lines]);
  });

  test('a link after a change in another tab: the copy of this tab is in the list', () => {
    page().keep(cages);
    const [key] = storage.map.keys();
    const more = { ...cages, lines: [...cages.lines, 'diagonals'] };
    for (const isReported of [true, false]) {
      storage.map.forEach((_, name) => name !== key && storage.map.delete(name));
      page().keep(cages);
      const [one, other] = [page(), page()];
      one.keep(more);
      if (isReported) other.otherTab({ key });
      const { draft, kept } = other.begin(other.first, clue);
      expect(kept).toBe(true);
      other.keep(draft);
      expect(page().first).toEqual(clue);
      expect(linesOf(page())).toEqual([cages.lines, more.lines]);
    }
  });

  test('if this copy does not fit into the storage, the history is kept', () => {
    page().keep(cages);
    const [key] = storage.map.keys();
    const [one, other] = [page(), page()];
    one.keep({ ...cages, lines: ['diagonals'] });
    other.otherTab({ key });
    storage.quota = 0;
    expect(other.begin(other.first, clue).kept).toBe(false);
  });

  test('another tab clears the storage: the draft is stored again, unless it is blank', () => {
    const one = page();
    expect(one.otherTab({ key: null })).toBe(false);
    one.keep(cages);
    storage.clear();
    expect(one.otherTab({ key: null })).toBe(true);
    one.keep(cages);
    expect(page().first).toEqual(cages);
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
