import { describe, expect, test } from 'vitest';

import { anotherTab, axe, FULL, type Page, type PHONE, SIZES, triesAgain, visit, widthOf } from './browser';

const board = (page: Page) => page.locator('arc-view-rules arc-sudoku');
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

describe.each(SIZES)('on a %s', (_, size) => {
  test('cages, thermometers and extra sets are drawn and become text', async () => {
    const page = await editor(size);
    await tool(page, 'Cage');
    await drag(page, 'r1c1 r1c2 r2c2');
    await page.getByLabel('Sum of the cage').fill('12');
    await tool(page, 'Thermometer');
    await drag(page, 'r5c1 r5c2 r6c3');
    await tool(page, 'Extra set');
    await drag(page, 'r8c8 r8c9');
    await page.getByRole('checkbox', { name: 'Anti-knight' }).check();
    await expect
      .poll(() => text(page).inputValue())
      .toBe('anti-knight\ncage 12: r1c1 r1c2 r2c2\nthermo: r5c1 r5c2 r6c3\nall-different: r8c8 r8c9');
    await page.getByText('The rules are valid.').waitFor();
    await expect.poll(() => board(page).locator('.thermo').count()).toBe(1);
    expect(await axe(page)).toEqual([]);
    await tool(page, 'Erase');
    await drag(page, 'r5c2');
    await expect.poll(() => text(page).inputValue()).not.toContain('thermo');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => text(page).inputValue()).toContain('thermo');
    expect(await widthOf(page)).toBeLessThanOrEqual(size.width);
  });

  test('more rules: chosen from a list, drawn, edited, removed', async () => {
    const page = await editor(size);
    await tool(page, 'More rules');
    const kind = page.getByRole('combobox', { name: 'Rule', exact: true });
    const last = async () => (await text(page).inputValue()).split('\n').at(-1);
    await kind.selectOption('renban');
    await drag(page, 'r1c1 r1c2 r2c2');
    await expect.poll(last).toBe('renban: r1c1 r1c2 r2c2');
    await expect.poll(() => board(page).locator('.r-line.purple').count()).toBe(1);
    // The text of a cage is edited next to the tool.
    await page.getByRole('searchbox', { name: 'Find a rule' }).fill('product-');
    await page.getByText('1 rule', { exact: true }).waitFor();
    await kind.selectOption('product-cage');
    await drag(page, 'r5c5 r5c6');
    await page.getByRole('textbox', { name: 'Number or text of the rule' }).fill('20');
    await expect.poll(last).toBe('product-cage 20: r5c5 r5c6');
    await expect.poll(() => board(page).locator('.r-sum').textContent()).toBe('20×');
    // A clue outside: the line continues to the other side.
    await page.getByRole('searchbox', { name: 'Find a rule' }).fill('');
    await kind.selectOption('sandwich');
    await page.getByRole('textbox', { name: 'Number or text of the rule' }).fill('12');
    await drag(page, 'r9c3 r8c3');
    await expect.poll(last).toBe('sandwich 12: r9c3 r8c3 r7c3 r6c3 r5c3 r4c3 r3c3 r2c3 r1c3');
    await expect.poll(() => board(page).locator('.r-clue').textContent()).toBe('12');
    // Two lists of one rule.
    await kind.selectOption('clone');
    await drag(page, 'r1c5 r1c6');
    await page.getByRole('checkbox', { name: /further list/ }).check();
    await drag(page, 'r3c5 r3c6');
    await expect.poll(last).toBe('clone: r1c5 r1c6 / r3c5 r3c6');
    await page.getByText('The rules are valid.').waitFor();
    // On a phone, axe reports elements that the board half covers as too small.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove renban: r1c1 r1c2 r2c2' }).click();
    await expect.poll(() => text(page).inputValue()).not.toContain('renban');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => text(page).inputValue()).toContain('renban');
    expect(await widthOf(page)).toBeLessThanOrEqual(size.width);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const ruleList = page.locator('arc-view-play .rule-list');
    await ruleList.getByText('renban: The cells hold different digits').waitFor();
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

test('with the keyboard: clues, a cage from the selection, regions by their number', async () => {
  const page = await editor();
  await cell(page, 'r1c1').focus();
  await page.keyboard.press('5');
  await expect.poll(() => cell(page, 'r1c1').getAttribute('aria-label')).toBe('row 1 column 1, 5, given');
  await tool(page, 'Cage');
  await cell(page, 'r3c1').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect.poll(() => text(page).inputValue()).toBe('cage 15: r3c1 r3c2 r4c2');
  await page.getByRole('combobox', { name: 'Boxes' }).selectOption('jigsaw');
  await tool(page, 'Regions');
  await cell(page, 'r1c4').focus();
  await page.keyboard.press('1');
  await page.getByText('Region 1 has 10 cells, but 9 are needed.').waitFor();
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

describe.each(SIZES)('on a %s', (_, size) => {
  test('errors in the text have a line and a column, and a button selects them', async () => {
    const page = await editor(size);
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
    await expect.poll(() => page.getByRole('checkbox', { name: 'Windows' }).isChecked()).toBe(true);
  });

  test('a draft is stored; conflicting clues show a message', async () => {
    const page = await editor(size);
    await cell(page, 'r1c1').focus();
    await page.keyboard.press('5');
    await cell(page, 'r1c2').focus();
    await page.keyboard.press('5');
    await page.getByText(/The clues break a rule/).waitFor();
    const kept = () => page.evaluate(() => Object.entries(localStorage).join());
    await expect.poll(kept).toMatch(/arcdoku\.rules\.[^]*\[5,5,0/);
    await page.reload();
    await expect.poll(() => cell(page, 'r1c2').getAttribute('aria-label')).toContain('5, given');
  });

  test('the rules are used for making puzzles', async () => {
    const page = await editor(size);
    await page.getByRole('combobox', { name: 'Size' }).selectOption('4');
    await page.getByRole('checkbox', { name: 'Diagonals' }).check();
    await page.getByText('The rules are valid.').waitFor();
    await page.getByRole('button', { name: 'Make puzzles with these rules' }).click();
    await page.locator('arc-make-form').getByText('diagonals', { exact: true }).waitFor();
  });

  test('an unreadable link shows a message, and the draft stays', async () => {
    const page = await visit({ fragment: '/rules?p=53..7', size });
    await page.locator('.toast.error', { hasText: 'expected' }).waitFor();
    await page.getByText('The rules are valid.').waitFor();
    expect(await board(page).locator('[data-cell]').count()).toBe(81);
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
    await third.getByRole('button', { name: 'Really delete?' }).click();
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
