import { readFileSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';

import { axe, expected, focused, type Page, SIZES, visit, widthOf } from './browser';

const PHOTO = readFileSync(new URL('../../crates/arcdoku-cli/tests/inputs/shadow.jpg', import.meta.url));
const CLUES = '........2..1..39...39....7.68.....4.......7......415.9....1.2.72..45..8.1..3.....';

const view = (page: Page) => page.locator('arc-view-photo');
const cell = (page: Page, row: number, column: number) =>
  view(page).locator(`[data-cell="${(row - 1) * 9 + column - 1}"]`);
const label = (page: Page, row: number, column: number) => cell(page, row, column).getAttribute('aria-label');
const button = (page: Page, name: string | RegExp) => view(page).getByRole('button', { name, exact: true });
const verdict = (page: Page) => view(page).locator('.verdict').innerText();

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose an image').click();
  await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer });
}

/** Gives a file to the page by an event: dropped, or pasted. */
async function give(page: Page, kind: 'drop' | 'paste'): Promise<void> {
  await page.evaluate(
    ([kind, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
      const options = { bubbles: true, cancelable: true, composed: true };
      document.body.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, ...options })
          : new ClipboardEvent('paste', { clipboardData: data, ...options }),
      );
    },
    [kind, [...PHOTO]] as const,
  );
}

/** Opens the view and reads the photo. */
async function read(size: (typeof SIZES)[number][1]): Promise<Page> {
  const page = await visit({ fragment: '/photo', size });
  await choose(page, 'photo.jpg', PHOTO);
  await expect.poll(() => verdict(page)).toContain('Exactly one solution');
  return page;
}

describe.each(SIZES)('%s', (_, size) => {
  test('a photo is read; a cell is changed; the solution is drawn', async () => {
    const page = await read(size);
    expect(await verdict(page)).toContain('The reading is certain.');
    const labels = view(page)
      .locator('[data-cell]')
      .evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
    expect((await labels).map((text) => /, (\d), printed/.exec(text)?.[1] ?? '.').join('')).toBe(CLUES);
    expect(await axe(page)).toEqual([]);

    await cell(page, 1, 9).click();
    await button(page, '3').click();
    await expect.poll(() => label(page, 1, 9)).toBe('row 1 column 9, 3, printed');
    await expect.poll(() => verdict(page)).not.toContain('Exactly one solution');
    expect(await verdict(page)).not.toContain('The reading is certain.');
    expect(await button(page, 'Draw the solution').isDisabled()).toBe(true);
    expect(await axe(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(size.width);
    await view(page)
      .getByRole('radio', { name: /^2, printed, / })
      .click();
    await expect.poll(() => verdict(page)).toContain('Exactly one solution');

    await button(page, 'Draw the solution').click();
    const count = CLUES.replace(/[^.]/g, '').length;
    await expect.poll(() => view(page).locator('.added').count()).toBe(count);
    await expect.poll(() => label(page, 1, 1)).toMatch(/^row 1 column 1, empty, \d drawn in$/);
    await button(page, 'Draw the solution').click();
    await button(page, 'Hint').click();
    await expect.poll(() => view(page).locator('.hinted').count()).toBeGreaterThan(0);
    expect(await axe(page)).toEqual([]);
  });

  test('the puzzle is played, with handwritten digits as entries', async () => {
    const page = await read(size);
    await cell(page, 8, 1).click();
    await view(page).getByRole('checkbox', { name: 'Handwritten' }).check();
    await expect.poll(() => label(page, 8, 1)).toBe('row 8 column 1, 2, handwritten');
    await button(page, 'Play').click();
    const board = page.locator('arc-view-play arc-sudoku');
    const played = (index: number) => board.locator(`[data-cell="${index}"]`).getAttribute('aria-label');
    await expect.poll(() => played(8)).toBe('row 1 column 9, 2, given');
    await expect.poll(() => played(63)).toBe('row 8 column 1, 2');
  });
});

test('doubtful cells are visited and corrected with the keyboard', async () => {
  const page = await read(SIZES[0][1]);
  // This photo has no doubtful cells.
  await view(page).evaluate((one) => {
    const { sheet } = one as unknown as { sheet: object };
    Object.assign(one, { sheet: { ...sheet, doubtful: new Set([8, 20]) }, selected: 8, editing: true });
  });
  await expect.poll(() => verdict(page)).toContain('2 cells are doubtful.');
  await button(page, 'Next doubtful cell').click();
  await view(page).getByRole('heading', { name: 'Cell r3c3: 9, printed' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await view(page)
    .getByRole('radio', { name: /^9, printed, / })
    .click();
  await expect.poll(() => verdict(page)).toContain('1 cell is doubtful.');
  await cell(page, 1, 8).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focused(page)).toBe('8');
  await page.keyboard.press('Delete');
  await expect.poll(() => label(page, 1, 9)).toBe('row 1 column 9, empty');
  await page.keyboard.press('2');
  await expect.poll(() => label(page, 1, 9)).toBe('row 1 column 9, 2, printed');
  await expect.poll(() => verdict(page)).not.toContain('doubtful');
});

test.each(['drop', 'paste'] as const)('%s of an image anywhere opens it', async (kind) => {
  const page = await visit({ fragment: '/about' });
  await page.locator('arc-view-about').waitFor();
  await give(page, kind);
  await expect.poll(() => verdict(page)).toContain('Exactly one solution');
});

test('images without a grid, and files that are no images, have messages', async () => {
  const page = await visit({ fragment: '/photo' });
  const alert = view(page).getByRole('alert');
  const blank = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 300);
    canvas.getContext('2d')?.fillRect(0, 0, 100, 100);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await choose(page, 'blank.png', Buffer.from(blank));
  await expect.poll(() => alert.innerText()).toBe('No grid was found in this image.');
  expect(await axe(page)).toEqual([]);
  await choose(page, 'text.jpg', Buffer.from('no image'));
  await expect.poll(() => alert.innerText()).toMatch(/^This image cannot be read\./);
  await choose(page, 'photo.jpg', PHOTO);
  await expect.poll(() => verdict(page)).toContain('Exactly one solution');
  expect(await alert.count()).toBe(0);
});

test('the module is loaded only for a photo, and a failure is reported', async () => {
  const loaded: string[] = [];
  const page = await visit({
    fragment: '/photo',
    before: async (page) => page.on('request', (request) => loaded.push(request.url())),
  });
  await view(page).waitFor();
  await page.waitForLoadState('networkidle');
  const module = /arcdoku_bg-[^/]*\.wasm$/;
  expect(loaded.filter((url) => module.test(url))).toEqual([]);
  await page.route(module, (route) => route.abort());
  await choose(page, 'photo.jpg', PHOTO);
  await expect.poll(() => view(page).getByRole('alert').innerText()).toMatch(/^The solver could not be loaded\./);
  expected(page);
  await page.unroute(module);
  await choose(page, 'photo.jpg', PHOTO);
  await expect.poll(() => verdict(page)).toContain('Exactly one solution');
  expect(loaded.filter((url) => module.test(url)).length).toBeGreaterThan(0);
});

test('a crash of the worker is reported', async () => {
  const page = await visit({ fragment: '/photo' });
  await page.route(/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `delete self.OffscreenCanvas; ${await response.text()}` });
  });
  await choose(page, 'photo.jpg', PHOTO);
  await expect.poll(() => view(page).getByRole('alert').innerText()).toMatch(/OffscreenCanvas is not defined/);
  expect(await view(page).getByText('Reading the photo').count()).toBe(0);
});

test('a check that was stopped by another view is repeated', async () => {
  const page = await read(SIZES[0][1]);
  const show = async (name: string) => {
    await page.evaluate((name) => (location.hash = `#/${name}`), name);
    await page.locator(`arc-view-${name}`).waitFor();
  };
  // The other view is loaded before, so it is shown before the check ends.
  await show('about');
  await show('photo');
  await view(page).evaluate((one) => {
    const { sheet, show } = one as unknown as { sheet: object; show(sheet: object): void };
    show.call(one, sheet);
    location.hash = '#/about';
  });
  await page.locator('arc-view-about').waitFor();
  await show('photo');
  await expect.poll(() => verdict(page)).toContain('Exactly one solution');
  expect(await button(page, 'Hint').isDisabled()).toBe(false);
});

test('it works without a connection', async () => {
  const page = await visit({ offline: true });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.context().setOffline(true);
  await page.goto(`${inject('url')}#/photo`);
  await page.reload();
  await choose(page, 'photo.jpg', PHOTO);
  await expect.poll(() => verdict(page)).toContain('Exactly one solution');
  await page.context().setOffline(false);
});
