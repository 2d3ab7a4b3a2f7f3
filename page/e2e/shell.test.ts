import { describe, expect, inject, test } from 'vitest';

import { axe, DESKTOP, PHONE, visit } from './browser';

const VIEWS = ['play', 'check', 'search', 'compare', 'make', 'rules', 'about'];

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('every view on a %s', (_, size) => {
  test.each(VIEWS)('%s: axe has no findings, and nothing is wider than the window', async (view) => {
    const page = await visit({ fragment: `/${view}`, size });
    await page.waitForLoadState('networkidle');
    expect(await axe(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(size.width);
  });
});

test.each(['light', 'dark'] as const)('contrast is enough in the %s theme, in German', async (colorScheme) => {
  const page = await visit({ language: 'de', options: { colorScheme } });
  await page.waitForLoadState('networkidle');
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await axe(page)).toEqual([]);
});

test('the page works without a connection after the first visit', async () => {
  const page = await visit();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  });
  await page.context().setOffline(true);
  await page.reload();
  for (const view of VIEWS) {
    await page.goto(`${inject('url')}#/${view}`);
    await page.locator(`arc-view-${view}`).first().waitFor({ state: 'attached' });
  }
  await page.context().setOffline(false);
});

test('the policy forbids inline scripts and other hosts', async () => {
  const page = await visit();
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toMatch(/https?:/);
});
