import { expect, test } from 'vitest';

import { axe, focused, type Page, paste, PHONE, visit, widthOf } from './browser';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).tap();

test('a large board is enlarged: a tap selects, and the cursor stays in sight', async () => {
  const page = await visit({ fragment: `/play?p=1${'.'.repeat(624)}`, size: PHONE });
  const board = page.locator('arc-view-play arc-sudoku');
  const zoom = page.getByRole('button', { name: /^Zoom/ });
  await zoom.click();
  await zoom.click();
  const box = await board.boundingBox();
  if (!box) throw new Error('no board');
  await page.touchscreen.tap(box.x + 170, box.y + 170);
  const cells = () => board.evaluate((element) => (element as HTMLElement & { selection: number[] }).selection);
  expect(await cells()).toEqual([312]);
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
  expect(await cells()).toEqual([324]);
  const seen = await board.locator('[data-cell="324"]').boundingBox();
  expect(seen && seen.x >= box.x && seen.x + seen.width <= box.x + box.width + 4).toBe(true);
});

const SIDE = 25;
const EMPTY = '.'.repeat(SIDE ** 2);
const selection = (page: Page, view: string) =>
  page
    .locator(`arc-view-${view} arc-sudoku`)
    .first()
    .evaluate((board) => (board as ArcSudoku).selection);
type ArcSudoku = HTMLElement & { readonly selection: readonly number[] };

/** Where a cell is in the window. */
async function middle(page: Page, view: string, cell: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(`arc-view-${view} arc-sudoku [data-cell="${cell}"]`).first().boundingBox();
  if (!box) throw new Error(`cell ${cell}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Simulates a finger that moves from one cell to another. */
async function swipe(page: Page, view: string, from: number, to: number): Promise<void> {
  const [start, end] = [await middle(page, view, from), await middle(page, view, to)];
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', start);
  for (let step = 1; step <= 10; step++)
    await touch('touchMove', {
      x: start.x + ((end.x - start.x) * step) / 10,
      y: start.y + ((end.y - start.y) * step) / 10,
    });
  await touch('touchEnd');
}

/** Switches a button on. The browser may ignore the first tap after a swipe. */
const turnOn = (page: Page, name: string) =>
  expect
    .poll(async () => {
      const button = page.getByRole('button', { name, exact: true });
      await button.tap();
      return button.getAttribute('aria-pressed');
    })
    .toBe('true');

test('a large board is enlarged in the checker: a tap selects, and the digits stay below it', async () => {
  const page = await visit({ fragment: `/check?p=1${EMPTY.slice(1)}`, size: PHONE });
  await press(page, 'Zoom 1×');
  await press(page, 'Zoom 2×');
  const { x, y } = await middle(page, 'check', 312);
  await page.touchscreen.tap(x, y);
  expect(await selection(page, 'check')).toEqual([312]);
  await press(page, '7');
  const cell = page.locator('arc-view-check arc-sudoku [data-cell="312"]').first();
  await expect.poll(() => cell.getAttribute('aria-label')).toBe('row 13 column 13, 7, given');
  expect(await widthOf(page)).toBeLessThanOrEqual(PHONE.width);
  expect(await axe(page)).toEqual([]);
});

test('a large board is enlarged in the editor of rules: a finger draws, or moves the board', async () => {
  const page = await visit({ fragment: '/rules', size: PHONE });
  await page.getByRole('combobox', { name: 'Size' }).selectOption(String(SIDE));
  await press(page, 'Zoom 1×');
  await press(page, 'Zoom 2×');
  const board = page.locator('arc-view-rules .board arc-sudoku');
  const left = () => board.evaluate((element) => element.scrollLeft);
  const text = page.getByRole('textbox', { name: 'Rules as text' });
  await page.getByRole('radio', { name: 'Rules', exact: true }).tap();
  await page.getByRole('radio', { name: 'Extra set' }).tap();
  const { x } = await middle(page, 'rules', 312);
  await swipe(page, 'rules', 312, 314);
  await expect.poll(() => text.inputValue()).toBe('all-different: r13c13 r13c14 r13c15');
  expect((await middle(page, 'rules', 312)).x).toBe(x);
  await turnOn(page, 'Move the board');
  const before = await left();
  // The browser's compositor applies the new touch action one frame later.
  await expect
    .poll(async () => {
      await swipe(page, 'rules', 312, 308);
      return left();
    })
    .toBeGreaterThan(before);
  expect(await text.inputValue()).toBe('all-different: r13c13 r13c14 r13c15');
  expect(await widthOf(page)).toBeLessThanOrEqual(PHONE.width);
  expect(await axe(page)).toEqual([]);
});

test('while clues are entered, a finger moves an enlarged board of the editor and selects nothing', async () => {
  const page = await visit({ fragment: '/rules', size: PHONE });
  await page.getByRole('combobox', { name: 'Size' }).selectOption(String(SIDE));
  await press(page, 'Zoom 1×');
  await press(page, 'Zoom 2×');
  const left = () => page.locator('arc-view-rules .board arc-sudoku').evaluate((element) => element.scrollLeft);
  const before = await left();
  await swipe(page, 'rules', 314, 310);
  await expect.poll(left).toBeGreaterThan(before);
  expect(await selection(page, 'rules')).toEqual([]);
});

test('the mask of a large grid is enlarged: a finger paints', async () => {
  const page = await visit({ fragment: '/make', size: PHONE });
  await page.getByRole('combobox', { name: 'Size' }).selectOption('16');
  await page.getByRole('checkbox', { name: 'Only these cells may have clues' }).check();
  await press(page, 'Zoom 1×');
  await press(page, 'Zoom 2×');
  const board = page.locator('arc-make-form arc-sudoku');
  await board.scrollIntoViewIfNeeded();
  await swipe(page, 'make', 136, 138);
  await page.getByText('253 cells').waitFor();
  await turnOn(page, 'Move the board');
  const left = () => board.evaluate((element) => element.scrollLeft);
  const before = await left();
  await expect
    .poll(async () => {
      await board.scrollIntoViewIfNeeded();
      await swipe(page, 'make', 136, 133);
      return left();
    })
    .toBeGreaterThan(before);
  await page.getByText('253 cells').waitFor();
  expect(await widthOf(page)).toBeLessThanOrEqual(PHONE.width);
  // Scroll the board out from under the header.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await axe(page)).toEqual([]);
});

test('messages do not cover the controls of the game', async () => {
  const page = await visit({ fragment: `/play?p=${LINE}`, size: PHONE });
  await paste(page, 'no puzzle');
  await page.locator('.toast.error').waitFor();
  // Playwright taps an element only if nothing covers it.
  await press(page, 'Check');
  await page.locator('.toast', { hasText: 'No mistakes so far.' }).waitFor();
  await press(page, 'Check');
  await page.locator('arc-view-play arc-sudoku [data-cell="2"]').tap();
  const box = await page.locator('arc-view-play arc-sudoku').boundingBox();
  const error = await page.locator('.toast.error').boundingBox();
  expect(error && box && error.y + error.height).toBeLessThanOrEqual(box!.y);
  expect(await axe(page)).toEqual([]);
  await page.locator('.toast.error').getByRole('button', { name: 'Close' }).tap();
  await page.locator('.toast.error').waitFor({ state: 'detached' });
});

const RULES = ['thermo: r1c1 r1c2 r1c3', 'cage 15: r5c5 r5c6', 'anti-knight', 'palindrome: r9c1 r9c2 r9c3'];
const RULED = `/play?p=${encodeURIComponent(JSON.stringify({ puzzle: LINE.replace(/[1-9]/g, '.'), rules: RULES }))}`;

test.each([
  [390, 844],
  [360, 740],
])('with rules at %i x %i, all controls are within the window, and the rules are in a sheet', async (width, height) => {
  const page = await visit({ fragment: RULED, size: { width, height } });
  const view = page.locator('arc-view-play');
  const board = await view.locator('arc-sudoku').boundingBox();
  for (const name of ['Undo', 'Hint', 'Check', 'Rules', 'Marks and entry']) {
    const box = await view.getByRole('button', { name, exact: true }).boundingBox();
    expect(box && box.y + box.height, name).toBeLessThanOrEqual(height);
  }
  // The tools have visible names.
  expect(await view.locator('.tools').innerText()).toMatch(/New\s+Games\s+Import\s+Share\s+Options/);
  expect(await view.locator('section.sheet').evaluateAll((all) => all.some((one) => one.checkVisibility()))).toBe(
    false,
  );
  await press(page, 'Rules');
  const sheet = page.getByRole('dialog', { name: 'Rules' });
  await expect.poll(() => sheet.innerText()).toMatch(/Thermometer: .*Killer cage: .*Palindrome: .*reads the same/s);
  const top = await sheet.boundingBox();
  expect(top && board && top.y).toBeGreaterThanOrEqual(board!.y + board!.height);
  expect(await sheet.evaluate((one) => one.matches(':focus'))).toBe(true);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe('Rules');
  await press(page, 'More help');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('tab', { name: 'Path' }).tap();
  await help.getByRole('button', { name: 'Find the path' }).tap();
  // Rows have cells and digits, and texts of rules have no backticks.
  const row = help.getByRole('button', { name: /· r5c5 r5c6 ≠ 1 2 3 4 5/ });
  await row.tap();
  await help.locator('.conclusion').waitFor();
  expect(await help.innerText()).not.toContain('`');
  expect(await help.locator('code').count()).toBeGreaterThan(0);
});

test('the techniques are in groups, and a search opens them', async () => {
  const page = await visit({ fragment: '/techniques', size: PHONE });
  await page.getByRole('link', { name: /^Naked Single/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2 * PHONE.height);
  await page.getByRole('searchbox').fill('xy-wing');
  await page.getByRole('link', { name: /^XY-Wing/ }).waitFor();
  expect(await page.locator('.where').evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
});

test('the limit of help can be set before the first hint', async () => {
  const page = await visit({ fragment: `/play?p=${LINE}`, size: PHONE });
  await press(page, 'More help');
  await page.locator('arc-help-panel summary').tap();
  await page.getByRole('combobox', { name: 'Techniques' }).selectOption('singles');
  expect(await page.locator('arc-help-panel .step').count()).toBe(0);
  await page.getByRole('tab', { name: 'Rating' }).tap();
  await page.getByRole('tab', { name: 'Rating', selected: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await press(page, 'Back to the digits');
  await page.getByRole('button', { name: /^1 / }).waitFor();
});

test('the print preview', async () => {
  const page = await visit({ fragment: `/make?print=${LINE}`, size: PHONE });
  await page.getByText('2 pages').waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await widthOf(page)).toBeLessThanOrEqual(PHONE.width);
});
