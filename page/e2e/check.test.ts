import { describe, expect, test } from 'vitest';

import { announced, axe, DESKTOP, NEWER, type Page, paste, SIZES, visit, once } from './browser';

const UNIQUE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SEVENTEEN = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const SEVERAL = `${SEVENTEEN.slice(0, 74)}.......`;
/** A puzzle whose solutions are counted quickly at first, but take long to count. */
const MANY = '5........6....53..........7.5.7.1....2......1.........9.........8..1......52.6...';

const view = (page: Page) => page.locator('arc-view-check');
const cell = (page: Page, row: number, column: number, size = 9) =>
  view(page).locator(`.board [data-cell="${(row - 1) * size + column - 1}"]`);
const title = (page: Page) => view(page).locator('.verdict h2.title');
const button = (page: Page, name: string | RegExp) => view(page).getByRole('button', { name, exact: true });
const digits = (page: Page) => view(page).locator('.board svg .digit').count();

async function check(puzzle: string, size = DESKTOP): Promise<Page> {
  const page = await visit({ fragment: `/check?p=${encodeURIComponent(puzzle)}`, size });
  await title(page).waitFor();
  return page;
}

describe.each(SIZES)('%s', (_, size) => {
  test('exactly one solution, live while the clues are edited', async () => {
    const page = await check(UNIQUE, size);
    await expect.poll(() => title(page).innerText()).toBe('Exactly one solution');
    expect(await axe(page)).toEqual([]);
    await cell(page, 1, 1).click();
    await button(page, '6').click();
    await expect.poll(() => title(page).innerText()).toBe('No solution');
    await expect.poll(() => view(page).locator('.verdict').innerText()).toContain('column 1: r1c1, r2c1');
    await button(page, 'Undo').click();
    await expect.poll(() => title(page).innerText()).toBe('Exactly one solution');
    await expect.poll(() => page.url()).toContain(UNIQUE);
  });

  test('several solutions: two are shown, differences marked', async () => {
    const page = await check(SEVERAL, size);
    await expect.poll(() => title(page).innerText()).toBe('Several solutions');
    await expect.poll(() => view(page).locator('.two arc-sudoku').count()).toBe(2);
    await expect.poll(() => view(page).locator('.two').first().locator('.tint.warn').count()).toBeGreaterThan(1);
    await expect.poll(() => view(page).locator('.board .tint.warn').count()).toBeGreaterThan(0);
    expect(await axe(page)).toEqual([]);
  });

  test('solve a cell, singles, everything', async () => {
    const page = await check(SEVENTEEN, size);
    await cell(page, 1, 2).click();
    await button(page, 'Cell r1c2').click();
    await expect.poll(() => digits(page)).toBe(18);
    await button(page, 'Singles').click();
    await expect.poll(() => digits(page)).toBeGreaterThan(18);
    await button(page, 'Everything').click();
    await expect.poll(() => digits(page)).toBe(81);
    await button(page, 'Back to the clues').click();
    await expect.poll(() => digits(page)).toBe(17);
  });

  test('true candidates with counts up to a maximum', async () => {
    const page = await check(SEVERAL, size);
    await view(page).getByLabel('Digits that occur in some solution').selectOption('100');
    await expect.poll(() => view(page).locator('.board svg .mark').count()).toBeGreaterThan(50);
    await cell(page, 9, 7).click();
    await view(page).getByText('Solutions by digit of r9c7').waitFor();
    await expect.poll(() => view(page).locator('tbody tr').count()).toBeGreaterThan(1);
    expect(await axe(page)).toEqual([]);
    // Another clue reduces the counts immediately.
    await view(page).getByText('Looking for candidates').waitFor({ state: 'hidden' });
    const marks = () => view(page).locator('.board svg .mark').count();
    const before = await marks();
    await button(page, '2').click();
    await expect.poll(marks).toBeLessThan(before);
  });
});

test('the reason why there is no solution', async () => {
  const page = await check(`${UNIQUE.slice(0, 2)}${'1'}${UNIQUE.slice(3)}`);
  await expect.poll(() => title(page).innerText()).toBe('No solution');
  await expect
    .poll(() => view(page).locator('.verdict').innerText())
    .toMatch(/contradict each other[^]*row 3[^]*r1c3=1/);
});

test('redundant clues are listed', async () => {
  const page = await check(`534${UNIQUE.slice(3)}`);
  const clues = view(page).getByText('Any one of these clues can be removed');
  await view(page).getByText('Redundant clues (').click();
  await clues.waitFor();
  await view(page).getByText('Redundant clues (').click();
  await clues.waitFor({ state: 'hidden' });
});

test('an edit ends a long check and starts a new one', async () => {
  const page = await check('.'.repeat(256));
  await view(page).getByLabel('Digits that occur in some solution').selectOption('1000');
  await view(page).getByText('Looking for candidates').waitFor();
  await cell(page, 1, 1, 16).click();
  await button(page, '7').click();
  await expect.poll(() => title(page).innerText()).toBe('Several solutions');
  await button(page, 'Cancel').click();
  await expect.poll(() => view(page).getByText('Looking for candidates').count()).toBe(0);
});

test('with the keyboard alone', async () => {
  const page = await check('.'.repeat(16));
  await cell(page, 1, 1, 4).focus();
  for (const key of ['1', 'ArrowRight', '2', 'ArrowRight', '3', 'ArrowRight', '4']) await page.keyboard.press(key);
  await expect.poll(() => digits(page)).toBe(4);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect.poll(() => digits(page)).toBe(2);
  await page.keyboard.press('Delete');
  await expect.poll(() => announced(page)).toContain('Several solutions');
  const said = view(page).locator('.board [aria-live]');
  await expect.poll(() => said.innerText()).not.toBe('');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect.poll(() => said.innerText()).toBe('');
});

describe.each(SIZES)('on a %s', (_, size) => {
  once(size, 'solutions are counted with progress, and the count can be stopped', async () => {
    const page = await check(SEVERAL, size);
    await button(page, 'Count the solutions').click();
    await view(page)
      .getByText(/^[\d,]+ solutions$/)
      .waitFor();
    const many = await check(MANY, size);
    await button(many, 'Estimate').click();
    await view(many)
      .getByText(/^about/)
      .waitFor();
    await button(many, 'Count the solutions').click();
    // The estimate stays.
    await view(many)
      .getByText(/^[\d,]+ or more solutions · about .* of the search$/)
      .waitFor();
    await button(many, 'Cancel').click();
    await button(many, 'Count the solutions').waitFor();
    await expect.poll(() => view(many).locator('.count').innerText()).toMatch(/or more solutions · about/);
  });

  once(size, 'texts, links and rules; an unreadable text shows a message', async () => {
    const page = await check('.'.repeat(81), size);
    const dialog = page.locator('arc-import-dialog');
    const open = async (text: string) => {
      await button(page, 'Open a puzzle').click();
      await dialog.locator('textarea').fill(text);
      await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    };
    await open('{"puzzle":"................","rules":["diagonals"]}');
    await expect.poll(() => view(page).locator('.board [data-cell]').count()).toBe(16);
    await expect.poll(() => title(page).innerText()).toBe('Several solutions');
    await cell(page, 1, 1, 4).click();
    await page.keyboard.press('1');
    await cell(page, 4, 4, 4).click();
    await page.keyboard.press('1');
    await expect.poll(() => title(page).innerText()).toBe('No solution');
    await open('no puzzle');
    await dialog.getByText(/found/).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => view(page).locator('.board [data-cell]').count()).toBe(16);
    // Rules that are not drawn are listed.
    await open(JSON.stringify({ puzzle: UNIQUE, rules: ['anti-knight'] }));
    await view(page).getByText("Anti-knight: Cells a chess knight's move apart hold different digits.").waitFor();
    await expect.poll(() => title(page).innerText()).toBe('No solution');
  });

  once(size, 'another size, no clues, and playing the puzzle', async () => {
    const page = await check(UNIQUE, size);
    await view(page).getByLabel('Empty grid').selectOption('6');
    await expect.poll(() => view(page).locator('.board [data-cell]').count()).toBe(36);
    await button(page, 'Undo').click();
    await expect.poll(() => digits(page)).toBe(30);
    await view(page).getByRole('link', { name: 'Play it' }).click();
    await expect.poll(() => page.locator('arc-view-play arc-sudoku svg .digit.given').count()).toBe(30);
  });

  test.each([
    ['torn', 'AAAA', 'incomplete'],
    ['newer', NEWER, 'newer version'],
  ])('a link with %s progress: a message is announced, and the clues are checked', async (_, progress, message) => {
    const page = await visit({ fragment: `/check?p=${UNIQUE}&s=${progress}`, size });
    await page.locator('.toast.error', { hasText: message }).waitFor();
    await expect.poll(() => title(page).innerText()).toBe('Exactly one solution');
  });

  test('an unreadable link shows a message and a board', async () => {
    const page = await visit({ fragment: '/check?p=%7B"puzzle', size });
    await page.locator('.toast.error', { hasText: 'expected' }).waitFor();
    await expect.poll(() => view(page).locator('.board [data-cell]').count()).toBe(81);
  });
});

describe.each(SIZES)('marginals on a %s', (_, size) => {
  const shades = (page: Page) => view(page).locator('.board svg .share').count();

  test('shares of the solutions are shown until the board changes', async () => {
    const page = await check(SEVERAL, size);
    await button(page, 'Show shares').click();
    await view(page)
      .getByText(/^The shares are (exact|approximate)/)
      .waitFor();
    await expect.poll(() => shades(page)).toBeGreaterThan(50);
    await cell(page, 9, 7).click();
    await view(page).getByText('Shares by digit of r9c7').waitFor();
    // axe reports elements that the bar half covers as too small.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await axe(page)).toEqual([]);
    await button(page, 'Hide shares').click();
    await expect.poll(() => shades(page)).toBe(0);
    await button(page, 'Show shares').click();
    await expect.poll(() => shades(page)).toBeGreaterThan(50);
    await button(page, '2').click();
    await expect.poll(() => shades(page)).toBe(0);
  });

  once(size, 'scores: the most probable grid and its shares, with the keyboard alone', async () => {
    const page = await check(SEVERAL, size);
    const solution = '1234341221434321';
    const rows = [...solution].map((digit) => [1, 2, 3, 4].map((label) => (label === Number(digit) ? 0.4 : 0.2)));
    await view(page).locator('summary').focus();
    await page.keyboard.press('Enter');
    await view(page)
      .getByRole('textbox', { name: /^Scores/ })
      .fill(rows.map((row) => row.join(',')).join('\n'));
    await view(page).getByLabel('The numbers are').selectOption('prob');
    await button(page, 'Find the most probable grid').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => view(page).locator('.marginals figure svg .digit').count()).toBe(16);
    await view(page).getByText('The shares are exact').waitFor();
    await expect.poll(() => shades(page)).toBeGreaterThan(16);
    // axe reports buttons at the edge of a scrolled page as too small.
    await view(page).locator('h1').scrollIntoViewIfNeeded();
    expect(await axe(page)).toEqual([]);
    await button(page, 'Put it on the board').click();
    await expect.poll(() => digits(page)).toBe(16);
  });
});

test('pasted scores, and a text without scores', async () => {
  const page = await check(UNIQUE);
  await paste(page, '-1,0,-1,-1\n'.repeat(16));
  await expect.poll(() => view(page).locator('.board [data-cell]').count()).toBe(16);
  await view(page).getByText('The most probable grid').waitFor();
  await view(page)
    .getByRole('textbox', { name: /^Scores/ })
    .fill('1 2 3');
  await button(page, 'Find the most probable grid').click();
  await page.getByRole('alert').waitFor();
});

test('no solution, and a fault of scores, are reported instead of shares', async () => {
  const page = await check(`55${UNIQUE.slice(2)}`);
  const status = view(page).locator('.marginals').getByRole('status');
  await button(page, 'Show shares').click();
  await expect.poll(() => status.innerText()).toBe('No solution');
  await view(page).locator('summary').click();
  await view(page).getByLabel('The numbers are').selectOption('prob');
  await paste(page, '0.2,0.4,-1,0.4\n'.repeat(16));
  await expect.poll(() => status.innerText()).toMatch(/line 1, column \d+/i);
});

test('a long computation of shares can be cancelled', async () => {
  const page = await check('.'.repeat(256));
  await button(page, 'Show shares').click();
  await view(page).locator('.marginals').getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Show shares').waitFor();
});

test('undo restores a puzzle without clues that another text replaced', async () => {
  const page = await check(JSON.stringify({ puzzle: '.'.repeat(16), rules: ['thermo: r1c1 r1c2 r1c3'] }));
  await expect.poll(() => page.url()).toContain('thermo');
  await paste(page, UNIQUE);
  await expect.poll(() => page.url()).toContain(UNIQUE);
  await button(page, 'Undo').click();
  await expect.poll(() => page.url()).toContain('thermo');
});
