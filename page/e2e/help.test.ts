import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { announced, axe, DESKTOP, type Page, SIZES, visit } from './browser';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
/** A puzzle without singles. Its next step removes candidates. */
const HARD = '1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1';

const cell = (page: Page, row: number, column: number, size = 9) =>
  page.locator(`arc-view-play arc-sudoku [data-cell="${(row - 1) * size + column - 1}"]`);
const panel = (page: Page) => page.locator('arc-help-panel');
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name, exact: true });
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
    await rows.nth(3).click();
    const stepper = panel(page).locator('.stepper');
    await expect.poll(() => stepper.innerText()).toContain('Step 4 of 51');
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
  });

  test('ratings on both scales with the hardest step', async () => {
    const page = await play(HARD, size);
    await topic(page, 'Rating');
    await button(page, 'Rate the puzzle').click();
    const cards = panel(page).locator('.rating');
    await expect.poll(() => cards.count(), { timeout: 30_000 }).toBe(2);
    await expect.poll(() => cards.first().innerText()).toMatch(/HoDoKu\s+Extreme \d+/);
    await expect.poll(() => cards.last().innerText()).toMatch(/ER \/ EP \/ ED\s+\d+\.\d \/ \d+\.\d \/ \d+\.\d/);
    expect(await axe(page)).toEqual([]);
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
    for (const [digit = 0, row = 0, column = 0] of eliminations) {
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
    await expect.poll(() => step.innerText()).toMatch(/1 digit does not match the solution.*1 cell has lost a mark/s);
    await button(page, 'Show the step').click();
    await button(page, 'Remove the wrong digit').click();
    await expect.poll(() => cell(page, 1, 3).getAttribute('aria-label')).toContain('empty');
    await button(page, 'Hint').click();
    await expect.poll(() => step.innerText()).toMatch(/1 cell has lost a mark/);
    await button(page, 'Show the step').click();
    await button(page, 'Add the missing mark').click();
    await expect.poll(() => cell(page, 1, 4).getAttribute('aria-label')).toContain('center marks 2 6');
    await button(page, 'Hint').click();
    await expect.poll(() => step.innerText()).toMatch(/^Look for this/);
  });

  test('marks are filled in if a step needs them', async () => {
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

  test('the techniques of help can be limited', async () => {
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

  test('a wrong answer shows a message and can be undone', async () => {
    const page = await visit({ fragment: '/techniques?name=naked-single&board=1', size });
    await page.getByText('Find a step of the technique').waitFor();
    const open = page.locator('arc-practice-board [data-cell][aria-label*="center marks"]').first();
    const [mark] = /center marks (.*)$/.exec((await open.getAttribute('aria-label')) ?? '')?.[1]?.split(' ') ?? [];
    const other = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => String(digit) !== mark);
    await open.click();
    await page.keyboard.press(String(other));
    await page.getByText('does not follow from a step').first().waitFor();
    await page.keyboard.press('[');
    await page.getByText('Find a step of the technique').first().waitFor();
  });

  test('the order of Sudoku Explainer', async () => {
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
