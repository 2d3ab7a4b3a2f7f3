import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { announced, axe, DESKTOP, type Locator, type Page, SIZES, visit, once } from './browser';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
/** A puzzle without singles. Its next step removes candidates. */
const HARD = '1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1';

const cell = (page: Page, row: number, column: number, size = 9) =>
  page.locator(`arc-view-play arc-sudoku [data-cell="${(row - 1) * size + column - 1}"]`);
const panel = (page: Page) => page.locator('arc-help-panel');
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name, exact: true });
/** Whether a drawing of a cell does not reach the lines around it. */
const inside = (page: Page, name: string) =>
  page.locator(`arc-view-play arc-sudoku svg ${name}`).evaluate((one: SVGGraphicsElement) => {
    const { x, y, width, height } = one.getBBox();
    return [x % 60, y % 60].every((at) => at > 0.8) && (x % 60) + width < 59.3 && (y % 60) + height < 59.3;
  });
/** Whether all of an element is in the window, and nothing is on top of it. */
const isOnScreen = (one: Locator) =>
  one.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const root = element.getRootNode() as ShadowRoot;
    const hit = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && element.contains(hit);
  });
const drawn = (page: Page) => page.locator('arc-view-play arc-sudoku svg .part').count();

async function play(puzzle: string, size = DESKTOP): Promise<Page> {
  const page = await visit({ fragment: `/play?p=${encodeURIComponent(puzzle)}`, size });
  await panel(page).waitFor({ state: 'attached' });
  await cell(page, 1, 1).waitFor({ state: 'attached' });
  return page;
}

/** Requests a hint as a player does. On a phone, the button opens the panel. */
async function hint(page: Page): Promise<void> {
  await page.locator('arc-view-play .pad').getByRole('button', { name: 'Hint' }).click();
  await panel(page).locator('.step').waitFor();
}

/** The settings of help. */
async function manner(page: Page): Promise<void> {
  if (!(await panel(page).isVisible())) await hint(page);
  await panel(page).getByText('Allowed').click();
}

async function topic(page: Page, name: string): Promise<void> {
  if (!(await panel(page).isVisible())) await hint(page);
  await panel(page).getByRole('tab', { name }).click();
}

describe.each(SIZES)('%s', (_, size) => {
  test('vague, concrete, full; drawn, applied, undone', async () => {
    const page = await play(EASY, size);
    const board = page.locator('arc-view-play arc-sudoku');
    await cell(page, 8, 2).click();
    for (const key of ['Shift+7', 'Control+2', 'Control+7', 'Control+8']) await page.keyboard.press(key);
    const places = () =>
      board
        .locator('svg .mark')
        .evaluateAll((all) => all.slice(-4).map((one) => `${one.getAttribute('x')} ${one.getAttribute('y')}`));
    const before = await places();
    await hint(page);
    const step = panel(page).locator('.step');
    await expect.poll(() => step.innerText()).toMatch(/^Look for this: [^,]+\.\s/);
    await expect.poll(() => drawn(page)).toBe(0);
    await button(page, 'More detail').click();
    await expect.poll(() => step.innerText()).toMatch(/Look for this: .*, (with|in) /);
    await button(page, 'Show the step').click();
    const conclusion = await panel(page).locator('.conclusion').innerText();
    const [, row, column, digit] = /^So r(\d)c(\d) is (\d)\.$/.exec(conclusion) ?? [];
    await expect.poll(() => drawn(page)).toBeGreaterThan(0);
    // Rows and columns have names, cells that the words name are framed, own marks stay, and only the hint is lit.
    await expect.poll(() => board.locator('svg .label').allTextContents()).toContain('r9');
    const words = await panel(page).locator('.premises').innerText();
    const named = new Set(words.match(/r\dc\d(?!\d)/g));
    const reasons = [...named].filter((name) => name !== `r${row}c${column}`).length;
    await expect.poll(() => board.locator('svg .tint.focus.fill').count()).toBe(Math.min(reasons, 1));
    expect(await board.locator('svg :is(.peer, .selected, .equal)').count()).toBe(0);
    expect(await places()).toEqual(before);
    await expect.poll(() => inside(page, '.ring')).toBe(true);
    await expect.poll(() => isOnScreen(button(page, 'Apply'))).toBe(true);
    await button(page, 'Apply').click();
    const filled = cell(page, Number(row), Number(column));
    await expect.poll(() => filled.getAttribute('aria-label')).toBe(`row ${row} column ${column}, ${digit}`);
    await expect.poll(() => drawn(page)).toBe(0);
    await page.keyboard.press('[');
    await expect.poll(() => filled.getAttribute('aria-label')).toContain('empty');
  });

  test('all steps, easiest first, each drawn', async () => {
    const page = await play(HARD, size);
    await topic(page, 'Steps');
    await button(page, 'Find all steps').click();
    const rows = panel(page).locator('ol > li > button');
    await rows.first().click();
    await panel(page).locator('.conclusion').waitFor();
    await expect.poll(() => drawn(page)).toBeGreaterThan(5);
    expect(await axe(page)).toEqual([]);
    await rows.first().click();
    await expect.poll(() => drawn(page)).toBe(0);
  });

  test('the whole path can be stepped through', async () => {
    const page = await play(EASY, size);
    await topic(page, 'Path');
    await button(page, 'Find the path').click();
    const rows = panel(page).locator('ol > li > button');
    await rows.nth(20).click();
    await rows.nth(3).click();
    const stepper = panel(page).locator('.stepper');
    await expect.poll(() => stepper.innerText()).toContain('Step 4 of 51');
    await expect.poll(() => isOnScreen(panel(page).locator('.step h2'))).toBe(true);
    await expect.poll(() => isOnScreen(panel(page).locator('.premises li').first())).toBe(true);
    expect(await axe(page)).toEqual([]);
    const entered = () => page.locator('arc-view-play arc-sudoku svg .digit.entered').count();
    await expect.poll(entered).toBe(3);
    await button(page, 'Next step').click();
    await expect.poll(entered).toBe(4);
    await button(page, 'Previous step').click();
    await button(page, 'Back to the game').click();
    await expect.poll(entered).toBe(0);
    await rows.last().click();
    await button(page, 'Apply all up to here').click();
    await expect.poll(entered).toBe(51);
    // A finished game shows its path, and has nothing to apply.
    await page.getByRole('button', { name: /path/i }).last().click();
    await rows.nth(3).click();
    await panel(page).locator('.conclusion').waitFor();
    expect(await button(page, 'Apply all up to here').count()).toBe(0);
  });

  test('ratings on both scales with the hardest step', async () => {
    const page = await play(HARD, size);
    await topic(page, 'Rating');
    await button(page, 'Rate the puzzle').click();
    const cards = panel(page).locator('.rating');
    await expect.poll(() => cards.count(), { timeout: 30_000 }).toBe(2);
    await expect.poll(() => cards.first().innerText()).toMatch(/HoDoKu\s+Extreme \d+\s+HoDoKu is a program/);
    await expect
      .poll(() => cards.last().innerText())
      .toMatch(/ER: the hardest step[^]*ER \/ EP \/ ED\s+\d+\.\d \/ \d+\.\d \/ \d+\.\d/);
    expect(await axe(page)).toEqual([]);
    // Digits and marks do not change the rating.
    if (size === DESKTOP) {
      await cell(page, 1, 2).click();
      await page.keyboard.press('Control+4');
      await expect.poll(() => cell(page, 1, 2).getAttribute('aria-label')).toContain('center marks 4');
      expect(await cards.count()).toBe(2);
    }
    const hardest = cards.last().locator('dd a');
    await expect.poll(() => hardest.getAttribute('href')).toMatch(/^#\/techniques\?name=[a-z-]+$/);
  });

  test('axe finds nothing', async () => {
    const page = await play(HARD, size);
    await hint(page);
    await button(page, 'Show the step').click();
    await panel(page).locator('.conclusion').waitFor();
    expect(await axe(page)).toEqual([]);
  });
});

test('the hint key shows more each time, with the keyboard alone', async () => {
  const page = await play(EASY);
  await cell(page, 1, 3).focus();
  await page.keyboard.press('?');
  const step = panel(page).locator('.step');
  await expect.poll(() => step.innerText()).toMatch(/^Look for this: [^,]*\.\s/);
  await page.keyboard.press('?');
  await expect.poll(() => step.innerText()).toMatch(/, (with|in) /);
  await page.keyboard.press('?');
  await panel(page).locator('.conclusion').waitFor();
  await expect.poll(() => announced(page)).toContain('So r');
});

test('grids of other sizes have steps', async () => {
  const page = await play('12..34....4....1');
  await hint(page);
  await button(page, 'Show the step').click();
  await panel(page).locator('.conclusion').waitFor();
  await button(page, 'Apply').click();
  await expect.poll(() => page.locator('arc-view-play arc-sudoku svg .digit.entered').count()).toBe(1);
});

test('a solved board, and one without a solution', async () => {
  const page = await play(SOLUTION);
  await hint(page);
  await expect.poll(() => panel(page).locator('.step').innerText()).toContain('Solved.');
  const none = await play(`55${EASY.slice(2)}`);
  await hint(none);
  await expect.poll(() => panel(none).locator('.step').innerText()).toContain('There is no solution.');
});

describe.each(SIZES)('techniques: %s', (_, size) => {
  test('a searchable list, a page with an example, practice boards', async () => {
    const page = await visit({ fragment: '/techniques', size });
    await page.getByRole('link', { name: /^Naked Single/ }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('searchbox').fill('pincer');
    await page.getByRole('searchbox').fill('xy-wing');
    await page.getByRole('link', { name: /^XY-Wing/ }).click();
    await page.getByRole('heading', { name: 'How to see it' }).waitFor();
    await expect.poll(() => page.locator('arc-technique-page arc-sudoku svg .part').count()).toBeGreaterThan(5);
    await expect.poll(() => page.locator('.boards a').count()).toBe(6);
    // White digits have a dark mark.
    const opacity = (one: Element) => getComputedStyle(one).opacity;
    expect(await page.locator('svg .part.pattern').first().evaluate(opacity)).toBe('1');
    expect(await axe(page)).toEqual([]);
  });

  test('a practice board is solved', async () => {
    const boards = readFileSync(new URL('../src/views/help/practice.txt', import.meta.url), 'utf8');
    const line = boards.split('# xy-wing ')[1]?.split('\n')[1] ?? '';
    const eliminations = (line.split(':')[5] ?? '').split(' ').map((word) => [...word].map(Number));
    const page = await visit({ fragment: '/techniques?name=xy-wing&board=1', size });
    const at = (row: number, column: number) =>
      page.locator(`arc-practice-board [data-cell="${(row - 1) * 9 + column - 1}"]`);
    const pad = (name: string) => page.locator('arc-practice-board').getByRole('button', { name, exact: true });
    await page.getByText('Find a step of the technique').waitFor();
    expect(await axe(page)).toEqual([]);
    const top = async () => (await pad('1').boundingBox())?.y;
    const before = await top();
    for (const [digit = 0, row = 0, column = 0] of eliminations) {
      expect(await top()).toBe(before);
      await at(row, column).click();
      await pad(String(digit)).click();
    }
    await page.getByText('Found!').first().waitFor();
    await page.getByText('Whichever digit the pivot is').waitFor();
    await page.getByRole('link', { name: 'Next board' }).click();
    await page.getByRole('heading', { name: 'XY-Wing 2/6' }).waitFor();
    await pad('Show where').click();
    await pad('Show the step').click();
    await page.getByText('Whichever digit the pivot is').waitFor();
    await page.getByRole('link', { name: 'XY-Wing', exact: true }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Board 1, solved' }).count()).toBe(1);
  });
});

test('boards of other techniques are made in a worker, with progress and an end', async () => {
  const page = await visit({ fragment: '/techniques?name=nested-forcing-chains' });
  await expect.poll(() => page.locator('.boards a').count()).toBe(0);
  await page.getByRole('button', { name: 'Make boards' }).click();
  await page.getByText(/puzzles? tried/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /Make (more )?boards/ }).waitFor();
  await page.goto(page.url().replace('nested-forcing-chains', 'last-digit'));
  await page.getByRole('button', { name: 'Make more boards' }).click();
  await page.locator('.boards a').nth(3).click();
  await page.getByText('Find a step of the technique').waitFor();
  await page.getByRole('link', { name: 'Play on' }).click();
  await page.locator('arc-view-play arc-sudoku svg .digit.entered').first().waitFor({ state: 'attached' });
});

test('a step links to the page of its technique', async () => {
  const page = await play(EASY);
  await hint(page);
  await button(page, 'Show the step').click();
  await panel(page)
    .getByRole('link', { name: /What is/ })
    .click();
  await page.getByRole('heading', { name: 'Practice' }).waitFor();
});

test('unknown techniques and boards show a message', async () => {
  const page = await visit({ fragment: '/techniques?name=no-such-one' });
  await page.getByRole('alert').waitFor();
  await page.goto(page.url().replace('no-such-one', 'x-wing&board=999'));
  await page.getByText('There is no board 999').waitFor();
});

describe.each(SIZES)('on a %s', (_, size) => {
  test('mistakes come before missing marks, and missing marks before the next step', async () => {
    const page = await play(EASY, size);
    await cell(page, 1, 3).click();
    await page.keyboard.press('1');
    await cell(page, 1, 4).click();
    await page.keyboard.press('Control+2');
    await hint(page);
    const step = panel(page).locator('.step');
    await expect.poll(() => step.innerText()).toMatch(/1 digit does not match the solution.*1 cell lacks a mark/s);
    await button(page, 'Show the step').click();
    await button(page, 'Remove the wrong digit').click();
    await expect.poll(() => cell(page, 1, 3).getAttribute('aria-label')).toContain('empty');
    await button(page, 'Hint').click();
    // There is no mistake to explain.
    await button(page, 'Add the missing mark').waitFor();
    await expect.poll(() => page.locator('arc-view-play svg .tint.warn.fill').count()).toBe(1);
    expect(await panel(page).locator('.step button').count()).toBe(1);
    await button(page, 'Add the missing mark').click();
    await expect.poll(() => cell(page, 1, 4).getAttribute('aria-label')).toContain('center marks 2 6');
    await button(page, 'Hint').click();
    await expect.poll(() => step.innerText()).toMatch(/^Look for this/);
    // The first hint counts, also after marks were added.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('arcdoku.skills'))).toContain('"hints":1');
  });

  once(size, 'marks are filled in if a step needs them', async () => {
    const page = await play(HARD, size);
    await hint(page);
    await button(page, 'Show the step').click();
    await button(page, 'Fill in the marks').click();
    await expect.poll(() => cell(page, 1, 2).getAttribute('aria-label')).toContain('center marks 4 7 8');
    // The panel starts again from the current board.
    await button(page, 'Hint').click();
    await button(page, 'Show the step').click();
    await panel(page).locator('.conclusion').waitFor();
    await expect.poll(() => button(page, 'Fill in the marks').count()).toBe(0);
  });

  once(size, 'the techniques of help can be limited', async () => {
    const page = await play(HARD, size);
    await manner(page);
    await panel(page).getByRole('combobox', { name: 'Techniques' }).selectOption('singles');
    await button(page, 'Hint').click();
    const step = panel(page).locator('.step');
    await expect.poll(() => step.innerText()).toContain('The allowed techniques find nothing more.');
    await panel(page).getByRole('combobox', { name: 'Techniques' }).selectOption('no-chains');
    await button(page, 'Hint').click();
    await expect.poll(() => step.innerText()).toMatch(/^Look for this/);
    await panel(page).getByRole('combobox', { name: 'Techniques' }).selectOption('singles');
    await button(page, 'Hint').click();
    await button(page, 'Allow all techniques').click();
    await expect.poll(() => step.innerText()).toMatch(/^Look for this/);
  });

  once(size, 'a wrong answer shows a message and can be undone', async () => {
    const page = await visit({ fragment: '/techniques?name=naked-single&board=1', size });
    await page.getByText('Find a step of the technique').waitFor();
    // No mark is the answer.
    expect(await page.locator('arc-practice-board [data-cell][aria-label*="center marks"]').count()).toBe(0);
    await page.locator('arc-practice-board [data-cell="0"]').click();
    await page.keyboard.press('1');
    await page.getByText('does not follow from a step').first().waitFor();
    await page.keyboard.press('[');
    await page.getByText('Find a step of the technique').first().waitFor();
  });

  once(size, 'the order of Sudoku Explainer', async () => {
    const page = await play(HARD, size);
    await manner(page);
    await panel(page).getByRole('combobox', { name: 'Order' }).selectOption('se');
    expect(await panel(page).getByRole('combobox', { name: 'Techniques' }).isDisabled()).toBe(true);
    await button(page, 'Hint').click();
    await button(page, 'Show the step').click();
    await panel(page).locator('.conclusion').waitFor();
    await expect.poll(() => drawn(page)).toBeGreaterThan(2);
    expect(await axe(page)).toEqual([]);
  });
});
