import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { expect, inject, test } from 'vitest';

import { axe, type Page, visit } from './browser';

/** The example page with the built bundle. */
async function embed(): Promise<Page> {
  const page = await visit();
  await page.route('**/examples/**', async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const contentType = name.endsWith('.js') ? 'text/javascript' : 'text/html';
    await route.fulfill({ contentType, body: await readFile(new URL(`../examples/${name}`, import.meta.url)) });
  });
  await page.route('**/dist/element/arc-sudoku.js', async (route) => {
    const body = await readFile(new URL('../dist/element/arc-sudoku.js', import.meta.url));
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(new URL('examples/embed.html', inject('url')).href);
  await page.locator('arc-sudoku [role="gridcell"]').first().waitFor({ state: 'attached' });
  return page;
}

test('the board works without the rest, in any page', async () => {
  const page = await embed();
  const board = page.locator('arc-sudoku').first();
  const label = (cell: number) => board.locator(`[data-cell="${cell}"]`).getAttribute('aria-label');
  await board.locator('[data-cell="2"]').click();
  for (const key of ['4', 'ArrowRight', 'Shift+Digit2', 'Control+Digit6', 'Alt+Digit1']) await page.keyboard.press(key);
  await expect.poll(() => label(2)).toBe('row 1 column 3, 4');
  await expect.poll(() => label(3)).toBe('row 1 column 4, corner marks 2, center marks 6, blue');
  await page.keyboard.press('[');
  await expect.poll(() => label(3)).toBe('row 1 column 4, corner marks 2, center marks 6');
  await board.evaluate((element) => element.setAttribute('language', 'de'));
  await expect.poll(() => label(0)).toBe('Zeile 1 Spalte 1, 5, vorgegeben');
  expect(await axe(page)).toEqual([]);
});

test('a page can manage the game', async () => {
  const page = await embed();
  const requested = await page.evaluate(async () => {
    const board = document.querySelector('arc-sudoku');
    if (!board) return undefined;
    const details: unknown[] = [];
    board.addEventListener('arc-input', (event) => {
      event.preventDefault();
      details.push((event as CustomEvent).detail);
    });
    board.shadowRoot?.querySelector<HTMLElement>('[data-cell="2"]')?.focus();
    await (board as unknown as { updateComplete: Promise<unknown> }).updateComplete;
    const options = { key: '4', code: 'Digit4', bubbles: true, composed: true };
    board.shadowRoot?.querySelector('[data-cell="2"]')?.dispatchEvent(new KeyboardEvent('keydown', options));
    return { details, digit: board.state[2].digit };
  });
  expect(requested).toEqual({ details: [{ kind: 'digit', digit: 4, cells: [2] }] });
});

test('rules, steps and colors are drawn, and exported with their colors', async () => {
  const page = await embed();
  const count = (selector: string) => page.locator(selector).count();
  await expect.poll(() => count('#rules .cage')).toBe(1);
  await expect.poll(() => count('#rules .thermo')).toBe(1);
  await expect.poll(() => count('#step .part')).toBeGreaterThan(5);
  await expect.poll(() => count('#step .link.weak')).toBe(1);
  await expect.poll(() => count('#colors .color')).toBe(9 + 18 + 27);
  const drawing = await page.evaluate(() => {
    const board = document.querySelector('#colors') as HTMLElement & { toSVG(): string };
    const text = board.toSVG();
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return { error: parsed.querySelector('parsererror') !== null, texts: parsed.querySelectorAll('text').length, text };
  });
  expect(drawing.error).toBe(false);
  expect(drawing.texts).toBeGreaterThan(50);
  expect(drawing.text).not.toContain('light-dark');
  expect(drawing.text).toContain('fill="url(#color-1)"');
});
