import { beforeEach, describe, expect, test, vi } from 'vitest';

import { CurrentGame, type GameProblem } from './current';
import { FakeStorage } from './fake-storage';
import { applyHelp, enter, type Game } from './game';
import { GameLibrary } from './library';
import { puzzleOfLine, type Puzzle } from './puzzle';
import { VersionedStorage } from './storage';

const one = puzzleOfLine('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79') as Puzzle;
const two = puzzleOfLine('1...............') as Puzzle;
const digit = (cell: number, digit: number) => (game: Game, now: number) =>
  enter(game, { kind: 'digit', digit, cells: [cell] }, now);

let storage: FakeStorage;
let problems: GameProblem[];
let ids: number;
let now: number;

/** Enters a digit, and waits until the game is stored. */
function play(current: CurrentGame, cell: number, value: number): void {
  current.update(digit(cell, value));
  vi.runAllTimers();
}

/** A page with a game that is stored. */
function started(): CurrentGame {
  const current = page();
  current.start(one);
  current.save();
  return current;
}

function page(): CurrentGame {
  const report = (problem: GameProblem) => problems.push(problem);
  const newId = () => `game-${++ids}`;
  return new CurrentGame(new GameLibrary(() => storage), report, () => now, newId);
}

beforeEach(() => {
  vi.useFakeTimers();
  storage = new FakeStorage();
  [problems, ids, now] = [[], 0, 1000];
});

describe('stored games', () => {
  test('are resumed in the same state, with the clock stopped', () => {
    const first = started();
    first.run();
    first.update(digit(2, 4));
    now = 6000;
    vi.advanceTimersByTime(300);
    const second = page();
    expect(second.resume()).toBe(true);
    expect(second.value?.state[2].digit).toBe(4);
    expect(second.value?.clock).toEqual({ spent: 5000 });
    expect(second.value?.past).toHaveLength(1);
  });

  test('there can be several; starting a known puzzle resumes its game', () => {
    const current = started();
    current.update(digit(2, 4));
    current.start(two);
    current.save();
    expect(current.library.all().rows.map(({ game }) => game.id)).toEqual(['game-1', 'game-2']);
    current.start({ ...one, name: 'again' });
    expect([current.value?.id, current.value?.state[2].digit]).toEqual(['game-1', 4]);
    expect(current.open('game-2')).toBe(true);
    current.remove('game-2');
    expect([current.value, current.open('game-2')]).toEqual([undefined, false]);
    // The other game can be resumed.
    expect([current.resume(), current.value?.id]).toEqual([true, 'game-1']);
    current.remove('game-1');
    expect([current.resume(), problems]).toEqual([false, []]);
  });

  test('progress from a link does not replace a game', () => {
    const current = started();
    current.update(digit(2, 4));
    const state = one.givens.map((given) => (given ? { digit: given, given: true } : {}));
    current.start(one, { state, auto: true, spent: 7 });
    current.save();
    expect(current.value?.clock).toEqual({ spent: 7 });
    expect(current.library.all().rows).toHaveLength(2);
  });

  test('keep their time when another game is opened, whose clock runs if theirs ran', () => {
    const current = started();
    current.run();
    vi.advanceTimersByTime(300);
    now += 60_000;
    current.start(two);
    expect(current.library.all().rows.map(({ game }) => game.clock.spent)).toContain(60_000);
    expect(current.value?.clock).toEqual({ spent: 0, since: now });
    now += 5000;
    current.open('game-1');
    expect(current.value?.clock).toEqual({ spent: 60_000, since: now });
    now += 1000;
    current.pause();
    current.open('game-2');
    expect(current.value?.clock).toEqual({ spent: 5000 });
    current.start(one);
    expect(current.value?.clock).toEqual({ spent: 61_000 });
  });

  test('the clock stops when the puzzle is solved', () => {
    const current = started();
    current.run();
    now = 4000;
    const solution = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
    const places = [...solution].map((digit, cell) => ({ kind: 'place', cell, digit: Number(digit) }) as const);
    current.update((game, at) => applyHelp(game, places, at));
    expect(current.value?.clock).toEqual({ spent: 3000 });
    expect(current.finished.value).toMatchObject({ id: 'game-1', seconds: 3, date: 4000 });
    current.run();
    expect(current.value?.clock.since).toBeUndefined();
  });
});

describe('storage that fails', () => {
  test('full: one message, and another one after storing worked in between', () => {
    const current = started();
    storage.quota = 0;
    play(current, 2, 4);
    play(current, 3, 6);
    expect([problems, current.value?.state[3].digit]).toEqual([['full'], 6]);
    // The previously stored game is unchanged.
    expect(page().resume()).toBe(true);
    storage.quota = Infinity;
    play(current, 5, 8);
    storage.quota = 0;
    play(current, 6, 9);
    expect(problems).toEqual(['full', 'full']);
  });

  test('a newer game and a newer name of the last game: one copy, however often it is stored', () => {
    const first = started();
    const newer = JSON.stringify({ version: 99, value: { future: true } });
    for (const key of ['arcdoku.game.game-1', 'arcdoku.last.id']) storage.setItem(key, newer);
    for (const value of [4, 1, 2]) play(first, 2, value);
    expect([...storage.map.keys()].sort()).toEqual(['arcdoku.game.game-1', 'arcdoku.game.game-2', 'arcdoku.last.id']);
    expect([storage.getItem('arcdoku.last.id'), storage.getItem('arcdoku.game.game-1')]).toEqual([newer, newer]);
    expect([problems, first.value?.id]).toEqual([['newer'], 'game-2']);
    const second = page();
    expect([second.resume(), second.value?.id, second.value?.state[2].digit]).toEqual([true, 'game-2', 2]);
    expect([second.open('game-1'), second.library.all().unreadable]).toEqual([false, 1]);
  });

  test('only the name of the last game is newer: no copy', () => {
    storage.setItem('arcdoku.last.id', JSON.stringify({ version: 99, value: 'x' }));
    const current = started();
    play(current, 2, 4);
    expect([problems, current.value?.id, storage.map.size]).toEqual([[], 'game-1', 2]);
  });

  test.each([
    ['deletes the game', 'arcdoku.game.game-1', () => storage.removeItem('arcdoku.game.game-1')],
    ['clears the storage', null, () => storage.clear()],
  ])('another tab %s: a copy is stored', (_, key, act) => {
    const left = started();
    act();
    left.otherTab({ key });
    vi.runAllTimers();
    expect(problems).toEqual(['elsewhere']);
    expect(page().library.find('game-2')).toMatchObject({ puzzle: { text: one.text } });
  });
});

test('values have versions', () => {
  const read = (value: unknown, version: number) => (typeof value === 'number' ? value * version : undefined);
  const values = new VersionedStorage<number>(() => storage, 'x.', 2, read);
  expect(values.get('a')).toEqual({ kind: 'none' });
  storage.setItem('x.a', '{"version":1,"value":5}');
  expect(values.get('a')).toEqual({ kind: 'value', value: 5 });
  for (const [text, problem] of [
    ['{"version":3,"value":5}', 'newer'],
    ['{"version":2,"val', 'torn'],
    ['[]', 'torn'],
    ['{"version":2,"value":"x"}', 'torn'],
  ]) {
    storage.setItem('x.a', text);
    expect(values.get('a')).toEqual({ kind: 'problem', problem });
  }
  expect(values.names()).toEqual([]);
});
