import { expect, test } from 'vitest';

import { type Page, visit } from './browser';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const OTHER = '.....729.8....6....69..3.1.1....8.6..2....9.8....6..3..9.....4.....4.6..71.....25';

const time = async (page: Page) => (await page.locator('arc-timer .time').textContent()) ?? '';

/** The clock goes on: it shows another time within a few seconds. */
async function runs(page: Page): Promise<void> {
  const before = await time(page);
  await expect.poll(() => time(page), { timeout: 5000 }).not.toBe(before);
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const toggle = (page: Page, name: string) => page.locator('arc-timer').getByRole('button', { name }).click();

test('the clock runs in every game that is opened, and keeps its time', async () => {
  const page = await visit({ fragment: `/play?p=${LINE}` });
  await runs(page);
  await page.waitForTimeout(1500);
  // Pasted.
  await paste(page, OTHER);
  await page.locator('.toast').waitFor();
  expect(await time(page)).toBe('0:00');
  await runs(page);
  // Made.
  await page.getByRole('button', { name: 'New game' }).click();
  await page.locator('arc-new-game .levels button').first().click();
  await page.locator('arc-new-game .levels button').first().waitFor({ state: 'hidden' });
  await runs(page);
  // Of the list, where the first one has the time that it took.
  await page.getByRole('button', { name: 'Games', exact: true }).click();
  await page.locator('arc-games .game').nth(2).click();
  expect(await time(page)).not.toBe('0:00');
  await runs(page);
});

test('a paused game leaves the clock of the next one running', async () => {
  const page = await visit({ fragment: `/play?p=${LINE}` });
  await runs(page);
  await toggle(page, 'Pause');
  const stood = await time(page);
  await page.waitForTimeout(1200);
  expect(await time(page)).toBe(stood);
  await paste(page, OTHER);
  await page.locator('.toast').waitFor();
  await runs(page);
});
