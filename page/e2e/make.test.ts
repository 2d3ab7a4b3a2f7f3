import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { IMMEDIATE, axe, type Page, SIZES, visit, widthOf, once } from './browser';

const start = (page: Page) => page.getByRole('button', { name: 'Make', exact: true });
const cards = (page: Page) => page.locator('arc-make-results li');

async function make(page: Page, count: number): Promise<void> {
  await page.getByRole('textbox', { name: 'How many' }).fill(String(count));
  const before = await cards(page).count();
  await start(page).click();
  await expect.poll(() => cards(page).count(), { timeout: 50_000 }).toBe(before + count);
  await start(page).waitFor();
}

describe.each(SIZES)('on a %s', (_, size) => {
  test('by level: rated on both scales, played after one tap', async () => {
    const page = await visit({ fragment: '/make', size });
    await page.getByRole('combobox', { name: 'from' }).selectOption('medium');
    await page.getByRole('combobox', { name: 'to' }).selectOption('medium');
    await make(page, 2);
    for (const text of await cards(page).allInnerTexts()) {
      expect(text).toMatch(/Medium · score \d+ · SE \d+\.\d/);
      expect(text).toMatch(/\d\d clues/);
      expect(text).toMatch(/Hardest step: \w+/);
    }
    expect(await axe(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(size.width);
    await page.getByRole('button', { name: 'Play' }).last().click();
    await page.locator('arc-view-play arc-sudoku [aria-label$="given"]').first().waitFor({ state: 'attached' });
  });

  once(size, 'the mask is painted, and clues are only in its cells', async () => {
    const page = await visit({ fragment: '/make', size });
    await page.getByRole('radio', { name: 'Any' }).click();
    await page.getByRole('combobox', { name: 'Symmetry' }).selectOption('none');
    await page.getByRole('checkbox', { name: 'Only these cells may have clues' }).check();
    const board = page.locator('arc-make-form arc-sudoku');
    await board.scrollIntoViewIfNeeded();
    const cell = (index: number) => board.locator(`[data-cell="${index}"]`);
    // The first row by dragging, the middle cell with the keyboard.
    const [from, to] = [await cell(0).boundingBox(), await cell(8).boundingBox()];
    if (!from || !to) throw new Error('no board');
    const y = from.y + from.height / 2;
    await page.mouse.move(from.x + 8, y);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, y, { steps: 20 });
    await page.mouse.up();
    await cell(40).focus();
    await page.keyboard.press('0');
    await page.getByText('71 cells').waitFor();
    await make(page, 1);
    const pictured = await cards(page)
      .locator('svg text')
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('y'))));
    expect(pictured.length).toBeGreaterThan(16);
    expect(Math.min(...pictured)).toBeGreaterThan(60);
  });
});

test('the same seed makes the same puzzles', async () => {
  const page = await visit({ fragment: '/make' });
  await page.getByText('More').click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('42');
  await make(page, 1);
  await make(page, 1);
  const [first, second] = await cards(page)
    .locator('svg')
    .evaluateAll((all) => all.filter((one) => one.getAttribute('role') === 'img').map((one) => one.innerHTML));
  expect(first).toBe(second);
});

test('Cancel does not wait for a puzzle and keeps the finished puzzles', async () => {
  const page = await visit({ fragment: '/make' });
  await make(page, 2);
  // Hard enough to take long.
  await page.getByRole('radio', { name: 'SE rating' }).click();
  await page.getByRole('textbox', { name: 'from' }).first().fill('11.5');
  await start(page).click();
  await page.getByRole('progressbar').waitFor();
  const took = await page.evaluate(async () => {
    const deep = (root: ParentNode, find: (one: Element) => boolean): Element | undefined => {
      for (const one of root.querySelectorAll('*')) {
        if (find(one)) return one;
        const inner = one.shadowRoot && deep(one.shadowRoot, find);
        if (inner) return inner;
      }
      return undefined;
    };
    const named = (name: string) =>
      deep(document, (one) => one.localName === 'button' && one.textContent?.trim() === name);
    const begun = performance.now();
    const cancel = named('Cancel');
    if (!cancel) throw new Error(`no Cancel: ${deep(document, (one) => one.className === 'problem')?.textContent}`);
    (cancel as HTMLButtonElement).click();
    while (!named('Make')) await new Promise((done) => setTimeout(done));
    return performance.now() - begun;
  });
  expect(took).toBeLessThan(IMMEDIATE);
  expect(await cards(page).count()).toBe(2);
});

test('the current puzzle is printed from the sharing dialog', async () => {
  const line = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const page = await visit({ fragment: `/play?p=${line}` });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByText('2 pages').waitFor();
  const sheet = page.locator('arc-print-view arc-sheets');
  await expect
    .poll(() => sheet.locator('figcaption').first().innerText())
    .toMatch(/Sudoku 1\s*Easy · score \d+ · SE 1\.\d/);
  await expect.poll(() => sheet.locator('.solutions svg text').count()).toBe(81);
});

const hasPdfTools = existsSync('/usr/bin/pdftotext');

/** The text of each page of the printed document, and its size. */
async function printed(page: Page): Promise<{ size: string; texts: string[] } | undefined> {
  const path = join(mkdtempSync(join(tmpdir(), 'sheets-')), 'sheets.pdf');
  await page.pdf({ path, preferCSSPageSize: true, printBackground: true });
  if (!hasPdfTools) {
    console.log('skipped: no pdftotext');
    return undefined;
  }
  const info = execFileSync('pdfinfo', [path], { encoding: 'utf8' });
  const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  const texts = text.split('\f').slice(0, -1);
  expect(texts).toHaveLength(Number(/Pages:\s+(\d+)/.exec(info)?.[1]));
  return { size: /Page size:\s+(.*)/.exec(info)?.[1] ?? '', texts };
}

const choose = (page: Page, name: string, value: string) =>
  page.getByRole('combobox', { name, exact: true }).selectOption(value);

test('sheets have 1, 2, 4 or 6 puzzles a page, with solutions at the end, overleaf or nowhere', async () => {
  const page = await visit({ fragment: '/make' });
  await make(page, 3);
  await page.getByRole('button', { name: 'Print 3' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Evening');
  const kinds = () =>
    page
      .locator('arc-print-view arc-sheets .page')
      .evaluateAll((all) =>
        all.map((one) => (one.matches('.puzzles') ? 'p' : 's') + one.querySelectorAll('figure').length),
      );
  for (const [perPage, paper, solutions, order, size] of [
    ['1', 'a4', 'overleaf', 'p1 s1 p1 s1 p1 s1', /59[45]\.?\d* x 84[12]/],
    ['2', 'letter', 'end', 'p2 p1 s3', /612 x 792/],
    ['4', 'a4', 'end', 'p3 s3', /59[45]/],
    ['6', 'letter', 'none', 'p3', /612 x 792/],
  ] as const) {
    await choose(page, 'Per page', perPage);
    await choose(page, 'Paper', paper);
    await choose(page, 'Solutions', solutions);
    await expect.poll(kinds).toEqual(order.split(' '));
    const pages = order.split(' ').length;
    await page.getByText(pages === 1 ? '1 page' : `${pages} pages`, { exact: true }).waitFor();
    const document = await printed(page);
    if (!document) continue;
    expect(document.texts).toHaveLength(pages);
    expect(document.size).toMatch(size);
    expect(document.texts[0]).toMatch(/Evening 1[^]*score \d+ · SE/);
    expect(document.texts[0]).not.toMatch(/Print|Back to the list/);
    const solved = document.texts.filter((text) => /Solutions/.test(text));
    expect(solved).toHaveLength({ end: 1, overleaf: 3, none: 0 }[solutions]);
    const digits = solved.join('').replace(/\D/g, '').length;
    expect(digits).toBeGreaterThanOrEqual(solutions === 'none' ? 0 : 3 * 81);
  }
  // Large print has larger digits, and codes open the puzzles.
  const digit = page.locator('arc-print-view arc-sheets svg text').first();
  const before = Number(await digit.getAttribute('font-size'));
  await page.getByRole('checkbox', { name: 'Large print' }).check();
  await expect.poll(async () => Number(await digit.getAttribute('font-size'))).toBeGreaterThan(before);
  await page.getByRole('checkbox', { name: 'QR codes' }).check();
  const codes = page.locator('arc-print-view arc-sheets').getByRole('img', { name: 'QR code' });
  await expect.poll(() => codes.count()).toBe(3);
  const { width } = (await codes.first().boundingBox()) ?? { width: 0 };
  expect(width).toBeGreaterThan(40);
  expect(await axe(page)).toEqual([]);
});

test('selected puzzles, the latest ones or all are printed', async () => {
  const page = await visit({ fragment: '/make' });
  await make(page, 2);
  await page.getByRole('button', { name: 'Print 2' }).waitFor();
  await make(page, 1);
  await page.getByRole('button', { name: 'Print 1' }).click();
  const boards = page.locator('arc-print-view arc-sheets .puzzles figure');
  await expect.poll(() => boards.count()).toBe(1);
  await choose(page, 'Puzzles', 'all');
  await expect.poll(() => boards.count()).toBe(3);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByRole('checkbox', { name: 'Select puzzle 1' }).check();
  await page.getByRole('checkbox', { name: 'Select puzzle 3' }).check();
  await page.getByRole('button', { name: 'Print 2' }).click();
  await expect.poll(() => boards.count()).toBe(2);
});

test('a book has puzzles of several levels, numbered pages and solutions', async () => {
  const page = await visit({ fragment: '/make' });
  await page.getByRole('link', { name: 'Draw a puzzle yourself' }).waitFor();
  await page.getByRole('radio', { name: 'Book' }).click();
  for (const [level, count] of Object.entries({ Easy: '2', Medium: '1', Hard: '', Unfair: '999' })) {
    await page.getByRole('textbox', { name: level }).fill(count);
  }
  await start(page).click();
  await page.getByText('Between 1 and 200 puzzles in all.').waitFor();
  await page.getByRole('textbox', { name: 'Unfair' }).fill('0');
  await start(page).click();
  const sheets = page.locator('arc-print-view arc-sheets');
  await expect.poll(() => sheets.locator('.puzzles figure').count(), { timeout: 50_000 }).toBe(3);
  expect(await sheets.locator('.puzzles figcaption').allInnerTexts()).toEqual([
    expect.stringMatching(/Sudoku 1\s*Easy/),
    expect.stringMatching(/Sudoku 2\s*Easy/),
    expect.stringMatching(/Sudoku 3\s*Medium/),
  ]);
  expect(await sheets.locator('footer').allInnerTexts()).toEqual(['1', '2']);
  await expect.poll(() => sheets.locator('.solutions figure').count()).toBe(3);
  // Within a level, the easiest is first.
  const scores = (await sheets.locator('.puzzles figcaption').allInnerTexts()).map((one) =>
    /score ([\d.,]+)/.exec(one),
  );
  const [first, second] = scores.map((found) => Number(found?.[1].replace(/\D/g, '')));
  expect(first).toBeLessThanOrEqual(second);
});

describe.each(SIZES)('on a %s', (_, size) => {
  once(
    size,
    'ratings, technique, clues and symmetry are options; invalid values show a message at their field',
    async () => {
      const page = await visit({ fragment: '/make', size });
      await page.getByRole('radio', { name: 'SE rating' }).click();
      const [from, to] = [
        page.getByRole('textbox', { name: 'from' }).first(),
        page.getByRole('textbox', { name: 'to' }).first(),
      ];
      await from.fill('9');
      await to.fill('2');
      await start(page).click();
      await expect
        .poll(() => page.getByRole('alert').filter({ visible: true }).allInnerTexts())
        .toEqual(['A range between 1 and 12, the smaller number first.']);
      await from.fill('1.5');
      await to.fill('3');
      await page.getByRole('combobox', { name: 'Symmetry' }).selectOption('left-right');
      await make(page, 1);
      const er = Number(/SE (\d+\.\d)/.exec(await cards(page).first().innerText())?.[1]);
      expect(er).toBeGreaterThanOrEqual(1.5);
      expect(er).toBeLessThanOrEqual(3);

      await page.getByRole('radio', { name: 'Score' }).click();
      await from.fill('300');
      await to.fill('900');
      const clues = (name: string) => page.getByRole('group', { name: 'Number of clues' }).getByLabel(name);
      await clues('from').fill('25');
      await clues('to').fill('27');
      await make(page, 1);
      const text = await cards(page).nth(1).innerText();
      const [score, count] = [/score (\d+)/, /(\d+) clues/].map((wanted) => Number(wanted.exec(text)?.[1]));
      expect(score).toBeGreaterThanOrEqual(300);
      expect(score).toBeLessThanOrEqual(900);
      expect(count).toBeGreaterThanOrEqual(25);
      expect(count).toBeLessThanOrEqual(27);

      for (const field of [from, to, clues('from'), clues('to')]) await field.fill('');
      await page.getByRole('combobox', { name: 'Hardest technique' }).selectOption({ label: 'Naked Pair' });
      await make(page, 1);
      await expect.poll(() => cards(page).nth(2).innerText()).toMatch(/Hardest step: Naked Pair/);
    },
  );

  once(size, 'other sizes, cages, and rules from the editor', async () => {
    const page = await visit({ fragment: '/make', size });
    await page.getByRole('combobox', { name: 'Size' }).selectOption('6');
    await page.getByText('Levels and ratings exist only for 9×9').waitFor();
    await make(page, 1);
    await page.getByRole('checkbox', { name: /^Killer/ }).check();
    await make(page, 1);
    // The borders of cages that cover the grid are drawn once.
    const borders = cards(page).nth(1).locator('svg path[stroke-dasharray]');
    await expect.poll(() => borders.count()).toBe(1);

    const row = { puzzle: '.'.repeat(36), shape: '3x2', rules: ['diagonals'] };
    await page.goto(`${page.url().split('#')[0]}#/make?p=${encodeURIComponent(JSON.stringify(row))}`);
    await page.getByText('diagonals', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: /^Killer/ }).uncheck();
    await make(page, 1);
    await expect.poll(() => cards(page).nth(2).locator('svg path[stroke-opacity="0.3"]').count()).toBe(1);
  });

  test('results: selected puzzles are printed; puzzles are saved, shared and edited', async () => {
    const page = await visit({ fragment: '/make', size });
    await make(page, 3);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    expect((await saved).suggestedFilename()).toBe('arcdoku.jsonl');
    await page.getByRole('checkbox', { name: 'Select puzzle 2' }).check();
    await page.getByRole('button', { name: 'Print 1' }).waitFor();
    await page.getByRole('button', { name: 'Share: Puzzle 1' }).click();
    await page.getByRole('heading', { name: 'Share and export' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit: Puzzle 1' }).click();
    await page.locator('arc-view-rules arc-sudoku [aria-label$="given"]').first().waitFor({ state: 'attached' });
  });
});
