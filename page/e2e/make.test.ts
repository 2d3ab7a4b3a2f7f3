import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { IMMEDIATE, axe, type Page, SIZES, visit, widthOf } from './browser';

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

  test('the mask is painted, and clues are only in its cells', async () => {
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

test.each([
  ['1', 'a4', 4, /59[45]\.?\d* x 84[12]/],
  ['2', 'letter', 3, /612 x 792/],
  ['4', 'a4', 2, /595|594/],
  ['6', 'letter', 2, /612 x 792/],
])('print: %s a page on %s', async (perPage, paper, pages, size) => {
  const page = await visit({ fragment: '/make' });
  await make(page, 3);
  await page.getByRole('button', { name: 'Print 3' }).click();
  await page.getByRole('combobox', { name: 'Per page' }).selectOption(perPage);
  await page.getByRole('combobox', { name: 'Paper' }).selectOption(paper);
  await page.getByRole('textbox', { name: 'Title' }).fill('Evening');
  expect(await axe(page)).toEqual([]);
  await expect.poll(() => page.getByText(pages === 1 ? '1 page' : `${pages} pages`).count()).toBe(1);
  const path = join(mkdtempSync(join(tmpdir(), 'sheets-')), 'sheets.pdf');
  await page.pdf({ path, preferCSSPageSize: true, printBackground: true });
  if (!hasPdfTools) return console.log('skipped: no pdftotext');
  const info = execFileSync('pdfinfo', [path], { encoding: 'utf8' });
  expect(Number(/Pages:\s+(\d+)/.exec(info)?.[1])).toBe(pages);
  expect(/Page size:\s+(.*)/.exec(info)?.[1]).toMatch(size);
  const text = (number: number) =>
    execFileSync('pdftotext', ['-layout', '-f', String(number), '-l', String(number), path, '-'], { encoding: 'utf8' });
  expect(text(1)).toMatch(/Evening 1/);
  expect(text(1)).toMatch(/score \d+ · SE/);
  expect(text(pages)).toMatch(/Solutions/);
  expect(text(pages).replace(/\D/g, '').length).toBeGreaterThanOrEqual(3 * 81);
  expect(text(1)).not.toMatch(/Print|Back to the list/);
});

describe.each(SIZES)('on a %s', (_, size) => {
  test('ratings, technique, clues and symmetry are options; invalid values show a message at their field', async () => {
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
  });

  test('other sizes, cages, and rules from the editor', async () => {
    const page = await visit({ fragment: '/make', size });
    await page.getByRole('combobox', { name: 'Size' }).selectOption('6');
    await page.getByText('Levels and ratings exist only for 9×9').waitFor();
    await make(page, 1);
    await page.getByRole('checkbox', { name: /^Killer/ }).check();
    await make(page, 1);
    await expect.poll(() => cards(page).nth(1).locator('svg path[stroke-dasharray]').count()).toBeGreaterThan(5);

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
