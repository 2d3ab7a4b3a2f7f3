import { describe, expect, test } from 'vitest';

import { BitWriter } from './bits';
import { elapsed, started, stopped, timeText } from './clock';
import * as games from './game';
import { linkParams, readProgress, writeProgress } from './link';
import { isSame, puzzleOf, puzzleOfLine, stateOf, type Puzzle } from './puzzle';
import { readSaved, savedForm } from './saved';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const puzzle = puzzleOfLine(LINE) as Puzzle;
const begun = games.newGame(puzzle, 'one', 1000);
const enter = (game: games.Game, digit: number, ...cells: number[]) =>
  games.enter(game, { kind: 'digit', digit, cells }, 2000);

/** A game with entries of every kind. */
function rich(): games.Game {
  let game = games.enter(begun, { kind: 'corner', digit: 9, cells: [2, 3] }, 1);
  game = games.enter(game, { kind: 'center', digit: 4, cells: [2] }, 1);
  game = games.enter(game, { kind: 'color', color: 9, cells: [0, 2] }, 1);
  game = games.enter(game, { kind: 'candidate-color', digit: 4, color: 3, cells: [2] }, 1);
  return { ...enter(game, 8, 80 - 3), clock: { spent: 61_000 } };
}

describe('puzzles', () => {
  test('only lines are read without the library', () => {
    expect(puzzle.givens.filter((digit) => digit > 0)).toHaveLength(30);
    expect(puzzleOfLine('1...............')?.shape.size).toBe(4);
    for (const text of ['', 'hello', '12', `${LINE}5`, `:0000:1:${LINE}:`, '{"puzzle":"1..."}', '10'.repeat(128)]) {
      expect(puzzleOfLine(text)).toBeUndefined();
    }
  });

  test('replies of the library become puzzles', () => {
    const read = {
      notation: 'line',
      json: '{}',
      puzzle: LINE,
      ruleset: {},
      shape: { size: 9, box_rows: 3, box_columns: 3, regions: [] },
      givens: [...puzzle.givens],
      digits: [...puzzle.givens],
    };
    expect(puzzleOf(read)).toEqual(puzzle);
    expect(stateOf(read)).toBeUndefined();
    const more = puzzleOf({ ...read, ruleset: { rules: ['diagonals'], extra: [['r1c1', 'r2c3']] }, name: 'X' });
    expect([more.text, more.rules, more.name]).toEqual(['{}', ['diagonals', 'all-different: r1c1 r2c3'], 'X']);
    expect([isSame(puzzle, puzzleOf(read)), isSame(puzzle, more)]).toEqual([true, false]);
    const jigsaw = puzzleOf({ ...read, shape: { size: 9, regions: [...puzzle.givens] } });
    expect([jigsaw.shape.boxRows, jigsaw.shape.regions, jigsaw.text]).toEqual([0, puzzle.givens, '{}']);
  });

  test('states of regression libraries are progress on a puzzle, without candidates that filled peers exclude', () => {
    const digits = puzzle.givens.map((digit, cell) => (cell === 2 ? 4 : digit));
    const candidates = puzzle.givens.map((_, cell) => (cell === 3 ? [2, 5, 6, 9] : []));
    const shape = { size: 9, box_rows: 3, box_columns: 3 };
    const read = { notation: 'library', json: '{}', puzzle: LINE, ruleset: {}, shape, givens: [...puzzle.givens] };
    expect(puzzleOf({ ...read, digits, candidates })).toEqual(puzzle);
    expect(stateOf({ ...read, digits, candidates })?.slice(0, 5)).toEqual([
      { digit: 5, given: true },
      { digit: 3, given: true },
      { digit: 4 },
      { center: [2, 6] },
      { digit: 7, given: true },
    ]);
  });
});

describe('games', () => {
  test('steps are undone and redone', () => {
    const one = enter(begun, 4, 2);
    const two = enter(one, 6, 3);
    expect(games.undo(two, 3).state).toEqual(one.state);
    expect(games.redo(games.undo(two, 3), 3).state).toEqual(two.state);
    expect(enter(games.undo(two, 3), 1, 5).future).toEqual([]);
    expect(games.undo(begun, 3)).toBe(begun);
    expect(games.undo(two, 3, 2).state).toEqual(begun.state);
    expect(enter(begun, 9, 0)).toBe(begun);
  });

  test('all marks or the marks of one digit are filled in, and new digits remove marks', () => {
    const filled = games.fillMarks(begun, 2);
    expect(filled.state[2].center).toEqual([1, 2, 4]);
    expect(filled.past).toHaveLength(1);
    const next = enter(filled, 4, 2);
    expect(next.state[9 + 1].center).toEqual([2, 7]);
    expect(games.undo(next, 3).state[9 + 1].center).toEqual([2, 4, 7]);
    const single = games.fillMarks(begun, 2, 4);
    expect([single.state[2].center, single.state[30].center]).toEqual([[4], undefined]);
  });

  test('automatic marks follow the digits and do not restore struck-out candidates', () => {
    const auto = { ...begun, auto: true };
    expect(games.shownState(auto)[2].center).toEqual([1, 2, 4]);
    const struck = games.enter(auto, { kind: 'center', digit: 2, cells: [2] }, 2);
    expect(games.shownState(struck)[2].center).toEqual([1, 4]);
    expect(games.notedCandidates(struck)[2]).toEqual([1, 4]);
    expect(games.shownState({ ...struck, auto: false })[2].center).toBeUndefined();
    expect(games.shownState(enter(struck, 1, 3))[2].center).toEqual([4]);
    expect(games.shownState(games.fillMarks(struck, 2))[2].center).toEqual([1, 2, 4]);
  });

  test('a step of help is one step of the history', () => {
    const placed = games.applyHelp(begun, [{ kind: 'place', cell: 2, digit: 4 }], 2);
    expect([placed.state[2].digit, placed.past.length]).toEqual([4, 1]);
    const removed = games.applyHelp(begun, [{ kind: 'remove', cell: 2, digit: 4 }], 2);
    expect(removed.state[2].center).toEqual([1, 2]);
    expect(games.applyHelp(removed, [{ kind: 'restore', cell: 2, digit: 4 }], 2).state[2].center).toEqual([1, 2, 4]);
    const auto = games.applyHelp({ ...begun, auto: true }, [{ kind: 'remove', cell: 2, digit: 4 }], 2);
    expect(auto.state[2]).toEqual({ removed: [4] });
    expect(games.applyHelp(placed, [{ kind: 'clear', cell: 2 }], 2).state[2].digit).toBeUndefined();
    expect(games.applyHelp(begun, [{ kind: 'place', cell: 0, digit: 9 }], 2)).toBe(begun);
  });

  test('digits left, progress and the end', () => {
    expect(games.digitsLeft(begun)[4]).toBe(6);
    const places = [...SOLUTION].map((digit, cell) => ({ kind: 'place', cell, digit: Number(digit) }) as const);
    const solved = games.applyHelp(begun, places, 2);
    expect([games.standing(begun), games.standing(solved), games.progress(solved)]).toEqual(['open', 'solved', 1]);
    expect(games.standing(enter(solved, 9, 2))).toBe('full');
    expect(games.restart(solved, 3).state).toEqual(begun.state);
  });

  test('the board as options of a question', () => {
    const game = games.enter(enter(begun, 4, 2), { kind: 'center', digit: 6, cells: [3] }, 2);
    const ask = games.boardAsk(game);
    expect([ask.puzzle, ask.digits.slice(0, 4), ask.marks[3], ask.marks[5]]).toEqual([LINE, '534.', [6], null]);
  });
});

describe('clocks', () => {
  test('count time while they run', () => {
    const clock = started(started({ spent: 5000 }, 100), 200);
    expect([elapsed(clock, 1100), elapsed(stopped(clock, 1100), 9999), elapsed(clock, 0)]).toEqual([6000, 6000, 5000]);
    expect([0, 65_000, 3_665_000].map(timeText)).toEqual(['0:00', '1:05', '1:01:05']);
  });
});

describe('links', () => {
  test('progress can be read again', () => {
    const game = rich();
    const text = writeProgress(game, 0);
    expect(readProgress(puzzle, text)).toEqual({ state: game.state, auto: false, spent: 61_000 });
    expect(text).toMatch(/^[\w-]+$/);
    expect(linkParams(game, false, 0)).toEqual({ p: LINE });
    expect(linkParams({ ...game, auto: true }, true, 0).s).not.toBe(text);
  });

  test('torn and newer links are recognized', () => {
    const text = writeProgress(rich(), 0);
    const altered = `${text[0]}${text[1] === 'A' ? 'B' : 'A'}${text.slice(2)}`;
    for (const wrong of [text.slice(0, -3), altered, '', '%%%']) expect(readProgress(puzzle, wrong)).toBe('torn');
    const other = puzzleOfLine(LINE.replace('53', '..')) as Puzzle;
    expect(readProgress(other, text)).toBe('torn');
    expect(readProgress(puzzleOfLine('1...............') as Puzzle, text)).toBe('torn');
    const longer = new BitWriter();
    for (const bit of '0001'.padEnd(600, '0')) longer.write(Number(bit), 1);
    expect(readProgress(puzzle, longer.finish())).toBe('torn');
    const newer = new BitWriter();
    newer.write(2, 4);
    expect(readProgress(puzzle, newer.finish())).toBe('newer');
  });
});

describe('stored games', () => {
  const stored = () => JSON.parse(JSON.stringify(savedForm(rich(), 0))) as Record<string, unknown>;

  test('can be read again', () => {
    expect(readSaved(stored())).toEqual(rich());
  });

  test('are validated', () => {
    const wrong: readonly (readonly [path: string, value: unknown])[] = [
      ['puzzle', undefined],
      ['state.3', null],
      ['state.3', { digit: 10 }],
      ['state.2', { digit: 1, given: true }],
      ['state', []],
      ['puzzle.shape.size', 8],
      ['puzzle.givens.0', 'x'],
      ['past', [[[99, {}, {}]]]],
      ['clock', 5],
      ['state.2.candidateColors', { 4: 99 }],
    ];
    for (const [path, value] of wrong) {
      const game = stored();
      const names = path.split('.');
      const last = names.pop() as string;
      const parent = names.reduce((object, name) => object[name] as Record<string, unknown>, game);
      parent[last] = value;
      expect(readSaved(game), path).toBeUndefined();
    }
    for (const value of [null, 5, 'x', [], {}]) expect(readSaved(value)).toBeUndefined();
  });
});

describe('rules that only the library checks', () => {
  const rules = ['palindrome: r1c1 r4c4'];
  const ruled = { ...(puzzleOfLine('123.341221434321') as Puzzle), text: '{}', rules };
  const full = enter(games.newGame(ruled, 'id', 0), 4, 3);

  test('a full grid is solved if the library confirms it, until it changes', () => {
    expect([games.needsLibrary(ruled), games.standing(full)]).toEqual([true, 'unknown']);
    expect([games.standing(games.judged(full, true)), games.standing(games.judged(full, false))]).toEqual([
      'solved',
      'full',
    ]);
    expect(games.standing(games.redo(games.undo(games.judged(full, true), 2), 3))).toBe('unknown');
    expect(readSaved(JSON.parse(JSON.stringify(savedForm(games.judged(full, true), 4))))?.keepsRules).toBe(true);
  });

  test('values, void and extra cells are sent to the library, and stored', () => {
    const shape = { size: 4, rows: 1, columns: 3, least: 0, extra: 1, boxRows: 0, boxColumns: 0 };
    const wide: Puzzle = { text: '{}', shape, rules: ['void: r1c3'], givens: [1, 0, 0, 0] };
    const game = enter(games.newGame(wide, 'id', 0), 4, 3);
    expect(games.boardAsk(game).digits).toBe('0..3');
    expect([games.standing(game), games.progress(game), games.digitsLeft(game)]).toEqual(['open', 0.5, []]);
    expect(games.openCandidates(game).slice(1)).toEqual([[2, 3, 4], [], []]);
    const done = enter(game, 2, 1);
    expect(games.standing(done)).toBe('solved');
    expect(readSaved(JSON.parse(JSON.stringify(savedForm(done, 3))))?.state).toEqual(done.state);
  });
});

test('fog clears around correct digits, and a full board of an incomplete puzzle is compared with its solution', () => {
  const solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
  const unknown = [{ what: 'rules', detail: 'Xyzzy' }];
  const givens = solution.map((digit, cell) => (cell === 0 || cell === 15 ? digit : 0));
  const shape = { size: 4, boxRows: 2, boxColumns: 2 };
  const puzzle = { text: '{}', shape, rules: [], givens, origin: { lit: [3], solution, not_understood: unknown } };
  let game = games.newGame(puzzle, 'id', 0);
  expect(games.fogOf(game)).toEqual([2, 6, 7, 8, 9, 12, 13]);
  game = games.enter(game, { kind: 'digit', digit: 3, cells: [6] }, 0);
  expect(games.fogOf(game)).toContain(6);
  game = games.enter(game, { kind: 'digit', digit: 1, cells: [6] }, 0);
  expect(games.fogOf(game)).toEqual([8, 12, 13]);
  solution.forEach(
    (digit, cell) => cell !== 6 && (game = games.enter(game, { kind: 'digit', digit, cells: [cell] }, 0)),
  );
  expect([games.fogOf(game), games.standing(game)]).toEqual([[], 'solved']);
  const { solution: _, ...origin } = puzzle.origin;
  expect(games.standing({ ...game, puzzle: { ...puzzle, origin } })).toBe('unknown');
});
