import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { axe, type Page, PHONE, visit, widthOf } from './browser';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
/** A Monday, whose puzzle is easy. */
const monday = (page: Page) => page.clock.setFixedTime('2026-11-23T12:00:00');

const cell = (page: Page, row: number, column: number) =>
  page.locator(`arc-view-play arc-sudoku [data-cell="${(row - 1) * 9 + column - 1}"]`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true });
const clues = (page: Page) =>
  page.locator('arc-view-play arc-sudoku [data-cell]').evaluateAll((all) => all.map((one) => one.ariaLabel).join());
const view = (page: Page) => page.locator('arc-view-progress .cards');
const go = (page: Page, view: string) => page.evaluate((name) => (location.hash = `#/${name}`), view);

test('the daily puzzle is the same for all; solved games are counted, exported, deleted and imported', async () => {
  const page = await visit({ fragment: '/progress', before: monday });
  await link(page, 'Play: Easy').waitFor();
  await link(page, 'Play today’s puzzle').click();
  await page.locator('.name', { hasText: /Daily puzzle Nov.23, Easy/ }).waitFor();
  const other = await visit({ fragment: '/play?daily=2026-11-23', before: monday, size: PHONE });
  await other.locator('.name', { hasText: /Daily puzzle Nov.23, Easy/ }).waitFor();
  const [title, tools] = [other.locator('.play .title'), other.locator('.play .tools')];
  expect((await tools.boundingBox())?.y).toBeLessThan((await title.boundingBox())!.y + 20);
  expect(await clues(other)).toBe(await clues(page));

  await page.getByRole('tab', { name: 'Path' }).click();
  await button(page, /Find the path/).click();
  await page.locator('arc-help-panel ol.path button').last().click();
  await button(page, /Apply all up to here/).click();
  await expect.poll(() => clues(page)).not.toContain('empty');
  await page.getByText('1 day in a row').getByRole('link', { name: 'Progress' }).click();
  await expect.poll(() => view(page).innerText()).toMatch(/1 day in a row[^]*Easy\s+1\s/);
  await link(page, 'See today’s puzzle').waitFor();
  await link(page, /^Mon 23 Easy\s+Solved$/).waitFor();

  const download = page.waitForEvent('download');
  await button(page, /Save as a file/).click();
  const file = await (await download).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'arcdoku-data', version: 1 });
  await page.getByText('Saved as arcdoku-').first().waitFor();
  // The second click of a double click cancels.
  await button(page, /Delete everything/).dblclick();
  await link(page, /^Mon 23 Easy\s+Solved$/).waitFor();
  await button(page, /Delete everything/).click();
  await button(page, 'Delete').click();
  await page.getByText('Everything was deleted.').first().waitFor();
  await view(page).getByText('No solved games yet.').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await button(page, /Import a file/).click();
  await (await chooser).setFiles(file);
  await page.locator('.toast', { hasText: /Imported: .*\bgames?\b/ }).waitFor();
  await link(page, /^Mon 23 Easy\s+Solved$/).waitFor();
  expect(await axe(page)).toEqual([]);
});

test('hints and practice boards determine what to practice', async () => {
  const page = await visit({ fragment: `/play?p=${EASY}`, size: PHONE });
  await page.locator('arc-view-play .pad').getByRole('button', { name: 'Hint' }).click();
  const step = page.locator('arc-help-panel .step');
  await expect.poll(() => step.innerText()).toMatch(/^Look for this: /);
  const [, technique] = /^Look for this: ([^.,]+)/.exec(await step.innerText()) ?? [];
  await go(page, 'progress');
  await view(page).getByText('hints: 1, practice boards: 0 solved, 0 shown').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(PHONE.width);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await link(page, technique).click();
  await button(page, /Show where/).click();
  await button(page, /Show the step/).click();
  await go(page, 'progress');
  await view(page).getByText('hints: 1, practice boards: 0 solved, 1 shown').waitFor();
});

test('a mistake is explained, and the last correct state is restored', async () => {
  const page = await visit({ fragment: `/play?p=${EASY}` });
  for (const [column, digit] of [
    [3, '4'],
    [4, '6'],
    [6, '1'],
    [9, '2'],
  ] as const) {
    await cell(page, 1, column).click();
    await page.keyboard.press(digit);
  }
  await button(page, /^Check/).click();
  await button(page, 'Explain the mistake').click();
  const panel = page.locator('arc-help-panel .step');
  await expect
    .poll(() => panel.innerText())
    .toMatch(/^1 cannot be in r1c6\s+r1c6 is not 1: box 2 already has 1 in r2c4\./);
  expect(await axe(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Back to the last correct state' }).click();
  await page.getByText('2 entries were undone. “Redo” restores them.').first().waitFor();
  expect(await cell(page, 1, 4).getAttribute('aria-label')).toContain(', 6');
  expect(await cell(page, 1, 6).getAttribute('aria-label')).toContain('empty');
  await page.keyboard.press(']');
  await expect.poll(() => cell(page, 1, 6).getAttribute('aria-label')).toContain(', 1');
  // A hint at mistakes offers the same, with a proof if no row, column or box has the digit.
  await page.keyboard.press('[');
  await cell(page, 1, 3).click();
  await page.keyboard.press('1');
  await page.keyboard.press('?');
  await button(page, 'Explain the mistake').click();
  await expect.poll(() => panel.innerText()).toMatch(/^1 cannot be in r1c3\s+Suppose r1c3 is 1\.[^]*This cannot be/);
  // Nothing is drawn over the wrong digit in r1c3.
  const covered = await page.locator('arc-view-play svg :is(.part, .strike)').evaluateAll((all) =>
    all.filter((one) => {
      const { x, y } = (one as SVGGraphicsElement).getBBox();
      return x >= 110 && x < 180 && y < 60;
    }),
  );
  expect(covered).toEqual([]);
});
