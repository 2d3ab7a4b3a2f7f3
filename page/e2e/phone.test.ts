import { expect, test } from 'vitest';

import { axe, PHONE, visit } from './browser';

test('two searches at a phone’s width: one is shown, the other by its button, in step', async () => {
  const page = await visit({ fragment: '/search?a=fc-mrv&b=singles-mrv', size: PHONE });
  const lanes = page.locator('arc-search-lanes');
  const boards = lanes.locator('arc-sudoku');
  await expect.poll(() => boards.count()).toBe(2);
  expect(await boards.nth(0).boundingBox()).toMatchObject({ x: 8 });
  await lanes.getByRole('radio', { name: /singles-mrv/ }).click();
  await expect.poll(async () => (await boards.nth(1).boundingBox())?.x).toBe(8);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await boards.nth(0).boundingBox())?.x).toBe(8);
  expect(await axe(page)).toEqual([]);
});

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
