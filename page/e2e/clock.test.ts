import { expect, test } from 'vitest';

import { type Page, paste, visit, withClock } from './browser';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const OTHER = '.....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25';

/** The time that the clock shows, in seconds. */
async function seconds(page: Page): Promise<number> {
  const parts = ((await page.locator('arc-timer .time').textContent()) ?? '').split(':').map(Number);
  return parts.reduce((sum, part) => 60 * sum + part, 0);
}

/** Lets a minute pass and checks the clock. */
async function runs(page: Page): Promise<void> {
  const before = await seconds(page);
  await page.clock.fastForward(60_000);
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(before + 60);
}

const toggle = (page: Page, name: string) => page.locator('arc-timer').getByRole('button', { name }).click();
/** Less than the minutes that the other games have taken. */
const isNew = (page: Page) => expect.poll(() => seconds(page)).toBeLessThan(50);

test('the clock runs in every opened game, and each game keeps its time', async () => {
  const page = await visit({ fragment: `/play?p=${LINE}`, before: withClock });
  await runs(page);
  // A pasted puzzle.
  await paste(page, OTHER);
  await isNew(page);
  await runs(page);
  // A generated puzzle.
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('arc-new-game').getByRole('button', { name: /^Easy/ }).click();
  await page.locator('.name', { hasText: 'Easy' }).waitFor();
  await isNew(page);
  await runs(page);
  // A game of the list, which still has its time.
  await page.getByRole('button', { name: 'Games', exact: true }).click();
  await page.locator('arc-games .stored').nth(2).click();
  await page.locator('.name', { hasText: 'Sudoku 9×9' }).waitFor();
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(60);
  await runs(page);
});

test('a paused game leaves the clock of the next one running', async () => {
  const page = await visit({ fragment: `/play?p=${LINE}`, before: withClock });
  await runs(page);
  await toggle(page, 'Pause');
  const stood = await seconds(page);
  await page.clock.fastForward(60_000);
  expect(await seconds(page)).toBe(stood);
  await paste(page, OTHER);
  await isNew(page);
  await runs(page);
});
