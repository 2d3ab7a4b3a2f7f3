import { compressToBase64, decompressFromBase64 } from 'lz-string';
import { describe, expect, test } from 'vitest';

import {
  anotherTab,
  axe,
  focused,
  FULL,
  type Page,
  paste,
  type PHONE,
  SIZES,
  triesAgain,
  visit,
  widthOf,
} from './browser';

const board = (page: Page) => page.locator('arc-view-rules .board arc-sudoku');
const cell = (page: Page, name: string, size = 9) => {
  const [, row, column] = /r(\d+)c(\d+)/.exec(name) ?? [];
  return board(page).locator(`[data-cell="${(Number(row) - 1) * size + Number(column) - 1}"]`);
};
const text = (page: Page) => page.getByRole('textbox', { name: 'Rules as text' });
const tool = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).click();

/** Opens the editor and waits for the module. Before that, a message may cover the board on a phone. */
async function editor(size?: typeof PHONE): Promise<Page> {
  const page = await visit({ fragment: '/rules', size });
  await page.getByText('The rules are valid.').waitFor();
  return page;
}

/** Drags over cells. */
async function drag(page: Page, names: string, size = 9): Promise<void> {
  await board(page).scrollIntoViewIfNeeded();
  for (const [at, name] of names.split(' ').entries()) {
    const box = await cell(page, name, size).boundingBox();
    if (!box) throw new Error(name);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    if (at === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

/** Chooses a kind of rule in the palette. */
async function kind(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a rule' }).fill(name);
  await page.getByRole('radio', { name, exact: true }).click();
}

/** Clicks at a place within a cell, in fractions of its side. */
async function tap(page: Page, name: string, x = 0.5, y = 0.5): Promise<void> {
  await board(page).scrollIntoViewIfNeeded();
  const box = await cell(page, name).boundingBox();
  if (!box) throw new Error(name);
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

const lastLine = async (page: Page) => (await text(page).inputValue()).split('\n').at(-1);
const value = (page: Page) => page.getByRole('textbox', { name: 'Value' });

describe.each(SIZES)('on a %s', (_, size) => {
  test('a rule of each style is drawn on the board', async () => {
    const page = await editor(size);
    await tool(page, 'Rules');
    // A cage from a stroke, without a sum until it is entered.
    await drag(page, 'r1c1 r1c2 r2c2');
    await expect.poll(() => lastLine(page)).toBe('cage ?: r1c1 r1c2 r2c2');
    await page.getByText('No value is set: Killer cage').waitFor();
    await value(page).fill('12');
    await kind(page, 'Thermometer');
    await drag(page, 'r5c1 r5c2 r6c3');
    await expect.poll(() => board(page).locator('.thermo').count()).toBe(1);
    // Taps on cells are collected until the rule is added.
    await kind(page, 'Renban');
    await tap(page, 'r3c6');
    await page.getByRole('button', { name: 'Cancel' }).click();
    for (const name of ['r3c6', 'r3c7', 'r3c9', 'r3c8', 'r3c9']) await tap(page, name);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => lastLine(page)).toBe('renban: r3c6 r3c7 r3c8');
    await kind(page, 'Odd');
    await tap(page, 'r9c1');
    await drag(page, 'r9c2 r9c3');
    await tap(page, 'r9c2');
    await expect.poll(() => lastLine(page)).toBe('odd: r9c1 r9c3');
    await kind(page, 'White dot');
    await tap(page, 'r4c4');
    await expect.poll(() => lastLine(page)).toBe('odd: r9c1 r9c3');
    await tap(page, 'r4c4', 0.95);
    await expect.poll(() => lastLine(page)).toBe('white-dot: r4c4 r4c5');
    await kind(page, 'Greater than');
    await tap(page, 'r4c8', 0.05);
    await expect.poll(() => lastLine(page)).toBe('greater: r4c8 r4c7');
    await kind(page, 'Quadruple');
    await tap(page, 'r7c7', 0.9, 0.9);
    await expect.poll(() => lastLine(page)).toBe('quadruple ?: r7c7 r7c8 r8c7 r8c8');
    await value(page).fill('1 2');
    await kind(page, 'Sandwich');
    await tap(page, 'r9c3', 0.5, 1.2);
    await page.keyboard.type('17');
    await expect.poll(() => lastLine(page)).toMatch(/^sandwich 17: r9c3 r8c3 .*r1c3$/);
    await kind(page, 'Little killer');
    await tap(page, 'r1c5', 0.2, 0.05);
    await expect.poll(() => lastLine(page)).toMatch(/^little-killer \?: r1c5 r2c6 .*r5c9$/);
    await page.keyboard.type('30');
    // Next to the grid, a tap means the sign there, of the diagonal from the next cell.
    await tap(page, 'r1c2', 0.75, -0.3);
    await expect.poll(() => lastLine(page)).toMatch(/^little-killer \?: r1c3 r2c4 .*r7c9$/);
    await page.keyboard.type('40');
    await kind(page, 'Single diagonal');
    await tap(page, 'r2c8');
    await expect.poll(() => lastLine(page)).toMatch(/^all-different: r1c9 r2c8 .*r9c1$/);
    await kind(page, 'Clones');
    await drag(page, 'r1c5 r1c6');
    await page.getByRole('checkbox', { name: /further list/ }).check();
    await drag(page, 'r2c8 r2c9');
    await expect.poll(() => lastLine(page)).toBe('clone: r1c5 r1c6 / r2c8 r2c9');
    await kind(page, 'Anti-knight');
    await page.getByRole('checkbox', { name: 'Anti-knight' }).check();
    await expect.poll(() => lastLine(page)).toBe('anti-knight');
    await page.getByText('The rules are valid.').waitFor();
    expect(await page.getByText('No value is set').count()).toBe(0);
    // On a phone, axe reports elements that the board half covers as too small.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await axe(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(size.width);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page
      .locator('arc-view-play .rule-list')
      .getByText('Renban: The cells hold different digits')
      .waitFor({ state: 'attached' });
  });

  test('rules are chosen on the board or in the list, edited and removed', async () => {
    const page = await editor(size);
    await text(page).fill('cage 12: r1c1 r1c2\nthermo: r1c2 r2c2 r3c2\nx: r5c5 r5c6');
    await tool(page, 'Edit');
    await tap(page, 'r1c2');
    await value(page).fill('9');
    await expect.poll(() => text(page).inputValue()).toContain('cage 9: r1c1 r1c2');
    await tap(page, 'r1c2');
    await page.getByRole('button', { name: 'Draw the cells again' }).click();
    await drag(page, 'r6c6 r7c6');
    await expect.poll(() => text(page).inputValue()).toContain('thermo: r6c6 r7c6\n');
    await page.getByRole('button', { name: /^X r5c5 r5c6/ }).click();
    await page.getByRole('button', { name: 'Remove this rule' }).click();
    await expect.poll(() => text(page).inputValue()).not.toContain('x:');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => text(page).inputValue()).toContain('x:');
    await page.getByRole('button', { name: 'Remove x: r5c5 r5c6' }).click();
    await tool(page, 'Erase');
    await drag(page, 'r6c6');
    await expect.poll(() => text(page).inputValue()).toBe('cage 9: r1c1 r1c2');
  });

  test('the number of solutions, true candidates and the smallest contradiction are shown while editing', async () => {
    const page = await editor(size);
    const badge = page.locator('.badge');
    await page.getByRole('combobox', { name: 'Size' }).selectOption('4');
    await text(page).fill('diagonals');
    await expect.poll(() => badge.innerText()).toContain('Several solutions');
    await page.getByRole('button', { name: 'Estimate' }).click();
    await page.getByText(/\d+ solutions/).waitFor();
    await page.getByRole('combobox', { name: 'Digits that occur' }).selectOption('1');
    await expect.poll(() => cell(page, 'r1c1', 4).getAttribute('aria-label')).toContain('center marks 1 2 3 4');
    for (const [name, digit] of [
      ['r1c1', '1'],
      ['r1c2', '2'],
      ['r1c3', '3'],
      ['r2c1', '3'],
    ]) {
      await cell(page, name, 4).focus();
      await page.keyboard.press(digit);
    }
    await expect.poll(() => badge.innerText()).toContain('Unique');
    await page.getByRole('button', { name: 'Find redundant' }).click();
    await page.getByText('Every rule and every clue is needed.').waitFor();
    await page.getByRole('button', { name: 'Rate the difficulty' }).click();
    await page.getByText(/^Logic: \d/).waitFor();
    await text(page).fill('diagonals\ncage 3: r1c1 r1c2');
    await page.getByRole('button', { name: 'Find redundant' }).click();
    await page
      .getByText(/rules? or clues? (is|are) redundant/, { exact: true })
      .first()
      .click();
    await expect.poll(() => board(page).locator('.tint.warn').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Remove cage 3: r1c1 r1c2' }).last().click();
    await expect.poll(() => text(page).inputValue()).toBe('diagonals');
    await text(page).fill('diagonals\ncage 3: r3c1 r3c2\ncage 3: r3c3 r3c4');
    await expect.poll(() => badge.innerText()).toContain('No solution');
    const parts = page.locator('.verdict li');
    await expect.poll(() => parts.allInnerTexts()).toEqual(['row 3', 'cage 3: r3c1 r3c2', 'cage 3: r3c3 r3c4']);
    await expect.poll(() => board(page).locator('.tint.bad.edge').count()).toBe(3);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await axe(page)).toEqual([]);
  });

  test('regions are painted; a wrong size shows a message and disables the actions', async () => {
    const page = await editor(size);
    await page.getByRole('combobox', { name: 'Size' }).selectOption('6');
    await page.getByRole('combobox', { name: 'Boxes' }).selectOption('jigsaw');
    await tool(page, 'Regions');
    await page.getByRole('radio', { name: /^Region 2/ }).click();
    await drag(page, 'r1c3 r2c3', 6);
    await page.getByText('Region 1 has 4 cells, but 6 are needed.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Play', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('radio', { name: /^Region 1/ }).click();
    await drag(page, 'r1c6 r2c6', 6);
    await page.getByText('The rules are valid.').waitFor();
    await expect.poll(() => text(page).inputValue()).toBe('regions 112221 112221 333444 333444 555666 555666');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('arc-view-play arc-sudoku [data-cell="35"]').waitFor({ state: 'attached' });
  });
});

test('with the keyboard: clues, rules with their values, regions by their number', async () => {
  const page = await editor();
  await cell(page, 'r1c1').focus();
  await page.keyboard.press('5');
  await expect.poll(() => cell(page, 'r1c1').getAttribute('aria-label')).toBe('row 1 column 1, 5, given');
  await tool(page, 'Rules');
  // The search finds a kind by a synonym, and the Enter key leads to the board.
  await page.getByRole('searchbox', { name: 'Find a rule' }).fill('killer sum');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('0');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('19');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('0');
  await expect.poll(() => text(page).inputValue()).toBe('cage 10: r2c1 r2c2 r3c2');
  await page.getByRole('searchbox', { name: 'Find a rule' }).fill('kropki');
  const names = page.locator('.palette button');
  await expect
    .poll(async () => (await names.locator('span').allInnerTexts()).slice(0, 2))
    .toEqual(['White dot', 'Black dot']);
  await names.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => names.nth(1).getAttribute('aria-checked')).toBe('true');
  await tool(page, 'Edit');
  await cell(page, 'r3c2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await expect.poll(() => text(page).inputValue()).toBe('');
  await page.getByRole('combobox', { name: 'Boxes' }).selectOption('jigsaw');
  await tool(page, 'Regions');
  await cell(page, 'r1c4').focus();
  await page.keyboard.press('1');
  await page.getByText('Region 1 has 10 cells, but 9 are needed.').waitFor();
});

test('grids that are not square, from 0, with extra cells', async () => {
  const page = await editor();
  await page.getByRole('combobox', { name: 'Size' }).selectOption('6');
  // The texts of an untouched grid are not problems yet.
  expect(await page.locator('.checks .bad').count()).toBe(0);
  await page.getByText('Other grids').click();
  const set = async (name: string, number: string) => {
    await page.getByRole('spinbutton', { name }).fill(number);
    await page.keyboard.press('Tab');
  };
  await set('Rows', '4');
  await set('First value', '0');
  await set('Extra cells', '2');
  await expect.poll(() => text(page).inputValue()).toBe('grid 4x6 boxes 2x3 digits 0-5 extra 2');
  await page.getByText('The rules are valid.').waitFor();
  await page.getByRole('button', { name: '0', exact: true }).waitFor();
  await tool(page, 'Rules');
  await page.getByRole('searchbox', { name: 'Find a rule' }).fill('yin');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => text(page).inputValue()).toContain('extra 26\nyin-yang 6: v3-26');
  await expect.poll(() => board(page).locator('[data-cell]').count()).toBe(50);
});

test('checks before publishing, and the texts of the author in an export', async () => {
  const page = await editor();
  await text(page).fill('anti-knight\ncage 3: r1c1 r1c2');
  const problems = page.locator('.checks .bad');
  await expect.poll(() => problems.allInnerTexts()).toHaveLength(5);
  expect((await problems.allInnerTexts()).join()).toContain('does not mention: Anti-knight, Killer cage');
  await problems.filter({ hasText: 'Title' }).getByRole('button', { name: 'Show' }).click();
  await page.keyboard.type('A test');
  await page.getByRole('textbox', { name: 'Author' }).fill('A setter');
  await page.getByRole('button', { name: 'Add missing descriptions' }).click();
  await expect.poll(() => problems.allInnerTexts()).toHaveLength(1);
  await page.getByRole('button', { name: 'Share or export' }).click();
  const dialog = page.locator('arc-export-dialog');
  const exported = dialog.locator('textarea');
  await expect.poll(() => exported.inputValue()).toContain('A setter');
  const json = await exported.inputValue();
  expect(JSON.parse(json)).toMatchObject({
    name: 'A test',
    author: 'A setter',
    rules_in_words: expect.stringMatching(/^Normal Sudoku rules apply\.\nAnti.*\nKiller cage: these cells hold/s),
  });
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  const other = await visit({ fragment: link.split('#')[1] });
  await other.locator('.author summary', { hasText: 'Rules by A setter' }).waitFor();
  await other.locator('.author', { hasText: 'Killer cage: these cells hold' }).waitFor();
});

/** A puzzle of f-puzzles with a drawn circle and rules in words. */
const DRAWN = {
  ...{ size: 9, title: 'A snowman', author: 'A setter', ruleset: 'Digits in the circle have the sum 9.' },
  grid: Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => ({}))),
  thermometer: [{ lines: [['R3C5', 'R4C5']] }],
  circle: [{ cells: ['R6C5'], baseC: '#ffffff', outlineC: '#000000', fontC: '#000000', width: 2, height: 2 }],
};

test('a drawing stays in the editor and in exports; another size keeps the puzzle as a draft', async () => {
  const source = `https://www.f-puzzles.com/?load=${encodeURIComponent(compressToBase64(JSON.stringify(DRAWN)))}`;
  const page = await visit({ fragment: `/rules?p=${encodeURIComponent(source)}` });
  const shapes = board(page).locator('.document path');
  await expect.poll(() => shapes.count()).toBeGreaterThan(0);
  await text(page).fill('thermo: r3c5 r4c5\nx: r1c1 r1c2');
  await page.locator('.verdict', { hasText: 'Drawn parts are only decoration' }).waitFor();
  await page.locator('.checks', { hasText: 'Links of f-puzzles and SudokuPad keep it' }).waitFor();
  await page.getByRole('button', { name: 'Share or export' }).click();
  const dialog = page.locator('arc-export-dialog');
  await dialog.getByRole('combobox').selectOption('f-puzzles');
  const exported = dialog.getByRole('textbox').nth(1);
  await expect.poll(() => exported.inputValue()).toContain('load=');
  const packed = decodeURIComponent((await exported.inputValue()).split('load=')[1]);
  expect(JSON.parse(decompressFromBase64(packed))).toMatchObject({ circle: DRAWN.circle, xv: [{ value: 'X' }] });
  await page.keyboard.press('Escape');
  await page.reload();
  await expect.poll(() => shapes.count()).toBeGreaterThan(0);
  await page.getByRole('combobox', { name: 'Size' }).selectOption('6');
  await expect.poll(() => shapes.count()).toBe(0);
  await page.getByText('Earlier drafts (1)').waitFor();
  await page.locator('.toast', { hasText: 'Earlier drafts' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => text(page).inputValue()).toContain('x: r1c1 r1c2');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('arc-view-play .title', { hasText: 'Drawn parts are not checked' }).waitFor();
  // On wide screens, the author's words are next to the board.
  const top = async (part: string) => (await page.locator(`arc-view-play ${part}`).boundingBox())?.y ?? Infinity;
  expect(await top('.author')).toBeLessThan(600);
});

test.each([4, 10, 12, 16, 25])('a grid of %i', async (size) => {
  const page = await editor();
  await page.getByRole('combobox', { name: 'Size' }).selectOption(String(size));
  await page.getByText('The rules are valid.').waitFor();
  const last = `r${size}c${size}`;
  await cell(page, last, size).focus();
  await page.keyboard.type(String(size));
  await expect.poll(() => cell(page, last, size).getAttribute('aria-label')).toContain(`${size}, given`);
  await expect.poll(() => page.getByRole('button', { name: 'Check', exact: true }).isEnabled()).toBe(true);
});

test('a draft that cannot be stored shows one message', async () => {
  const page = await visit({ fragment: '/rules', before: (fresh) => fresh.addInitScript(FULL) });
  const message = page.locator('.toast', { hasText: 'cannot be stored' });
  await cell(page, 'r1c1').focus();
  await page.keyboard.press('5');
  await message.waitFor();
  await message.getByRole('button', { name: 'Close' }).click();
  await cell(page, 'r1c2').focus();
  await triesAgain(page, () => page.keyboard.press('4'));
  expect(await message.count()).toBe(0);
});

describe('rules as text', () => {
  test('errors in the text have a line and a column, and a button selects them', async () => {
    const page = await editor();
    await text(page).fill('diagonals\ncage 12 r1c1 r1c2\n\nthermo: r1c1 r12c1\ncage 99: r1c1 r1c2\nnonsense');
    const faults = page.locator('.faults li');
    await expect.poll(() => faults.count()).toBe(4);
    const found = await faults.locator('span').allInnerTexts();
    expect(found[0]).toMatch(/^Line 2, column 9: found .*r1c1.* expected a colon and cells/);
    expect(found[1]).toMatch(/^Line 4, column 14: found r12c1/);
    expect(found[2]).toMatch(/^Line 5, column 6: found the sum 99 .*expected a sum from 3 to 17/);
    expect(found[3]).toMatch(/^Line 6, column 1: found 'nonsense'/);
    await expect.poll(() => page.getByRole('button', { name: 'Play', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show in the text' }).nth(1).click();
    const selected = await text(page).evaluate((field) => {
      const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
    expect(selected).toBe('r12c1');
    await text(page).fill('diagonals\nwindoku');
    await page.getByText('The rules are valid.').waitFor();
    await tool(page, 'Rules');
    await kind(page, 'Windows');
    await expect.poll(() => page.getByRole('checkbox', { name: 'Windows' }).isChecked()).toBe(true);
  });

  test('a draft is stored; conflicting clues show a message', async () => {
    const page = await editor();
    await cell(page, 'r1c1').focus();
    await page.keyboard.press('5');
    await cell(page, 'r1c2').focus();
    await page.keyboard.press('5');
    await page.getByText(/The clues break a rule:/).waitFor();
    const kept = () => page.evaluate(() => Object.entries(localStorage).join());
    await expect.poll(kept).toMatch(/arcdoku\.rules\.[^]*\[5,5,0/);
    await page.reload();
    await expect.poll(() => cell(page, 'r1c2').getAttribute('aria-label')).toContain('5, given');
  });

  test('the rules are used for making puzzles', async () => {
    const page = await editor();
    await page.getByRole('combobox', { name: 'Size' }).selectOption('4');
    await text(page).fill('diagonals');
    await page.getByText('The rules are valid.').waitFor();
    await page.getByRole('button', { name: 'Make puzzles with these rules' }).click();
    await page.locator('arc-make-form').getByText('diagonals', { exact: true }).waitFor();
  });

  test('an unreadable link shows a message, and the draft stays', async () => {
    const page = await visit({ fragment: '/rules?p=53..7' });
    await page.locator('.toast.error', { hasText: 'expected' }).waitFor();
    await page.getByText('The rules are valid.').waitFor();
    expect(await board(page).locator('[data-cell]').count()).toBe(81);
    // A pasted puzzle opens here, with the texts of its author.
    await cell(page, 'r1c1').focus();
    await paste(page, JSON.stringify({ puzzle: '.'.repeat(36), rules: ['diagonals'], name: 'A pasted puzzle' }));
    await expect.poll(() => text(page).inputValue()).toBe('diagonals');
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('A pasted puzzle');
  });
});

describe.each(SIZES)('on a %s', (_, size) => {
  test('a link puts the previous draft into the list, also if the page was closed', async () => {
    const first = await visit({ fragment: '/rules', size });
    await text(first).fill('cage 12: r1c1 r1c2');
    await first.getByText('The rules are valid.').waitFor();
    await first.close();

    const second = await anotherTab(first, `/rules?p=${'.'.repeat(81)}`);
    await second.locator('.toast', { hasText: 'Earlier drafts' }).waitFor();
    await expect.poll(() => text(second).inputValue()).toBe('');
    await text(second).fill('diagonals');
    await second.close();

    const third = await anotherTab(first, '/rules');
    await expect.poll(() => text(third).inputValue()).toBe('diagonals');
    await third.getByText('Earlier drafts (1)').click();
    // axe reports elements that the bar or the board half covers as too small.
    await third.evaluate(() => scrollTo(0, 0));
    expect(await axe(third)).toEqual([]);
    await third.getByRole('button', { name: 'cage 12: r1c1 r1c2' }).click();
    await expect.poll(() => text(third).inputValue()).toBe('cage 12: r1c1 r1c2');
    expect(await widthOf(third)).toBeLessThanOrEqual(size.width);
    await third.reload();
    await expect.poll(() => text(third).inputValue()).toBe('cage 12: r1c1 r1c2');
    await third.getByText('Earlier drafts (1)').click();
    await third.getByRole('button', { name: /^Delete the draft/ }).click();
    await third.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => third.getByText(/Earlier drafts/).count()).toBe(0);
  });
});

test('two tabs: a link in one does not touch the draft in the other', async () => {
  const page = await visit({ fragment: '/rules' });
  await text(page).fill('cage 12: r1c1 r1c2');
  await page.getByText('The rules are valid.').waitFor();
  const other = await anotherTab(page, `/rules?p=${'1'.padEnd(16, '.')}`);
  await other.getByText('Earlier drafts (1)').waitFor();
  const kept = () => page.evaluate(() => Object.values(localStorage).join());
  await text(page).fill('anti-knight');
  await expect.poll(kept).toContain('anti-knight');
  await text(other).fill('diagonals');
  await page.getByText('Earlier drafts (1)').click();
  await page.getByRole('button', { name: 'diagonals' }).waitFor();
  await other.reload();
  await other.getByText('Earlier drafts (1)').click();
  await other.getByRole('button', { name: 'anti-knight' }).waitFor();
  // Both tabs have the same draft: the tab that did not change it continues with a copy.
  const third = await anotherTab(page, '/rules');
  await text(third).fill('windoku');
  await other.locator('.toast', { hasText: 'in another tab' }).waitFor();
});

test.each([
  ['torn', '{"version":1,"value":{"shape"', 'set aside'],
  ['newer', '{"version":99,"value":{}}', 'newer version'],
])('a %s draft: a message, and nothing is overwritten', async (_, text, message) => {
  const before = (fresh: Page) =>
    fresh.addInitScript((value) => localStorage.setItem('arcdoku.rules.draft', value), text);
  const page = await visit({ fragment: '/rules', before });
  await page.locator('.toast', { hasText: message }).waitFor();
  await cell(page, 'r1c1').focus();
  await page.keyboard.press('5');
  await page.getByText('The rules are valid.').waitFor();
  const kept = await page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('arcdoku.rules.draft') ? [value] : [])),
  );
  expect(kept).toContain(text);
});
