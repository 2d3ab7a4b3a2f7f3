import { expect, inject, test } from 'vitest';

import { anotherTab, FULL, type Page, triesAgain, visit } from './browser';
import { serveVersions } from './versions';

const VIEWS = ['play', 'check', 'photo', 'techniques', 'search', 'compare', 'make', 'rules', 'about'];

/** Waits until the page is stored for use without a connection. */
function kept(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  });
}

test('the page works without a connection after the first visit', async () => {
  const page = await visit({ offline: true });
  await kept(page);
  await page.context().setOffline(true);
  await page.reload();
  for (const view of VIEWS) {
    await page.goto(`${inject('url')}#/${view}`);
    await page.locator(`arc-view-${view}`).first().waitFor({ state: 'attached' });
  }
  // The library works, and the practice boards are available.
  await page.goto(`${inject('url')}#/play`);
  await page.locator('arc-sudoku').first().focus();
  await page.keyboard.press('?');
  const step = page.locator('arc-help-panel .step');
  await expect.poll(() => step.innerText()).toMatch(/^Look for this/);
  const practice = await page.evaluate(async () => {
    const names = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return names.flat().filter(({ url }) => url.includes('/practice-')).length;
  });
  expect(practice).toBe(1);
  await page.context().setOffline(false);
});

test('a newer version is loaded only in the tab that requests it, and other tabs keep working', async () => {
  const server = await serveVersions();
  try {
    const page = await visit({ url: server.url, offline: true });
    await kept(page);
    const other = await anotherTab(page, '/play');
    await other.locator('arc-view-play').waitFor();
    for (const tab of [page, other]) await tab.evaluate(() => document.body.setAttribute('data-old', ''));
    server.publish('assets/compare-');
    // This tab was opened on the first visit, without a worker.
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.locator('body:not([data-old]) arc-view-play').waitFor();
    const caches = () => page.evaluate(async () => (await globalThis.caches.keys()).length);
    await expect.poll(() => caches()).toBe(2);
    // The other tab still shows the old version, with views that the new version does not have.
    await expect.poll(() => other.locator('body[data-old]').count()).toBe(1);
    await other.evaluate(() => (location.hash = '#/compare'));
    await other.locator('arc-view-compare').getByRole('heading').first().waitFor({ state: 'attached' });
    await other.close();
    await page.reload();
    await page.locator('arc-view-play').waitFor();
    await expect.poll(caches).toBe(1);
  } finally {
    server.close();
  }
});

test('views arrive at their beginning, below the header, and messages cover no controls', async () => {
  const page = await visit({ fragment: '/about' });
  const header = await page.getByRole('banner').boundingBox();
  const bottom = (header?.y ?? 0) + (header?.height ?? 0);
  for (const [name, view] of [
    ['Make', 'make'],
    ['Solve and check', 'check'],
    ['Techniques', 'techniques'],
  ] as const) {
    await page.evaluate(() => scrollTo(0, 400));
    await page.getByRole('link', { name, exact: true }).click();
    const title = page.locator(`arc-view-${view} h1`).first();
    await title.waitFor();
    await expect.poll(async () => ((await title.boundingBox())?.y ?? 0) >= bottom).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id)).toBe('main');
  }
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.locator('.pad').getByRole('button', { name: 'Check' }).click();
  const toast = await page.locator('.toast').boundingBox();
  expect(toast && toast.y + toast.height).toBeLessThanOrEqual(bottom);
});

test('settings that cannot be stored show one message', async () => {
  const page = await visit({ fragment: '/about', before: (fresh) => fresh.addInitScript(FULL) });
  const message = page.locator('.toast', { hasText: 'cannot be stored' });
  await page.getByRole('button', { name: /^Theme: / }).click();
  await message.getByRole('button', { name: 'Close' }).click();
  await triesAgain(page, () => page.getByRole('button', { name: /^Theme: / }).click());
  expect(await message.count()).toBe(0);
});

test.each([
  ['torn', '{"version":1,', 'set aside'],
  ['newer', '{"version":99,"value":{}}', 'newer version'],
])('%s settings: a message is shown, and nothing is overwritten', async (_, text, message) => {
  const before = (fresh: Page) => fresh.addInitScript((value) => localStorage.setItem('arcdoku.settings', value), text);
  const page = await visit({ fragment: '/about', before });
  await page.locator('.toast.error', { hasText: message }).waitFor();
  await page.getByRole('button', { name: /^Theme: / }).click();
  const kept = await page.evaluate(() => Object.values(localStorage));
  expect(kept).toContain(text);
});
