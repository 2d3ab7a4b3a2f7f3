import { readFileSync } from 'node:fs';
import { compressToBase64, decompressFromBase64 } from 'lz-string';
import decodeQR from 'qr/decode.js';
import { describe, expect, test } from 'vitest';

import { axe, type Page, paste, pixels, SIZES, visit, once } from './browser';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

const cell = (page: Page, row: number, column: number, size = 9) =>
  page.locator(`arc-view-play arc-sudoku [data-cell="${(row - 1) * size + column - 1}"]`);
const label = (page: Page, row: number, column: number, size = 9) =>
  cell(page, row, column, size).getAttribute('aria-label');

/** Drops a file on the page. */
async function drop(page: Page, name: string, content: number[]): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, bytes]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], file));
      return transfer;
    },
    [name, content] as const,
  );
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
  await page.locator('arc-drop').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await page.locator('arc-drop').waitFor({ state: 'detached' });
}
const bytes = (text: string) => [...new TextEncoder().encode(text)];

const emptyGrid = (size: number) =>
  Array.from({ length: size }, () => Array.from({ length: size }, (): object => ({})));
const fpuzzles = (value: object) =>
  `https://www.f-puzzles.com/?load=${encodeURIComponent(compressToBase64(JSON.stringify(value)))}`;

describe('pasting anywhere', () => {
  test.each([
    ['a grid', LINE.replace(/.{9}/g, '$&\n')],
    ['JSON', JSON.stringify({ puzzle: LINE, name: 'By name' })],
    ['a table', `number,puzzle\n7,${LINE}\n`],
    ['sudokuwiki', `https://www.sudokuwiki.org/sudoku.htm?bd=${LINE.replaceAll('.', '0')}`],
    ['a link of this page', `https://example.org/#/play?p=${LINE}`],
    ['a sentence', `Try this one: ${LINE}, please.`],
    [
      'a spreadsheet',
      LINE.replace(/.{9}/g, (row) => `${[...row.replaceAll('.', ' ')].join('\t')}\r\n`).replaceAll(' ', ''),
    ],
    [
      'a query',
      `?q=.Shape~9x9${[...LINE].map((digit, at) => (digit === '.' ? '' : `.~R${Math.floor(at / 9) + 1}C${(at % 9) + 1}_${digit}`)).join('')}`,
    ],
  ])('%s becomes a game', async (_, text) => {
    const page = await visit({ fragment: '/about' });
    await page.locator('arc-view-about').waitFor();
    await paste(page, text);
    await cell(page, 1, 1).waitFor({ state: 'attached' });
    await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, 5, given');
    await expect.poll(() => label(page, 9, 9)).toBe('row 9 column 9, 9, given');
  });

  test('the previous game stays in the list of games', async () => {
    const page = await visit({ fragment: `/play?p=${LINE}` });
    await cell(page, 1, 3).focus();
    await page.keyboard.press('4');
    await paste(page, LINE.replace('5', '.'));
    await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, empty');
    await paste(page, LINE);
    await expect.poll(() => label(page, 1, 3)).toBe('row 1 column 3, 4');
  });

  test('an f-puzzles link with rules, entries and drawings', async () => {
    const page = await visit();
    const grid = emptyGrid(6);
    grid[0][0] = { value: 1, given: true };
    grid[0][1] = { value: 2 };
    grid[0][2] = { centerPencilMarks: [3, 4] };
    await paste(
      page,
      fpuzzles({
        size: 6,
        title: 'Six',
        grid,
        'diagonal+': true,
        'diagonal-': true,
        killercage: [{ cells: ['R6C1', 'R6C2'], value: '7' }],
        thermometer: [{ lines: [['R3C1', 'R3C2', 'R3C3']] }],
        text: [{}],
      }),
    );
    await expect.poll(() => label(page, 1, 1, 6)).toBe('row 1 column 1, 1, given');
    await expect.poll(() => label(page, 1, 2, 6)).toBe('row 1 column 2, 2');
    await expect.poll(() => label(page, 1, 3, 6)).toBe('row 1 column 3, center marks 3 4');
    await expect.poll(() => page.locator('arc-view-play arc-sudoku .cage').count()).toBe(1);
    await expect.poll(() => page.locator('arc-view-play arc-sudoku .thermo').count()).toBe(1);
    await page.locator('.toast', { hasText: 'Opened: Six.' }).waitFor();
  });

  test('an f-puzzles link with a diagonal, an author and rules; they stay in the stored game', async () => {
    const page = await visit();
    const [author, ruleset] = ['A setter', 'One diagonal.\nNo more.'];
    const value = {
      size: 9,
      grid: emptyGrid(9),
      author,
      ruleset,
      'diagonal+': true,
      circle: [{ cells: ['R1C1'], width: 0.5, height: 0.5, baseC: '#FF0000' }],
    };
    await paste(page, fpuzzles(value));
    const board = page.locator('arc-view-play arc-sudoku');
    const check = async () => {
      await expect.poll(() => board.locator('path.diagonal').getAttribute('d')).toBe('M540 0L0 540');
      await expect.poll(() => board.locator('.set').count()).toBe(0);
      await expect.poll(() => board.locator('.document path').getAttribute('color')).toBe('#FF0000');
      await page.getByText('The digits on the marked diagonal are different.').waitFor();
      await page.locator('.author summary', { hasText: 'Rules by A setter' }).waitFor();
      expect(await page.locator('.author .words').innerText()).toBe(ruleset);
    };
    await check();
    await page.reload();
    await check();
    // The link of f-puzzles has all fields.
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByLabel('Notation').selectOption('f-puzzles');
    const text = page.getByRole('textbox', { name: 'Puzzle as text' });
    await expect.poll(() => text.inputValue()).toContain('load=');
    const [, packed] = (await text.inputValue()).split('load=');
    expect(JSON.parse(decompressFromBase64(packed))).toEqual(value);
  });

  test('a SudokuPad link with cages and marks', async () => {
    const page = await visit();
    const cells = Array.from({ length: 4 }, () => Array.from({ length: 4 }, (): object => ({})));
    cells[0][0] = { value: 1, given: true };
    cells[1][1] = { pencilMarks: [1, 2], centremarks: [3] };
    const cages = [
      {
        cells: [
          [0, 1],
          [0, 2],
        ],
        value: 5,
      },
      { value: 'title: Four' },
    ];
    const value = { cells, cages, regions: [], lines: [] };
    await paste(page, `https://sudokupad.app/scl${compressToBase64(JSON.stringify(value))}`);
    await page.locator('.toast', { hasText: 'Opened: Four' }).waitFor();
    await expect.poll(() => label(page, 1, 1, 4)).toBe('row 1 column 1, 1, given');
    await expect.poll(() => label(page, 2, 2, 4)).toBe('row 2 column 2, corner marks 1 2, center marks 3');
    await expect.poll(() => page.locator('arc-view-play arc-sudoku .cage').count()).toBe(1);
  });

  test('a SudokuPad link whose rules are drawn: suggested rules are added on request', async () => {
    const lines = [
      {
        color: '#CFCFCF',
        thickness: 18,
        wayPoints: [
          [0.5, 0.5],
          [0.5, 2.5],
        ],
      },
    ];
    const bulb = { center: [0.5, 0.5], width: 0.8, height: 0.8, rounded: true, backgroundColor: '#CFCFCF' };
    const metadata = {
      title: 'Drawn',
      author: 'An author',
      rules: 'Normal sudoku rules apply. Digits increase along thermometers.',
    };
    const scl = (value: object) => `https://sudokupad.app/scl${compressToBase64(JSON.stringify(value))}`;
    const link = scl({ cells: emptyGrid(4), lines, underlays: [bulb], metadata });
    const page = await visit();
    await paste(page, link);
    const board = page.locator('arc-view-play arc-sudoku');
    await expect.poll(() => board.locator('.document path').count()).toBe(2);
    await page.locator('.author', { hasText: 'there are no hints' }).waitFor();
    await page.keyboard.press('?');
    expect(await axe(page)).toEqual([]);
    await cell(page, 4, 4, 4).focus();
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('.toast', { hasText: 'Digits cannot be checked' }).waitFor();
    await page.getByRole('button', { name: 'Add these rules' }).click();
    await expect.poll(() => board.locator('.thermo').count()).toBe(1);
    await expect.poll(() => board.locator('.document path').count()).toBe(0);
    await expect.poll(() => label(page, 4, 4, 4)).toBe('row 4 column 4, 2');
    await page.locator('arc-help-panel').waitFor();
    expect(await page.locator('.author', { hasText: 'there are no hints' }).count()).toBe(0);
  });

  test('fog clears around correct digits, and digits are compared with the solution', async () => {
    const solution = '1234341221434321';
    const cells = emptyGrid(4);
    cells[0][0] = { value: 1 };
    cells[3][3] = { value: 1 };
    const value = {
      cells,
      foglight: [[0, 0]],
      mystery: [1],
      metadata: { solution, msgcorrect: 'Well done', rules: 'Xyzzy' },
    };
    const page = await visit();
    await paste(page, `https://sudokupad.app/scl${compressToBase64(JSON.stringify(value))}`);
    const fog = page.locator('arc-view-play arc-sudoku .fog');
    const squares = async () => ((await fog.getAttribute('d')) ?? '').split('M').length - 1;
    await expect.poll(squares).toBe(8);
    await cell(page, 2, 2, 4).focus();
    await page.keyboard.press('3');
    await expect.poll(() => label(page, 2, 2, 4)).toBe('row 2 column 2, 3');
    expect(await squares()).toBe(8);
    await page.keyboard.press('4');
    await expect.poll(squares).toBe(4);
    await cell(page, 1, 2, 4).focus();
    await page.keyboard.press('3');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('.toast', { hasText: 'One digit is wrong' }).waitFor();
    for (let at = 0; at < 16; at++) {
      if ([0, 5, 15].includes(at)) continue;
      await cell(page, Math.floor(at / 4) + 1, (at % 4) + 1, 4).focus();
      await page.keyboard.press(solution[at]);
      await expect.poll(() => label(page, Math.floor(at / 4) + 1, (at % 4) + 1, 4)).toContain(`, ${solution[at]}`);
    }
    await page.locator('.author', { hasText: 'Well done' }).waitFor();
    await page.locator('.author', { hasText: /not understood.*mystery.*Xyzzy/s }).waitFor();
  });

  test.each([
    ['a short link', 'https://sudokupad.app/abc123', /\(abc123\).*fetches nothing/],
    ['a damaged link', 'https://f-puzzles.com/?load=N4Igzg', /expected lz-string base64 of JSON/],
    ['a wrong grid', `${LINE.slice(0, 40)}\n${LINE.slice(0, 9)}`, /Line 1, column \d+: found .*expected/],
    ['words', 'hello', /found .*expected/],
    ['a 36x36 grid', Array.from({ length: 1296 }, () => '0').join(' '), /“grid 36x36”.*25 digits/],
    ['a wide grid', `{"puzzle":"${'.'.repeat(46)}","shape":"grid 1x46 digits 1-9"}`, /“grid 1x46 digits 1-9”/],
  ])('%s: the message contains what was found, where, and what was expected', async (_, text, message) => {
    const page = await visit({ fragment: `/play?p=${LINE}` });
    await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, 5, given');
    await paste(page, text);
    await page.locator('.toast', { hasText: message }).waitFor();
    await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, 5, given');
  });

  test('a text that is pasted into a field stays there', async () => {
    const page = await visit();
    await page.getByRole('button', { name: 'Import' }).click();
    const field = page.getByRole('textbox', { name: 'Text or link' });
    await field.focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), LINE);
    await page.keyboard.press('Control+V');
    await expect.poll(() => field.inputValue()).toBe(LINE);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, 5, given');
  });
});

test('the dialog opens a text once, however often its keys are pressed, and does nothing without a text', async () => {
  const page = await visit({ fragment: `/play?p=${LINE}` });
  await page.locator('arc-view-play').getByRole('button', { name: 'Import' }).click();
  const field = page.locator('arc-import-dialog textarea');
  // The second text is the first one that is read.
  await field.press('Control+Enter');
  await field.fill('no puzzle');
  await field.press('Control+Enter');
  await page.locator('arc-import-dialog .error', { hasText: "found 'n'" }).waitFor();
  // A text with entries always becomes a new game.
  const grid = emptyGrid(4);
  grid[0][0] = { value: 1, given: true };
  grid[0][1] = { value: 2 };
  await field.fill(fpuzzles({ size: 4, grid }));
  await field.evaluate((element) => {
    for (let count = 0; count < 2; count++)
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
  });
  await expect.poll(() => page.locator('arc-view-play [role="gridcell"]').count()).toBe(16);
  // The library processes one request after the other.
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.locator('.toast').last().waitFor();
  await page.getByRole('button', { name: 'Games', exact: true }).click();
  await expect.poll(() => page.locator('arc-games li').count()).toBe(2);
});

describe('dropping', () => {
  test('a file becomes a game with the name of the file', async () => {
    const page = await visit();
    await drop(page, 'my puzzle.sdk', bytes(`[Puzzle]\n${LINE.replace(/.{9}/g, '$&\n')}`));
    await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, 5, given');
    await page.locator('.toast', { hasText: 'Opened: my puzzle' }).waitFor();
  });

  test('a file that is not text shows a message', async () => {
    const page = await visit();
    await drop(page, 'picture.png', [0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]);
    await page.locator('.toast', { hasText: 'picture.png is not a text file' }).waitFor();
  });
});

describe.each(SIZES)('sharing on a %s', (_, size) => {
  const open = async () => {
    const page = await visit({ fragment: `/play?p=${LINE}`, size });
    await cell(page, 1, 3).focus();
    await page.keyboard.press('4');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('heading', { name: 'Share and export' }).waitFor();
    return page;
  };

  once(size, 'links with the puzzle and with progress, and their QR code', async () => {
    const page = await open();
    const link = page.getByRole('textbox', { name: 'Link' });
    await expect.poll(() => link.inputValue()).toContain('&s=');
    await page.getByText('The link contains the puzzle, your entries and your time.').waitFor();
    await page.getByRole('radio', { name: 'Puzzle', exact: true }).click();
    await expect.poll(() => link.inputValue()).toMatch(new RegExp(`#/play\\?p=${LINE.replaceAll('.', '\\.')}$`));
    await page.getByRole('radio', { name: 'With progress' }).click();
    await expect.poll(() => link.inputValue()).toContain('&s=');
    const long = await link.inputValue();
    await page.getByRole('button', { name: 'QR code' }).click();
    const code = await page.getByRole('img', { name: 'QR code of the link' }).screenshot();
    expect(decodeQR(await pixels(page, code))).toBe(long);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(long);
    // The message is above the dialog.
    await page.locator('.info:popover-open .toast', { hasText: 'Copied' }).waitFor();
    await expect.poll(() => page.locator('.toast').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    const other = await visit({ fragment: long.slice(long.indexOf('#') + 1), size });
    await expect.poll(() => label(other, 1, 3)).toBe('row 1 column 3, 4');
    await other.locator('.toast', { hasText: 'A shared game was opened.' }).waitFor();
  });

  test('every notation that can represent the puzzle; a message for the others', async () => {
    const page = await open();
    const text = page.getByRole('textbox', { name: 'Puzzle as text' });
    await expect.poll(() => text.inputValue()).toContain(LINE);
    await page.getByText('This notation contains only the puzzle.').waitFor();
    const names = await page
      .getByLabel('Notation')
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(names.splice(-3)).toEqual(['f-puzzles', 'sudokupad', 'sudokumaker']);
    expect(names).toHaveLength(13);
    for (const name of names) {
      await page.getByLabel('Notation').selectOption(name);
      await expect.poll(() => text.inputValue(), { message: name }).toMatch(/5[^]*3[^]*7/);
    }
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.tsv$/);
  });

  once(size, 'PNG and SVG, saved and copied', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Copy picture' }).click();
    await page.locator('.toast', { hasText: 'Copied' }).waitFor();
    const copied = Buffer.from(
      await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        return [...new Uint8Array(await (await item.getType('image/png')).arrayBuffer())];
      }),
    );
    expect(copied.subarray(1, 4).toString()).toBe('PNG');
    expect(copied.readUInt32BE(16)).toBe(1600);
    expect(copied.readUInt32BE(20)).toBe(1600);
    const { data } = await pixels(page, copied, 180);
    /** The range of the brightness in the middle of a cell of the first row. */
    const contrast = (column: number) => {
      const spots = Array.from({ length: 100 }, (_, n) => (5 + Math.floor(n / 10)) * 180 + 20 * column - 15 + (n % 10));
      const greens = spots.map((spot) => data[4 * spot + 1]);
      return Math.max(...greens) - Math.min(...greens);
    };
    expect([1, 2, 3, 4].map((column) => contrast(column) > 100)).toEqual([true, true, true, false]);
    for (const [name, ending, magic] of [
      ['Save PNG', 'png', '\u0089PNG'],
      ['Save SVG', 'svg', '<svg'],
    ]) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
      const content = readFileSync(await download.path());
      expect(content.toString('latin1').startsWith(magic)).toBe(true);
      expect(content.length).toBeGreaterThan(3000);
    }
  });
});

test('a puzzle with rules is JSON; a notation without rules shows a message', async () => {
  const page = await visit({
    fragment: `/play?p=${encodeURIComponent(JSON.stringify({ puzzle: LINE, rules: ['diagonals'] }))}`,
  });
  await expect.poll(() => label(page, 1, 1)).toBe('row 1 column 1, 5, given');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Puzzle as text' }).inputValue()).toContain('"diagonals"');
  await page.getByLabel('Notation').selectOption('sdk');
  await expect
    .poll(() => page.getByRole('alert').allInnerTexts())
    .toEqual([expect.stringMatching(/cannot represent the puzzle.*diagonals/)]);
});
