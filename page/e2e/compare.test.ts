import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { IMMEDIATE, axe, type Page, paste, SIZES, visit, widthOf } from './browser';

/** Chooses exactly these strategies. */
async function choose(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'None', exact: true }).click();
  for (const name of names) await page.getByRole('checkbox', { name, exact: true }).check();
}

async function saved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFileSync(await download.path());
}

describe.each(SIZES)('on a %s', (_, size) => {
  test('strategies are compared on a set: table, charts, texts and downloads', async () => {
    const page = await visit({ fragment: '/compare', size });
    await choose(page, 'singles-mrv', 'fc-mrv');
    await page.getByLabel('Set of puzzles').selectOption('easy');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('arc-view-compare').getByText('Strategies: 2, puzzles: 40.').waitFor();
    const table = page.locator('arc-compare-results table');
    await expect.poll(() => table.locator('tbody tr').count()).toBe(2);
    await expect.poll(() => table.locator('tbody tr').first().innerText()).toContain('singles-mrv');
    await table.getByRole('button', { name: 'Nodes, geom. mean' }).click();
    await expect.poll(() => table.locator('tbody tr').first().innerText()).toContain('fc-mrv');
    await expect.poll(() => table.locator('[aria-sort="descending"]').innerText()).toContain('geom. mean');

    const charts = page.locator('arc-compare-chart');
    await charts.nth(3).locator('svg').last().waitFor();
    await expect.poll(() => charts.count()).toBe(4);
    await expect.poll(() => charts.first().locator('figcaption').innerText()).toContain('singles-mrv (0)');
    await charts.first().getByText('As a table').click();
    await expect.poll(() => charts.first().locator('tbody tr').count()).toBe(2);
    expect(await axe(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(size.width);

    const csv = await saved(page, () => page.getByRole('button', { name: 'All runs as CSV' }).click());
    expect(csv.toString().trim().split('\r\n')).toHaveLength(81);
    const svg = await saved(page, () => charts.nth(2).getByRole('button', { name: 'SVG' }).click());
    expect(svg.toString()).toMatch(/^<svg.*<title>Nodes by number of clues<\/title>/s);
    expect(svg.toString()).not.toContain('var(');
    const png = await saved(page, () => charts.nth(1).getByRole('button', { name: 'PNG' }).click());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(2000);
  });
});

test('cancelling does not wait for the search and keeps finished results', async () => {
  const page = await visit({ fragment: '/compare' });
  await choose(page, 'singles-mrv', 'backtracking');
  await page.getByLabel('Set of puzzles').selectOption('own');
  const set = readFileSync(new URL('../src/strategies/sets/known.txt', import.meta.url), 'utf8');
  await page.getByRole('textbox').fill(set.repeat(20));
  await page.getByLabel('Nodes per puzzle').selectOption('500000');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.locator('arc-compare-results tbody').waitFor();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  const spent = await cancel.evaluate(async (button) => {
    const root = button.getRootNode() as ShadowRoot;
    const start = performance.now();
    (button as HTMLButtonElement).click();
    while (!root.textContent?.includes('Cancelled after')) await new Promise((done) => setTimeout(done));
    return performance.now() - start;
  });
  expect(spent).toBeLessThan(IMMEDIATE);
  const runs = await saved(page, () => page.getByRole('button', { name: 'All runs as CSV' }).click());
  const rows = runs.toString().trim().split('\r\n');
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.length).toBeLessThan(321);
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
});

describe('sets', () => {
  test('errors in a set are listed; the other puzzles are compared', async () => {
    const page = await visit({ fragment: '/compare' });
    await choose(page);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('Choose at least one strategy.').waitFor();
    await choose(page, 'gac-mrv');
    await page.getByLabel('Set of puzzles').selectOption('own');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('Enter at least one puzzle').waitFor();
    await page
      .getByRole('textbox')
      .fill('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nnonsense\n');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('One puzzle could not be read').waitFor();
    await expect.poll(() => page.locator('arc-compare-results tbody tr').count()).toBe(1);
  });

  test('a dropped text becomes the set, and a custom combination is compared', async () => {
    const page = await visit({ fragment: '/compare' });
    await choose(page);
    await page.getByRole('button', { name: 'Custom combination' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Custom combination' }).waitFor();
    await page.locator('h1').evaluate((heading) => {
      const data = new DataTransfer();
      data.items.add(new File(['1......2..3.....\n...4.....2...1..\n'], 'small.txt', { type: 'text/plain' }));
      heading.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, composed: true, cancelable: true }),
      );
    });
    await page.locator('.toast', { hasText: 'The set of puzzles is now small.txt.' }).waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('arc-compare-results tbody').getByText('inference=gac').waitFor();
  });
});

test('undo restores a text that another one replaced', async () => {
  const page = await visit({ fragment: '/compare' });
  await page.locator('h1').click();
  await paste(page, '1......2..3.....');
  await page.locator('.toast', { hasText: 'The set of puzzles is now the text.' }).waitFor();
  const own = page.locator('arc-view-compare textarea');
  await own.fill('my own puzzles');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('h1').click();
  await paste(page, '...4.....2...1..');
  await expect.poll(() => own.inputValue()).toBe('...4.....2...1..');
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => own.inputValue()).toBe('my own puzzles');
});
