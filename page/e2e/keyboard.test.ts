import { expect, test } from 'vitest';

import { announced, focused, type Page, tabTo, visit, withClock } from './browser';

/* The game with the keyboard alone: these tests never click, and move the focus only with Tab. */

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const PUZZLE = { fragment: `/play?p=${LINE}` };

const cell = (page: Page, row: number, column: number) =>
  page.locator(`arc-view-play arc-sudoku [data-cell="${(row - 1) * 9 + column - 1}"]`);
const label = (page: Page, row: number, column: number) => cell(page, row, column).getAttribute('aria-label');
const selected = (page: Page) => page.locator('arc-view-play arc-sudoku [aria-selected="true"]').count();
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Opens a game with the focus on its board at r1c3. */
async function board(visiting: Parameters<typeof visit>[0] = PUZZLE): Promise<Page> {
  const page = await visit(visiting);
  await cell(page, 1, 1).waitFor({ state: 'attached' });
  await tabTo(page, '0');
  await press(page, 'ArrowRight', 'ArrowRight');
  return page;
}
/** Moves the focus to a button and presses it. */
async function push(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await press(page, key);
}
const toast = (page: Page, text: string | RegExp) => page.locator('.toast', { hasText: text }).waitFor();

test('the board is one tab stop, and cells have names', async () => {
  const page = await board();
  await press(page, 'Home');
  await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, 5, given');
  await press(page, 'Tab');
  await expect.poll(() => focused(page)).not.toMatch(/^\d+$/);
  await press(page, 'Shift+Tab', 'ArrowDown', 's', 'd', 'ArrowRight', 'w', 'a', 'ArrowUp', 'ArrowLeft');
  await expect.poll(() => focused(page)).toBe('0');
  await press(page, 'ArrowLeft');
  await expect.poll(() => focused(page)).toBe('8');
  await press(page, 'Control+End');
  await expect.poll(() => focused(page)).toBe('80');
});

test('digits, marks, colors, modes, undo and redo; entries and conflicts are announced', async () => {
  const page = await board();
  await press(page, '4');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 4');
  await press(page, '[');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, empty');
  await press(page, ']', 'Delete', 'Shift+Digit1', 'Control+Digit2', 'Alt+Digit3');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, corner marks 1, center marks 2, yellow');
  await press(page, 'x', '7', 'c', '8', 'v', '1', 'z', '4');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 4, blue yellow');
  await press(page, '4', 'c');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, corner marks 1 7, center marks 2 8, blue yellow');
  // Colors of individual candidates.
  await press(page, 'v', 'v', '8');
  await expect.poll(() => label(page, 1, 3)).toContain('candidate 8 blue');
  await press(page, 'Control+z');
  await expect.poll(() => label(page, 1, 3)).not.toContain('candidate 8 blue');
  await press(page, 'Alt+Digit5', '2');
  await expect.poll(() => label(page, 1, 3)).toContain('candidate 2 cyan');
  await press(page, 'z', '3');
  await expect.poll(() => announced(page)).toMatch(/3, conflict/);
});

test('arrow keys choose the mode when it has the focus', async () => {
  const page = await board();
  await tabTo(page, /Digit$/);
  await press(page, 'ArrowRight');
  await expect.poll(() => focused(page)).toMatch(/Corner$/);
  await tabTo(page, '2', 'Shift+Tab');
  await press(page, '7');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, corner marks 7');
});

test('selection', async () => {
  const page = await board();
  await press(page, 'ArrowDown', 'Shift+ArrowRight', 'Control+ArrowDown');
  await expect.poll(() => selected(page)).toBe(3);
  await press(page, 'Control+a');
  await expect.poll(() => selected(page)).toBe(81);
  await press(page, 'Escape');
  await expect.poll(() => selected(page)).toBe(0);
});

test('a whole game', async () => {
  const page = await board({ ...PUZZLE, before: withClock });
  for (let row = 0; row < 9; row++) {
    await press(page, 'Home');
    for (let column = 0; column < 9; column++) {
      if (LINE[row * 9 + column] === '.') await press(page, SOLUTION[row * 9 + column]);
      await press(page, 'ArrowRight');
    }
    await press(page, 'ArrowDown');
  }
  await page.locator('arc-result dialog[open]').waitFor();
  await expect.poll(() => announced(page)).toMatch(/Solved in/);
  const time = page.locator('arc-timer .time');
  const before = await time.innerText();
  await page.clock.fastForward(5000);
  await expect.poll(() => time.innerText()).toBe(before);
});

test('new game, pause, and the list of games', async () => {
  const page = await board();
  await press(page, '4');
  await push(page, 'New game');
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  await push(page, /^Easy/);
  await page.locator('.name', { hasText: 'Easy' }).waitFor();
  await expect.poll(() => focused(page)).toBe('New game');
  await push(page, 'Pause');
  await page.locator('.cover').waitFor();
  await press(page, 'Enter');
  await page.locator('.cover').waitFor({ state: 'detached' });
  await push(page, 'Games');
  await page.getByRole('dialog', { name: 'Games' }).waitFor();
  await push(page, /Sudoku 9×9 1 %/);
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 4');
  await expect.poll(() => focused(page)).toBe('Games');
  await press(page, 'Enter');
  await push(page, 'Delete the game Easy');
  await push(page, 'Delete');
  await expect.poll(() => page.locator('arc-games li').count()).toBe(1);
  await press(page, 'Escape');
  await expect.poll(() => focused(page)).toBe('Games');
});

test('automatic candidates, fill once, and check', async () => {
  const page = await board();
  await press(page, '1');
  await push(page, 'Check');
  await toast(page, 'One digit is wrong.');
  await expect.poll(() => announced(page)).toContain('One digit is wrong.');
  await push(page, 'Undo', 'Space');
  await push(page, 'Automatic candidates', 'Space');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, center marks 1 2 4');
  await press(page, 'Space');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, empty');
  await push(page, 'Which candidates to fill in', '4');
  await tabTo(page, 'Fill in candidates', 'Shift+Tab');
  await press(page, 'Enter');
  await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, center marks 4');
});

test('a hint, and its step', async () => {
  const page = await board();
  await press(page, '?');
  await page.locator('arc-help-panel .step').waitFor();
  await push(page, 'Show the step');
  await page.locator('arc-help-panel .conclusion').waitFor();
  await push(page, 'Apply');
  await expect.poll(() => page.locator('arc-view-play arc-sudoku .digit.entered').count()).toBe(1);
});

test('import, share, and options', async () => {
  const page = await board();
  await push(page, 'Import');
  await expect.poll(() => focused(page)).toBe('Text or link');
  await page.keyboard.insertText(LINE.replace('5', '.'));
  await press(page, 'Control+Enter');
  await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, empty');
  await expect.poll(() => focused(page)).toBe('Import');
  await push(page, 'Share');
  await expect.poll(() => focused(page)).toBe('Close');
  await tabTo(page, 'Puzzle');
  await press(page, 'ArrowRight');
  await expect.poll(() => focused(page)).toBe('With progress');
  await push(page, 'Copy');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('#/play?p=.3');
  await press(page, 'Escape');
  await expect.poll(() => focused(page)).toBe('Share');
  await push(page, 'Options');
  await page.getByRole('dialog', { name: 'Options' }).waitFor();
  await push(page, 'Show the timer', 'Space');
  await press(page, 'Escape');
  await page.locator('arc-timer .time').waitFor({ state: 'hidden' });
});

test('one key skips to the content, and other views are links', async () => {
  const page = await visit(PUZZLE);
  await cell(page, 1, 1).waitFor({ state: 'attached' });
  await push(page, 'Skip to content');
  await expect.poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id)).toBe('main');
  await tabTo(page, 'Solve and check', 'Shift+Tab');
  await press(page, 'Enter');
  await page.locator('arc-view-check').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id)).toBe('main');
});
