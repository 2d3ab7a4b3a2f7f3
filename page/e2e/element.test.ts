import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { expect, inject, test } from 'vitest';

import { axe, PHONE, type Page, visit, type Visit } from './browser';
import { contrast, distance } from './colors';

/** The solution of the small example. */
const SMALL = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

/** The example page with the built bundle. */
async function embed(options: Visit = {}): Promise<Page> {
  const page = await visit(options);
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

test('digits are legible on all colors and on selected cells, and colors differ without color vision', async () => {
  const page = await embed();
  await page.locator('#colors .color').first().waitFor({ state: 'attached' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { fills, inks } = await page.evaluate(() => {
      const drawing = document.querySelector('#colors')!.shadowRoot!.querySelector('svg')!;
      const fill = (name: string) => {
        const probe = drawing.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
        probe.setAttribute('class', name);
        const { fill } = getComputedStyle(probe);
        probe.remove();
        return fill;
      };
      const colors = Array.from({ length: 9 }, (_, index) => `k${index + 1}`);
      const inks = ['digit given', 'digit entered', 'digit conflict', 'mark', 'mark corner-mark', 'mark colored'];
      return { fills: ['paper', 'selected', ...colors].map(fill), inks: inks.map(fill) };
    });
    const low = fills.flatMap((fill) => inks.filter((ink) => contrast(ink, fill) < 4.5).map((ink) => [ink, fill]));
    expect(low).toEqual([]);
    const [paper, , ...colors] = fills;
    const all = [paper, ...colors];
    const near = all.flatMap((one, at) => all.slice(0, at).filter((other) => distance(one, other) < 0.05));
    expect(near).toEqual([]);
  }
  // Patterns are an option, and the selection does not cover colors.
  const pattern = page.locator('#colors pattern .texture').first();
  const opacity = () => pattern.evaluate((one) => getComputedStyle(one).opacity);
  expect(await opacity()).toBe('0');
  await page.locator('#colors').evaluate((board) => board.setAttribute('patterns', ''));
  await expect.poll(opacity).toBe('1');
  await page.locator('#colors [data-cell="3"]').click();
  const order = () =>
    page.locator('#colors').evaluate((board) => {
      const [selected, color] = ['.selected', '.color'].map((name) => board.shadowRoot!.querySelector(name)!);
      return selected.compareDocumentPosition(color) === Node.DOCUMENT_POSITION_FOLLOWING;
    });
  await expect.poll(order).toBe(true);
});

test('corner marks do not touch the selection', async () => {
  const page = await embed();
  const board = page.locator('#colors');
  await board.locator('[data-cell="44"]').click();
  const gaps = await board.evaluate((one) => {
    const box = (name: string) => one.shadowRoot!.querySelector<SVGGraphicsElement>(name)!.getBBox();
    const edge = box('.selection-edge');
    const marks = [...one.shadowRoot!.querySelectorAll<SVGGraphicsElement>('.corner-mark')]
      .map((mark) => mark.getBBox())
      .filter(({ x, y }) => x > edge.x - 9 && x < edge.x + edge.width && y > edge.y - 9 && y < edge.y + edge.height);
    return marks.map(({ x, width }) => Math.min(x - edge.x, edge.x + edge.width - x - width));
  });
  expect(gaps).toHaveLength(8);
  // Half of the width of the edge is inside.
  expect(Math.min(...gaps)).toBeGreaterThan(2);
  // The highlight of a center mark does not reach its neighbor.
  const [highlight, neighbor] = await page.evaluate(async () => {
    const one = document.body.appendChild(document.createElement('arc-sudoku'));
    Object.assign(one, { state: [{ digit: 2 }, { center: [2, 7] }], selection: [0] });
    await (one as unknown as { updateComplete: Promise<unknown> }).updateComplete;
    const box = (name: string) => [...one.shadowRoot!.querySelectorAll<SVGGraphicsElement>(name)].at(-1)!.getBBox();
    return [box('.equal-mark'), box('.center-mark')].map(({ x, width }) => ({ x, right: x + width }));
  });
  expect(highlight?.right).toBeLessThanOrEqual((neighbor?.x ?? 0) + 0.5);
});

test('a touched board has keys, is not wider than its maximum, and reports its solution', async () => {
  const page = await embed({ size: PHONE, options: { hasTouch: true, isMobile: true } });
  const board = page.locator('#small');
  const button = (name: string) => board.getByRole('button', { name, exact: true });
  const label = (cell: number) => board.locator(`[data-cell="${cell}"]`).getAttribute('aria-label');
  await board.locator('[data-cell="1"]').tap();
  await button('Corner').tap();
  await button('3').tap();
  await expect.poll(() => label(1)).toBe('row 1 column 2, corner marks 3');
  await button('Undo').tap();
  await button('Digit').tap();
  for (const cell of [1, 3, 4, 6, 9, 11, 12, 14]) {
    await board.locator(`[data-cell="${cell}"]`).tap();
    await button(String(SMALL[cell])).tap();
  }
  await expect.poll(() => page.locator('#solved').innerText()).toBe(`Solved: ${SMALL.join('')}`);
  expect(await axe(page)).toEqual([]);
  const small = await board
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 40 || height < 40),
    );
  expect(small).toEqual([]);
  // Without touch there are no keys, and the board keeps its maximum width.
  const desktop = await embed({ size: { width: 1440, height: 900 } });
  expect(await desktop.locator('#small').getByRole('button').count()).toBe(0);
  const width = await desktop.evaluate(() => {
    const alone = document.body.appendChild(document.createElement('arc-sudoku'));
    return alone.getBoundingClientRect().width;
  });
  expect(width).toBe(36 * 16);
});
