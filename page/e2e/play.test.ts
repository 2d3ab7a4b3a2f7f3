import { describe, expect, test } from 'vitest';

import {
  announced,
  anotherTab,
  axe,
  DESKTOP,
  expected,
  focused,
  FULL,
  hold,
  type Page,
  PHONE,
  NEWER,
  triesAgain,
  visit,
  widthOf,
  withClock,
} from './browser';
import { newGame } from '../src/game/game';
import { linkParams } from '../src/game/link';
import { puzzleOfLine, type Puzzle } from '../src/game/puzzle';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const PUZZLE = { fragment: `/play?p=${LINE}` };

const cell = (page: Page, row: number, column: number, size = 9) =>
  page.locator(`arc-view-play arc-sudoku [data-cell="${(row - 1) * size + column - 1}"]`);
const label = (page: Page, row: number, column: number, size = 9) =>
  cell(page, row, column, size).getAttribute('aria-label');
const selected = (page: Page) => page.locator('arc-view-play arc-sudoku [aria-selected="true"]').count();
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const middle = async (page: Page, row: number, column: number): Promise<[number, number]> => {
  const box = await cell(page, row, column).boundingBox();
  if (!box) throw new Error('no cell');
  return [box.x + box.width / 2, box.y + box.height / 2];
};
/** Waits until a stored game contains this text. */
const stored = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(() => Object.entries(localStorage).flatMap(([key, game]) => (/\.game\./.test(key) ? [game] : []))),
    )
    .toContainEqual(expect.stringContaining(text));
/** The stored form of the 1 in r1c3. */
const ONE = '{"digit":1}';

describe('with a mouse', () => {
  test('selection by drag, Ctrl and Shift, equal digits by a double click', async () => {
    const page = await visit(PUZZLE);
    await cell(page, 5, 5).click();
    await cell(page, 5, 6).click({ modifiers: ['Control'] });
    await expect.poll(() => selected(page)).toBe(2);
    await cell(page, 7, 7).click({ modifiers: ['Shift'] });
    await expect.poll(() => selected(page)).toBe(7);
    await page.mouse.move(...(await middle(page, 9, 1)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, 9, 4)), { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => selected(page)).toBe(4);
    await cell(page, 1, 1).dblclick();
    await expect.poll(() => selected(page)).toBe(3);
  });

  test('a long press on a digit switches to digit-first entry, the toggle back', async () => {
    const page = await visit(PUZZLE);
    const nine = page.getByRole('button', { name: /^9 / });
    const box = await nine.boundingBox();
    if (!box) throw new Error('no key');
    await page.mouse.move(box.x + 20, box.y + 20);
    await hold(page, () => page.getByRole('radio', { name: 'Digit first', checked: true }).waitFor());
    await cell(page, 4, 2).click();
    await expect.poll(() => label(page, 4, 2)).toBe('row 4 column 2, 9, conflict');
    await page.getByRole('radio', { name: 'Cell first' }).click();
    await cell(page, 5, 2).click();
    await expect.poll(() => label(page, 5, 2)).toBe('row 5 column 2, empty');
  });

  test('candidates: automatic, filled in once, for one digit', async () => {
    const page = await visit(PUZZLE);
    const auto = page.getByRole('checkbox', { name: 'Automatic candidates' });
    await auto.check();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, center marks 1 2 4');
    await cell(page, 1, 4).click();
    await press(page, '2');
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, center marks 1 4');
    await auto.uncheck();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, empty');
    await page.getByRole('combobox', { name: 'Which candidates to fill in' }).selectOption('4');
    await page.getByRole('button', { name: 'Fill in candidates' }).click();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, center marks 4');
    await expect.poll(() => label(page, 7, 1)).toBe('row 7 column 1, empty');
    await page.getByRole('button', { name: 'Clear all entries' }).click();
    await page.locator('.toast', { hasText: '“Undo” restores them' }).waitFor();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, empty');
  });

  test('mistakes are marked only after Check is pressed', async () => {
    const page = await visit(PUZZLE);
    await cell(page, 1, 3).click();
    await press(page, '1');
    await stored(page, ONE);
    expect(await page.locator('.toast').count()).toBe(0);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.locator('.toast', { hasText: 'One digit is wrong.' }).waitFor();
    // The explanation stays after the message, until the board changes.
    await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Explain the mistake' }).waitFor();
    await press(page, 'Delete');
    await expect.poll(() => page.getByRole('button', { name: 'Explain the mistake' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.locator('.toast', { hasText: 'No mistakes so far.' }).waitFor();
    // The next puzzle closes messages about this one.
    await page.evaluate((line) => (location.hash = `#/play?p=${line}`), '1'.padEnd(16, '.'));
    await expect.poll(() => page.locator('arc-view-play [role="gridcell"]').count()).toBe(16);
    expect(await page.locator('.toast').count()).toBe(0);
  });

  test('highlighting can be switched off', async () => {
    const page = await visit(PUZZLE);
    await cell(page, 1, 1).click();
    const counts = async () => [await page.locator('.peer').count(), await page.locator('.equal').count()];
    await expect.poll(counts).toEqual([20, 2]);
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('checkbox', { name: 'Highlight equal digits' }).uncheck();
    await page.getByRole('checkbox', { name: 'Highlight row, column and box' }).uncheck();
    await page.getByRole('combobox', { name: 'Mark immediately' }).selectOption('off');
    expect(await axe(page)).toEqual([]);
    await press(page, 'Escape');
    await expect.poll(counts).toEqual([0, 0]);
    await cell(page, 1, 3).click();
    await press(page, '5');
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 5');
  });
});

test('each setting of the game has its effect', async () => {
  const page = await visit({
    ...PUZZLE,
    before: (fresh) =>
      fresh.addInitScript(() => {
        Object.assign(globalThis, { felt: 0, heard: 0 });
        navigator.vibrate = () => ++(globalThis as unknown as { felt: number }).felt > 0;
        const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (...when) {
          (globalThis as unknown as { heard: number }).heard++;
          start.apply(this, when);
        };
      }),
  });
  const set = async (act: () => Promise<unknown>) => {
    await page.getByRole('button', { name: 'Options' }).click();
    await act();
    await press(page, 'Escape');
    await expect.poll(() => page.locator('arc-options dialog[open]').count()).toBe(0);
  };
  const turn = (name: string) => page.getByRole('checkbox', { name }).click();
  const choose = (name: string, value: string) => page.getByRole('combobox', { name }).selectOption(value);
  const signals = () => page.evaluate('[felt, heard]');
  const fill = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--patterns') === '1');
  const edge = async (part: string) => (await page.locator(`arc-view-play ${part}`).boundingBox())?.x ?? 0;
  await cell(page, 1, 4).click();
  await press(page, 'Control+2');
  await cell(page, 1, 3).click();
  await press(page, '2');
  await expect.poll(() => label(page, 1, 4)).toBe('row 1 column 4, empty');
  expect([await signals(), await fill(), await edge('.controls')]).toEqual([
    [0, 0],
    false,
    expect.toSatisfy((x: number) => x > 500),
  ]);
  await press(page, '[');
  await set(async () => {
    for (const name of ['Remove marks', 'Show how many', 'left hand', 'Sound', 'Vibration']) await turn(name);
    await choose('Font size', 'large');
    await choose('Colors; patterns', 'distinct');
    await choose('Mark immediately', 'solution');
    expect(await axe(page)).toEqual([]);
  });
  await cell(page, 1, 3).click();
  await press(page, '2');
  await expect.poll(() => label(page, 1, 4)).toBe('row 1 column 4, center marks 2');
  await expect.poll(() => announced(page)).toContain('Wrong digit');
  await page.locator('arc-view-play arc-sudoku .tint.bad').first().waitFor();
  await expect.poll(signals).toEqual([1, 2]);
  expect(await page.locator('.key .left').count()).toBe(0);
  expect(await edge('.controls')).toBeLessThan(await edge('.board'));
  // Only the panels change sides.
  expect(await edge('.action[aria-label="Undo"]')).toBeLessThan(await edge('.action[aria-label="Redo"]'));
  const wide = async () => (await page.locator('arc-view-play .digit.given').first().boundingBox())?.width ?? 0;
  const before = await wide();
  await page.evaluate(() => delete document.documentElement.dataset['fontSize']);
  expect(await wide()).toBeLessThan(before);
  expect(await fill()).toBe(true);
  await page.reload();
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('18px');
});

test('the end of a game: a result stays, with hints, mistakes, sharing, the path, and the next puzzle', async () => {
  const last = '53467891267219534819834256785976142342685379171392485696153728428741963534528617.';
  const page = await visit({
    fragment: `/play?p=${last}`,
    before: (fresh) => fresh.addInitScript('delete Navigator.prototype.share'),
  });
  const dialog = page.locator('arc-result dialog[open]');
  const push = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.locator('.pad').getByRole('button', { name: 'Hint' }).click();
  await page.locator('arc-help-panel .step').waitFor();
  await cell(page, 9, 9).click();
  await press(page, '1', '9');
  await dialog.waitFor();
  expect((await page.locator('arc-result dl').innerText()).replace(/\s+/g, ' ')).toMatch(
    /Time 0:0\d Hints 1 Mistakes 1/,
  );
  expect(await axe(page)).toEqual([]);
  await page.locator('arc-result').getByRole('button', { name: 'Share' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/with 1 hint\n.*#\/play\?p=534/s);
  await push('See the board');
  await dialog.waitFor({ state: 'detached' });
  await stored(page, '"hints":1');
  await push('Result');
  await push('Solving path');
  await expect.poll(() => page.locator('arc-help-panel ol').innerText()).toContain('· r9c9 = 9');
  await push('Result');
  await push('Next puzzle like this');
  await page.locator('.name', { hasText: 'Easy' }).waitFor();
  await stored(page, '"level":"easy"');
});

test.each([
  [LINE, 'Unique'],
  ['1...............', 'Several solutions'],
  [`55${LINE.slice(2)}`, 'No solution'],
  ['{"puzzle":"................","rules":["cage 3: r1c1 r1c2"]}', 'Several solutions'],
])('whether a puzzle has one solution is shown: %s', async (puzzle, verdict) => {
  const page = await visit({ fragment: `/play?p=${encodeURIComponent(puzzle)}` });
  await page.locator('.badge', { hasText: verdict }).waitFor();
});

test('only the cells that a puzzle restricts have marks at the start', async () => {
  const rules = [`candidates 12${' .'.repeat(15)}`];
  const page = await visit({
    fragment: `/play?p=${encodeURIComponent(JSON.stringify({ puzzle: '.'.repeat(16), rules }))}`,
  });
  await expect.poll(() => label(page, 1, 1, 4)).toBe('row 1 column 1, center marks 1 2');
  expect(await label(page, 1, 2, 4)).toBe('row 1 column 2, empty');
});

describe('games', () => {
  test('during a pause, the clock stops and the board is hidden', async () => {
    const page = await visit({ ...PUZZLE, before: withClock });
    await page.getByRole('button', { name: 'Pause' }).click();
    const time = await page.locator('arc-timer .time').innerText();
    await page.clock.fastForward(5000);
    await expect.poll(() => page.locator('arc-timer .time').innerText()).toBe(time);
    await expect.poll(() => page.locator('arc-view-play arc-sudoku .digit').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).last().click();
    await page.clock.fastForward(5000);
    await expect.poll(() => page.locator('arc-timer .time').innerText()).not.toBe(time);
  });

  test('several games are stored and resumed', async () => {
    const page = await visit(PUZZLE);
    await cell(page, 1, 3).click();
    await press(page, '4');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: /^Medium/ }).click();
    await page.locator('.name', { hasText: 'Medium' }).waitFor();
    await stored(page, '"medium"');
    await page.reload();
    await page.locator('.name', { hasText: 'Medium' }).waitFor();
    await page.getByRole('button', { name: 'Games' }).click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: /Sudoku 9×9 1 %/ }).click();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 4');
    await press(page, '[');
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, empty');
    await page.getByRole('button', { name: 'Games' }).click();
    await page.getByRole('button', { name: 'Delete the game Medium' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.locator('arc-games li').count()).toBe(2);
    await page.getByRole('button', { name: 'Delete the game Medium' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => page.locator('arc-games li').count()).toBe(1);
  });

  test('the current game can be deleted: another or a new game opens', async () => {
    const page = await visit(PUZZLE);
    await cell(page, 1, 1).waitFor({ state: 'attached' });
    await page.evaluate((line) => (location.hash = `#/play?p=${line}`), '1'.padEnd(16, '.'));
    await cell(page, 1, 1, 4).waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('arc-view-play [role="gridcell"]').count()).toBe(16);
    await page.getByRole('button', { name: 'Games' }).click();
    for (const [name, clue] of [
      ['Sudoku 4×4', '5'],
      ['Sudoku 9×9', undefined],
    ] as const) {
      await page.getByRole('button', { name: `Delete the game ${name}` }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => page.locator('arc-view-play [role="gridcell"]').count()).toBe(81);
      if (clue) await expect.poll(() => label(page, 1, 1)).toBe(`row 1 column 1, ${clue}, given`);
    }
    await page.locator('.name', { hasText: 'Easy' }).waitFor({ state: 'attached' });
    await press(page, 'Escape');
    await expect.poll(() => page.locator('arc-games dialog[open]').count()).toBe(0);
  });

  test('opening a game from the list returns the focus to the button of the list', async () => {
    const page = await visit(PUZZLE);
    await page.getByRole('button', { name: 'Games' }).focus();
    await press(page, 'Enter');
    await page.getByRole('button', { name: /Sudoku 9×9 0 %/ }).focus();
    await press(page, 'Enter');
    await expect.poll(() => page.locator('arc-games dialog[open]').count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Games');
  });

  test('the same game in two tabs: both can be played, and nothing is lost', async () => {
    const page = await visit(PUZZLE);
    await stored(page, LINE);
    const tab = await anotherTab(page, '/play');
    await cell(tab, 1, 3).click();
    await press(tab, '4');
    await page.locator('.toast', { hasText: 'another tab' }).waitFor();
    await cell(page, 1, 3).click();
    await press(page, '1');
    await stored(page, ONE);
    await page.getByRole('button', { name: 'Games' }).click();
    await expect.poll(() => page.locator('arc-games li').count()).toBe(2);
  });

  test.each([
    [
      'denied',
      `globalThis.tries = 0; Object.defineProperty(window, 'localStorage', { get() { tries++; throw new DOMException('', 'SecurityError'); } })`,
    ],
    ['full', FULL],
  ])('storage %s: a message is shown, and the game can be played', async (kind, script) => {
    const page = await visit({ ...PUZZLE, before: (fresh) => fresh.addInitScript(script) });
    await page.locator('.toast', { hasText: kind === 'full' ? 'no space' : 'does not let the page store' }).waitFor();
    await cell(page, 1, 3).click();
    await triesAgain(page, () => press(page, '4'));
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 4');
    await expect.poll(() => page.locator('.toast').count()).toBe(1);
    if (kind === 'full') {
      await page.locator('.toast').getByRole('button', { name: 'Games' }).click();
      await page.locator('arc-games dialog[open]').waitFor();
    }
  });

  test.each([
    ['torn', '{"version":1,"value":{"id"', 'set aside'],
    ['newer', '{"version":99,"value":{}}', 'newer version'],
  ])('a %s game: a message is shown, and nothing is overwritten', async (_, text, message) => {
    const before = (page: Page) =>
      page.addInitScript((state) => {
        if (localStorage.length > 0) return;
        localStorage.setItem('arcdoku.last.id', '{"version":1,"value":"x"}');
        localStorage.setItem('arcdoku.game.x', state);
      }, text);
    const page = await visit({ before });
    await page.locator('.toast', { hasText: message }).waitFor();
    await cell(page, 1, 1).click();
    await press(page, '1');
    await stored(page, '"past":[[');
    const kept = await page.evaluate(
      () => localStorage.getItem('arcdoku.game.x') ?? localStorage.getItem('arcdoku.game.x.torn'),
    );
    expect(kept).toBe(text);
  });
});

describe('links', () => {
  test('the puzzle of a link is opened and removed from the address bar', async () => {
    const page = await visit(PUZZLE);
    await cell(page, 1, 1).waitFor({ state: 'attached' });
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/play');
    await page.evaluate((line) => (location.hash = `#/play?p=${line}`), '1'.padEnd(16, '.'));
    await expect.poll(() => page.locator('arc-view-play [role="gridcell"]').count()).toBe(16);
  });

  test.each([
    ['12345', /expected/],
    ['{"puzzle":"1..............."', /./],
    ['%00%ff<script>', /./],
    [`${LINE}&s=AAAA`, /incomplete/],
    [`${LINE}&s=${NEWER}`, /newer version/],
  ])('wrong ones are reported, and a game is there: %s', async (text, message) => {
    const page = await visit({ fragment: `/play?p=${text}`, size: PHONE });
    await page.locator('.toast.error', { hasText: message }).waitFor();
    await expect.poll(() => page.locator('arc-view-play [role="gridcell"]').count()).toBe(81);
    expected(page);
  });
});

test('a puzzle that its author filled opens without a result', async () => {
  const full = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
  const puzzle = {
    ...(puzzleOfLine(LINE) as Puzzle),
    text: JSON.stringify({ puzzle: LINE, rules: ['white-dot: r1c2 r1c3'] }),
  };
  const state = puzzle.givens.map((given, cell) => ({ digit: Number(full[cell]), given: given > 0 }));
  const params = linkParams({ ...newGame(puzzle, 'x', 0), state }, true, 0);
  const page = await visit({ fragment: `/play?${new URLSearchParams(params)}` });
  await page.getByRole('button', { name: 'Result' }).waitFor();
  expect(await page.locator('arc-result dialog[open]').count()).toBe(0);
  await page.evaluate(() => (location.hash = '#/about'));
  await page.locator('arc-view-about a', { hasText: 'All solving techniques' }).waitFor();
});

test('without the library: failures to open and to check show messages, and a game opens', async () => {
  const page = await visit({
    fragment: `/play?p=${encodeURIComponent(JSON.stringify({ puzzle: LINE }))}`,
    before: (fresh) => fresh.context().route(/\.wasm/, (route) => route.abort()),
  });
  await page.locator('.toast.error', { hasText: 'The solver could not be loaded' }).waitFor();
  await expect.poll(() => page.locator('arc-view-play [role="gridcell"]').count()).toBe(81);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('.toast', { hasText: 'was not found in time' }).waitFor();
  expected(page);
});

test('the first part of the library is enough for a check and a hint', async () => {
  const page = await visit({
    ...PUZZLE,
    before: (fresh) => fresh.context().route(/rest-.*\.wasm/, (route) => route.abort()),
  });
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('.toast', { hasText: /No mistakes/ }).waitFor();
  await press(page, '?');
  await page.locator('arc-help-panel .step').waitFor();
  expected(page);
});

test('before the library is loaded: the board, digits, marks, conflicts and stored games work', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((done) => (arrive = done));
  const page = await visit({
    ...PUZZLE,
    before: (fresh) => fresh.context().route(/\.wasm/, (route) => arrived.then(() => route.continue())),
  });
  const conflicts = () => page.locator('arc-view-play arc-sudoku .digit.conflict').count();
  await cell(page, 1, 3).click();
  await press(page, 'Shift+Digit5');
  await expect.poll(() => label(page, 1, 3)).toContain('corner marks 5');
  await press(page, '5');
  await expect.poll(conflicts).toBeGreaterThan(1);
  await stored(page, '"past":[[');
  await page.reload();
  await expect.poll(conflicts).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Check' }).click();
  const loading = page.locator('.toast', { hasText: 'The solver is still loading' });
  await loading.waitFor();
  arrive();
  await page.locator('.toast', { hasText: /One digit is wrong|Some cells break/ }).waitFor();
  // The message disappears when the library is loaded.
  expect(await loading.count()).toBe(0);
});

describe('sizes', () => {
  test('digits from 10 are typed as two characters or as letters', async () => {
    const page = await visit({ fragment: `/play?p=${'1'.padEnd(256, '.')}`, before: withClock });
    await cell(page, 2, 2, 16).click();
    // The first character waits for the second.
    await page.clock.pauseAt(Date.now() + 60_000);
    await press(page, '1', '4');
    await page.clock.resume();
    await expect.poll(() => label(page, 2, 2, 16)).toBe('row 2 column 2, 14');
    await press(page, 'ArrowRight', '1', 'ArrowRight', '2');
    await expect.poll(() => label(page, 2, 3, 16)).toBe('row 2 column 3, 1, conflict');
    await expect.poll(() => label(page, 2, 4, 16)).toBe('row 2 column 4, 2');
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('checkbox', { name: 'Letters for digits' }).check();
    await press(page, 'Escape');
    await cell(page, 3, 3, 16).click();
    await press(page, 'f');
    await expect.poll(() => label(page, 3, 3, 16)).toBe('row 3 column 3, F');
  });

  test.each([4, 6, 9, 12, 16, 25])('a grid of %i fits a phone', async (size) => {
    const page = await visit({ fragment: `/play?p=${'1'.padEnd(size * size, '.')}`, size: PHONE });
    await cell(page, size, size, size).tap();
    await page.getByRole('button', { name: /^2 / }).tap();
    await expect.poll(() => label(page, size, size, size)).toMatch(/, 2$/);
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(PHONE.width);
    expect(await axe(page)).toEqual([]);
  });
});

describe('on a phone', () => {
  test('all controls for the next digit are within the window', async () => {
    const page = await visit({ ...PUZZLE, size: PHONE });
    for (const name of [/^1 /, /^9 /, 'Undo', 'Erase', 'Hint', 'Check']) {
      const box = await page.getByRole('button', { name }).first().boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(PHONE.height);
      expect(box && Math.min(box.width, box.height)).toBeGreaterThanOrEqual(40);
    }
  });

  test('dragging a finger selects cells and does not scroll the page', async () => {
    const page = await visit({ ...PUZZLE, size: PHONE });
    const client = await page.context().newCDPSession(page);
    const [[x, y], [x2, y2]] = [await middle(page, 2, 2), await middle(page, 5, 2)];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    await touch('touchStart', [{ x, y }]);
    for (let step = 1; step <= 6; step++) {
      await touch('touchMove', [{ x: x + ((x2 - x) * step) / 6, y: y + ((y2 - y) * step) / 6 }]);
    }
    await touch('touchEnd', []);
    await expect.poll(() => selected(page)).toBe(4);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('a long press on a digit of the board starts digit-first entry, another ends it', async () => {
    const page = await visit({ ...PUZZLE, size: PHONE });
    const longPress = async (entry: string) => {
      await page.mouse.move(...(await middle(page, 1, 1)));
      await hold(page, () => expect.poll(() => announced(page)).toContain(entry));
    };
    await cell(page, 1, 3).tap();
    await page.getByRole('button', { name: /^4 / }).tap();
    await longPress('Digit first');
    await cell(page, 7, 1).tap();
    await expect.poll(() => label(page, 7, 1)).toMatch(/, 5/);
    await longPress('Cell first');
    await cell(page, 7, 3).tap();
    await expect.poll(() => label(page, 7, 3)).toBe('row 7 column 3, empty');
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 4');
    await expect.poll(() => label(page, 7, 1)).toMatch(/, 5/);
  });

  test('a hint replaces the digits below the board', async () => {
    const page = await visit({ ...PUZZLE, size: PHONE });
    await page.getByRole('button', { name: 'Hint' }).tap();
    await page.getByRole('button', { name: 'Show the step' }).tap();
    await page.locator('arc-view-play arc-sudoku .part').first().waitFor();
    await page.getByRole('button', { name: 'Back to the digits' }).tap();
    await expect.poll(() => page.getByRole('button', { name: /^1 / }).isVisible()).toBe(true);
  });

  test('several colors in a cell, and the number of each digit left', async () => {
    const page = await visit({ ...PUZZLE, size: PHONE });
    const key = (digit: number) => page.getByRole('button', { name: new RegExp(`^${digit} `) });
    await cell(page, 1, 3).tap();
    await expect.poll(() => key(4).innerText()).toMatch(/^4\s+7\s+left$/);
    await key(4).tap();
    await expect.poll(() => key(4).innerText()).toMatch(/^4\s+6\s+left$/);
    await page.getByRole('radio', { name: 'Color' }).tap();
    for (const name of ['blue', 'pink', 'green']) await page.getByRole('button', { name }).tap();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 4, blue pink green');
    await expect.poll(() => page.locator('arc-view-play arc-sudoku .color').count()).toBe(3);
  });

  test('rarely used controls need one more tap', async () => {
    const page = await visit({ ...PUZZLE, size: PHONE });
    await page.getByRole('button', { name: 'Marks and entry' }).tap();
    await page.getByRole('checkbox', { name: 'Automatic candidates' }).tap();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, center marks 1 2 4');
    await page.getByRole('checkbox', { name: 'Automatic candidates' }).tap();
    await page.getByRole('button', { name: 'Fill in candidates' }).tap();
    await page.getByRole('button', { name: 'Pause' }).tap();
    await expect.poll(() => page.locator('arc-view-play arc-sudoku .digit').count()).toBe(0);
    await page.getByRole('button', { name: 'Resume' }).last().tap();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, center marks 1 2 4');
    await page.getByRole('button', { name: 'New game' }).tap();
    await page.getByRole('button', { name: /^Easy/ }).tap();
    await page.locator('.name', { hasText: 'Easy' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('link', { name: 'Solve and check' }).tap();
    await page.locator('arc-view-check h2.title').waitFor();
  });

  test('touch: a tap selects; the toggle selects several cells', async () => {
    const page = await visit({ ...PUZZLE, size: PHONE });
    await cell(page, 1, 3).tap();
    await page.getByRole('button', { name: 'Select' }).tap();
    await cell(page, 1, 4).tap();
    await expect.poll(() => selected(page)).toBe(2);
    await page.getByRole('radio', { name: 'Corner' }).tap();
    await page.getByRole('button', { name: /^2 / }).tap();
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, corner marks 2');
    await expect.poll(() => label(page, 1, 4)).toBe('row 1 column 4, corner marks 2');
  });
});

test('in German and dark, at 200 %, nothing is wider than the window', async () => {
  // Zooming halves the number of CSS pixels. Afterwards only the text is doubled.
  for (const [size, font] of [
    [{ width: 640, height: 400 }, '100%'],
    [DESKTOP, '200%'],
    [PHONE, '200%'],
  ] as const) {
    const page = await visit({ ...PUZZLE, language: 'de', size, options: { colorScheme: 'dark' } });
    await expect.poll(() => label(page, 1, 1)).toBe('Zeile 1 Spalte 1, 5, vorgegeben');
    // With the largest font of the options, the board is whole and no label is cut.
    await page.evaluate(() => (document.documentElement.dataset['fontSize'] = 'larger'));
    const labels = page.locator('arc-view-play').locator('.tool, .action, .mode, .segments button, .title');
    const cut = () => labels.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    await expect.poll(cut).toBe(0);
    const box = await page.locator('arc-view-play arc-sudoku').boundingBox();
    if (size.width > 640) expect(box && box.y + box.height).toBeLessThanOrEqual(size.height);
    await page.evaluate(() => delete document.documentElement.dataset['fontSize']);
    await page.evaluate((value) => (document.documentElement.style.fontSize = value), font);
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(size.width);
    expect(await axe(page)).toEqual([]);
  }
});
