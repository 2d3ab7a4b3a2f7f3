import { describe, expect, inject, test } from 'vitest';

import { axe, expected, type Page, paste, SIZES, visit, widthOf, once } from './browser';

/* Tests of accessibility that apply to every view. */

const VIEWS = ['play', 'progress', 'check', 'photo', 'techniques', 'search', 'compare', 'make', 'rules', 'about'];
const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const PUZZLE = { fragment: `/play?p=${LINE}` };

const dialog = (page: Page) => page.locator('dialog[open]');
const push = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

/** The groups of choices that are not a single tab stop each, as native ones are. */
const tabStops = (page: Page) =>
  page.getByRole('radiogroup').evaluateAll((groups) =>
    groups.flatMap((group) => {
      const stops = [...group.querySelectorAll<HTMLElement>('[role="radio"]')].filter(({ tabIndex }) => tabIndex === 0);
      return stops.length === 1 ? [] : [group.outerHTML.slice(0, 120)];
    }),
  );

describe.each(SIZES)('on a %s', (device, size) => {
  // English in one size, German in the other. `axe` checks both themes.
  const language = device === 'phone' ? 'de' : 'en';

  test.each(VIEWS)('%s: axe finds nothing; nothing is wider than the window, also at 200 %', async (view) => {
    const page = await visit({ fragment: `/${view}`, size, language });
    await page.locator(`arc-view-${view} h1`).first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await axe(page)).toEqual([]);
    expect(await tabStops(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(size.width);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(size.width);
    if (device === 'phone') return;
    // Zooming halves the number of CSS pixels.
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(size.width / 2);
  });

  test('dialogs: axe finds nothing, and Escape closes them', async () => {
    const page = await visit({ ...PUZZLE, size });
    for (const name of ['New game', 'Games', 'Options', 'Import', 'Share']) {
      await page.locator('arc-view-play').getByRole('button', { name, exact: true }).click();
      await dialog(page).waitFor();
      if (name === 'Share') await push(page, 'QR code');
      expect(await axe(page), name).toEqual([]);
      expect(await tabStops(page)).toEqual([]);
      expect(await widthOf(page)).toBeLessThanOrEqual(size.width);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
    await page.goto(`${inject('url')}#/search?p=${LINE}&a=gac-mrv`);
    await page.getByTitle('Change the puzzle').click();
    await dialog(page).waitFor();
    expect(await axe(page)).toEqual([]);
  });

  test('messages, dropped files and loading errors: axe finds nothing', async () => {
    const page = await visit({ ...PUZZLE, size });
    await push(page, 'Check');
    await page.locator('.toast:not(.error)').waitFor();
    await paste(page, 'no puzzle');
    await page.locator('.toast.error[role="alert"]').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.dispatchEvent('body', 'dragover', {
      dataTransfer: await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(['x'], 'x.txt'));
        return data;
      }),
    });
    await page.locator('arc-drop').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.route(/assets\/about-/, (route) => route.abort());
    await page.goto(`${inject('url')}#/about`);
    await page.locator('.failure').getByRole('button', { name: 'Reload' }).waitFor();
    expect(expected(page).join()).toContain('Failed to load');
    expect(await axe(page)).toEqual([]);
  });

  once(size, 'theme and language can be chosen and are stored', async () => {
    const page = await visit({ fragment: '/about', size });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await push(page, 'Theme: System');
    await expect.poll(background).toBe(light);
    await push(page, 'Theme: Light');
    await expect.poll(background).not.toBe(light);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('combobox', { name: 'Sprache' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Darstellung: Dunkel' }).waitFor();
    await expect.poll(background).not.toBe(light);
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await expect.poll(() => page.title()).toMatch(/^Über/);
    expect(await axe(page)).toEqual([]);
  });
});

test.each([
  ['reduce', '0s'],
  ['no-preference', '0.9s'],
] as const)('motion, where it is set to %s', async (reducedMotion, duration) => {
  const page = await visit({ fragment: `/check?p=${'.'.repeat(256)}`, options: { reducedMotion } });
  await page.getByLabel('Digits that occur in some solution').selectOption('1000');
  const spinner = page.locator('.spinner').first();
  await expect.poll(() => spinner.evaluate((one) => getComputedStyle(one).animationDuration)).toBe(duration);
});

test('cells are named as the setting requires', async () => {
  const page = await visit(PUZZLE);
  await push(page, 'Options');
  await page.getByLabel('Names of cells').selectOption('chess');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog(page).count()).toBe(0);
  // Without a board, the key has no meaning.
  await page.locator('arc-view-play arc-sudoku svg').waitFor();
  await page.keyboard.press('?');
  await push(page, 'Show the step');
  await expect.poll(() => page.locator('arc-help-panel .conclusion').innerText()).toMatch(/^So [A-I][1-9] is \d\.$/);
  await push(page, 'Options');
  await page.getByLabel('Names of cells').selectOption('rc');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('arc-help-panel .conclusion').innerText()).toMatch(/^So r\dc\d is \d\.$/);
});

test('the policy allows only scripts of the page, in the document and in the header', async () => {
  const page = await visit();
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toMatch(/https?:/);
  // The program also sends the policy as a header, with directives that a document cannot set. A static host may not.
  const header = (await fetch(inject('url'))).headers.get('content-security-policy');
  if (process.env['ARCDOKU']) expect(header).toBe(`${policy}; frame-ancestors 'none'`);
});
