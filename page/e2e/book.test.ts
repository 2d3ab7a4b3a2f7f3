import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { axe, type Page, readFile, SIZES, widthOf } from './browser';

/* Tests of the book, which `cargo xtask book` builds. */

const BOOK = new URL('../../target/book/', import.meta.url);

/** One page of each kind. */
const PAGES = [
  'introduction.html',
  'guide/play.html',
  'course/01-variables.html',
  'course/10-clause-learning.html',
  'techniques/xy-wing.html',
  'rules.html',
  'commands.html',
  'de/course/02-backtracking.html',
];

describe.skipIf(!existsSync(BOOK)).each(SIZES)('on a %s', (_, size) => {
  test.each(PAGES)('%s: axe finds nothing, and nothing is wider than the window', async (name) => {
    const page = await readFile(new URL(name, BOOK), { size });
    await page.locator('main h1').first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(size.width);
  });
});

test.skipIf(!existsSync(BOOK))('the first chapter loads less than 1 MB', async () => {
  const urls = new Set<string>();
  const before = async (page: Page) => page.on('request', (request) => urls.add(request.url()));
  const page = await readFile(new URL('course/01-variables.html', BOOK), { before });
  await page.waitForLoadState('networkidle');
  const bytes = [...urls].reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
  expect(urls.size).toBeGreaterThan(10);
  expect(bytes).toBeLessThan(1_000_000);
});
