import { expect, test } from 'vitest';

import { announced, axe, PHONE, visit, widthOf, type Page } from './browser';

const board = (page: Page) => page.locator('arc-view-play arc-sudoku');
const cell = (page: Page, name: string | RegExp) => board(page).getByRole('gridcell', { name });
const play = (puzzle: object, more: object = {}) =>
  visit({ fragment: `/play?p=${encodeURIComponent(JSON.stringify(puzzle))}`, ...more });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Two rows of four cells with the values 0 to 4, an extra cell with the sum of two cells, and a void cell. */
const WIDE = {
  puzzle: '0........',
  shape: 'grid 2x4 digits 0-4 extra 1',
  rules: ['void: r2c4', 'sum = 3: r1c2 v1'],
};

test('rectangles, values from 0, void and extra cells are shown and played', async () => {
  const page = await play(WIDE, { size: PHONE });
  await cell(page, 'row 1 column 1, 0, given').waitFor();
  expect(await board(page).getByRole('gridcell').count()).toBe(8);
  expect(await widthOf(page)).toBeLessThanOrEqual(360);
  await cell(page, 'row 1 column 4').click();
  await page.keyboard.press('0');
  await cell(page, /^row 1 column 4, 0, conflict/).waitFor();
  await page.keyboard.press('3');
  await cell(page, 'row 1 column 4, 3').waitFor();
  // Below the last row is the row of extra cells. The void cell is skipped.
  await cell(page, 'row 2 column 1').click();
  await page.keyboard.press('ArrowDown');
  await button(page, /^0$/).click();
  await cell(page, 'extra cell 1, 0').waitFor();
  await page.keyboard.press('z');
  for (const [row, digits] of [
    [1, '.12.'],
    [2, '124.'],
  ] as const) {
    for (const [at, digit] of [...digits].entries()) {
      if (digit === '.') continue;
      await cell(page, `row ${row} column ${at + 1}`).click();
      await page.keyboard.press(digit);
    }
  }
  // The sum is wrong, which only the library detects.
  await expect.poll(() => announced(page)).toContain('some rules are broken');
  await cell(page, 'extra cell 1, 0, conflict').waitFor();
  await cell(page, 'extra cell 1').click();
  await page.keyboard.press('2');
  await expect.poll(() => announced(page)).toContain('Solved in');
  expect(await axe(page)).toEqual([]);
});

test('several grids share cells; a link contains the entries', async () => {
  const two = { puzzle: '.'.repeat(36), shape: 'grid 6x6 digits 1-4' };
  const rules = ['grid at r1c1 4x4 boxes 2x2', 'grid at r3c3 4x4 boxes 2x2', 'void: r1-2c5-6 r5-6c1-2'];
  const page = await play({ ...two, rules });
  await cell(page, 'row 1 column 1').click();
  await page.keyboard.press('4');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('4');
  // Void cells are skipped: the last column of the first row is the fourth.
  await cell(page, 'row 1 column 4, 4, conflict').waitFor();
  await button(page, 'Share').click();
  const dialog = page.locator('arc-export-dialog');
  await dialog.getByRole('radio', { name: 'With progress' }).click();
  await expect.poll(() => dialog.getByRole('textbox').nth(1).inputValue()).toContain('grid 6x6 digits 1-4');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  const other = await visit({ fragment: link.split('#')[1] });
  await cell(other, 'row 1 column 4, 4, conflict').waitFor();
  expect(await board(other).getByRole('gridcell').count()).toBe(28);
});

const VARIANT = {
  puzzle: '1.....1.........',
  rules: [
    'thermo: r1c1 r1c2 r1c3 r1c4',
    'thermo: r2c1 r2c2',
    'renban: r2c3 r3c3',
    'cage 7: r2c1 r2c2',
    'palindrome: r2c1 r3c2',
  ],
};

test('every broken rule is marked and named', async () => {
  const page = await play(VARIANT);
  await cell(page, 'row 2 column 1').click();
  await page.keyboard.press('3');
  await cell(page, 'row 3 column 2').click();
  await page.keyboard.press('4');
  await cell(page, 'row 2 column 1, 3, conflict').waitFor();
  await cell(page, 'row 3 column 2, 4, conflict').waitFor();
  await expect.poll(() => announced(page)).toContain('Broken: palindrome: r2c1 r3c2');
  await page.keyboard.press('3');
  await expect.poll(() => board(page).getByRole('gridcell', { name: 'conflict' }).count()).toBe(0);
});

test('puzzles with rules have hints, steps, a path and a rating', async () => {
  const page = await play(VARIANT);
  const panel = page.locator('arc-help-panel');
  await panel.getByRole('button', { name: 'Hint' }).click();
  await panel.getByRole('button', { name: 'Show the step' }).click();
  await panel.locator('.conclusion').waitFor();
  await expect.poll(() => board(page).locator('svg .part').count()).toBeGreaterThan(0);
  await panel.getByRole('button', { name: 'Apply' }).click();
  await panel.getByRole('tab', { name: 'Steps' }).click();
  await panel.getByRole('button', { name: 'Find all steps' }).click();
  await expect.poll(() => panel.locator('ol.list li').count()).toBeGreaterThan(1);
  await panel.getByRole('tab', { name: 'Path' }).click();
  await panel.getByRole('button', { name: 'Find the path' }).click();
  await panel.locator('ol.path li button').last().click();
  await panel.locator('.conclusion').waitFor();
  // The board before the last step contains the digits of the previous steps.
  await expect.poll(() => board(page).locator('svg .digit.entered').count()).toBeGreaterThan(3);
  await panel.getByRole('tab', { name: 'Rating' }).click();
  await panel.getByRole('button', { name: 'Rate the puzzle' }).click();
  await expect.poll(() => panel.locator('.rating').innerText()).toContain('Logic');
  expect(await axe(page)).toEqual([]);
});

test('links of other programs, and unsupported parts', async () => {
  const page = await play({ puzzle: '1...............', rules: ['renban: r2c3 r3c3', 'thermo: r1c1 r1c2'] });
  await cell(page, 'row 1 column 1, 1, given').waitFor();
  await button(page, 'Share').click();
  const dialog = page.locator('arc-export-dialog');
  const text = dialog.getByRole('textbox').nth(1);
  await dialog.getByRole('combobox').selectOption('sudokupad');
  await expect.poll(() => text.inputValue()).toMatch(/^https:\/\/sudokupad\.app\/fpuz/);
  await dialog.getByRole('combobox').selectOption('f-puzzles');
  await expect.poll(() => text.inputValue()).toMatch(/^https:\/\/www\.f-puzzles\.com\/\?load=/);
  // The page can read its own link.
  const link = await text.inputValue();
  const other = await visit({ fragment: `/play?p=${encodeURIComponent(link)}` });
  await expect.poll(() => other.locator('arc-view-play .rule-list').innerText()).toContain('Renban');
  const german = await play({ ...WIDE, rules: [] }, { language: 'de' });
  await cell(german, 'Zeile 1 Spalte 1, 0, vorgegeben').waitFor();
  await button(german, 'Teilen').click();
  await german.locator('arc-export-dialog').getByRole('combobox').selectOption('f-puzzles');
  await expect
    .poll(() => german.locator('arc-export-dialog [role="alert"]').innerText())
    .toContain('Sie unterstützen nicht: Gitter 2x4');
});

test('rules are drawn as setters draw them', async () => {
  const rules = [
    'equal-sums: r1c2 r1c3 / r1c4 r1c5 / r2c6',
    'equal-sums: r3c2 r3c3 / r3c4 r3c5',
    'whisper 5: r5c1 r5c2',
    'all-different: r4c4 r4c5 r5c4',
    'clone: r7c1 r7c2 / r7c4 r7c5',
    'minimum: r9c9',
  ];
  const page = await play({ puzzle: '.'.repeat(81), rules });
  const count = (selector: string) => board(page).locator(`svg ${selector}`).count();
  // Lists of one line are drawn as one line, and each color has one meaning, so no letters are visible.
  await expect.poll(() => count('.r-line.blue')).toBe(2);
  const letters = () =>
    board(page)
      .locator('svg .r-tag')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== '0').length);
  expect(await letters()).toBe(0);
  expect([await count('.r-cage'), await count('.r-shade'), await count('.r-edge')]).toEqual([1, 2, 0]);
  const list = page.locator('arc-view-play .rule-list').first();
  await expect.poll(() => list.textContent()).toMatch(/\(blue\) Equal sums:.*\(green\) German whisper 5:/s);
  // With patterns, letters replace the colors.
  await page.evaluate(() => document.documentElement.setAttribute('data-palette', 'distinct'));
  await expect.poll(letters).toBeGreaterThan(2);
});
