import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { axe, DESKTOP, type Page, SIZES, SLOW, visit, once } from './browser';

/** A puzzle that needs guesses with `fc-mrv` and hardly any with `singles-mrv`. */
const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
const at = (rest = '') => `/search?p=${PUZZLE}&a=fc-mrv${rest}`;

/** The numbers of the position: the current event or node, and their total. */
async function position(page: Page): Promise<[number, number]> {
  const text = await page.locator('arc-view-search output').innerText();
  const [place, all] = (text.match(/[\d,]+/g) ?? []).map((number) => Number(number.replaceAll(',', '')));
  return [place, all];
}

const place = async (page: Page) => (await position(page))[0];
const sentence = (page: Page, lane = 0) => page.locator('arc-search-lane .sentence').nth(lane).innerText();
const counter = async (page: Page, name: string, lane = 0) =>
  Number(
    (
      await page.locator('arc-search-lane').nth(lane).locator('dl div', { hasText: name }).locator('dd').innerText()
    ).replaceAll(',', ''),
  );

async function open(fragment: string, size = DESKTOP): Promise<Page> {
  const page = await visit({ fragment, size });
  await page.locator('arc-search-lane').first().waitFor();
  await expect.poll(async () => (await position(page))[1]).toBeGreaterThan(100);
  await page.getByText('Searching').waitFor({ state: 'hidden' });
  return page;
}

describe.each(SIZES)('on a %s', (_, size) => {
  test('steps, jumps and runs update the board, the tree and the counters', async () => {
    const page = await open(at(), size);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => sentence(page)).toBe('The puzzle as given.');
    await press('One step forward');
    await press('One step forward');
    await expect.poll(() => sentence(page)).toMatch(/^r\dc\d loses .*: taken by .* in row \d\.$/);
    await press('One step back');
    await expect.poll(() => position(page)).toMatchObject([1, expect.any(Number)]);

    await press('Next backtrack');
    await expect.poll(() => sentence(page)).toMatch(/^Backtrack: \d is removed from r\dc\d\.$/);
    await expect.poll(() => counter(page, 'Backtracks')).toBe(1);
    const [first] = await position(page);
    await press('Next backtrack');
    await expect.poll(() => counter(page, 'Backtracks')).toBe(2);
    await press('Previous backtrack');
    await expect.poll(() => place(page)).toBe(first);
    await expect
      .poll(() => page.locator('arc-search-tree svg.drawing').getAttribute('aria-label'))
      .toMatch(/Search tree: \d+ guesses, 1 of them failed, depth \d+/);
    expect(await axe(page)).toEqual([]);

    await press('Next solution');
    await expect.poll(() => sentence(page)).toBe('Every cell is decided: a solution.');
    await press('To the end');
    await expect.poll(() => sentence(page)).toBe('The search ends: a solution is found.');
    const solved = page.locator('arc-search-lane').getByRole('gridcell', { name: 'row 9 column 9, 3', exact: false });
    await expect.poll(() => solved.count()).toBe(1);
    await press('To the beginning');
    await press('Run');
    await expect.poll(() => place(page)).toBeGreaterThan(5);
    await press('Pause');
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    const stopped = await place(page);
    // A search that is not paused shows several steps in this time.
    await page.waitForTimeout(200);
    expect(await place(page)).toBe(stopped);
  });
});

test('the keyboard alone steps and reads the path', async () => {
  const page = await open(at());
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => place(page)).toBeGreaterThan(1);
  const first = await place(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => place(page)).toBe(first);
  await page.keyboard.press('End');
  const [, all] = await position(page);
  await expect.poll(() => place(page)).toBe(all);
  await page.keyboard.press('Home');
  await expect.poll(() => place(page)).toBe(0);
  await page.keyboard.press(' ');
  await expect.poll(() => place(page)).toBeGreaterThan(0);
  await page.keyboard.press(' ');
  await page.keyboard.press('Shift+ArrowRight');
  await page.locator('arc-search-lane summary', { hasText: 'Current path' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('arc-search-path li').first().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const item = page.locator('arc-search-path button:focus');
  await expect.poll(() => item.innerText()).toMatch(/1\s+r\dc\d = \d\s+candidates/);
  await page.keyboard.press('Enter');
  await expect.poll(() => sentence(page)).toMatch(/^Guess: \d is tried in r\dc\d\.$/);
});

test('the tree can be moved, zoomed and unfolded; selecting a branch goes to its event', async () => {
  const page = await open(at());
  await page.keyboard.press('End');
  const tree = page.locator('arc-search-tree');
  const shown = () => tree.locator('g').first().getAttribute('transform');
  const before = await shown();
  const box = (await tree.locator('.pane').boundingBox())!;
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 150, { steps: 4 });
  await page.mouse.up();
  await expect.poll(shown).not.toBe(before);
  const moved = await shown();
  // A plain wheel scrolls the page; with Ctrl it zooms, until the tree would be illegible.
  await page.mouse.wheel(0, 60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(60);
  expect(await shown()).toBe(moved);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 8; notch++) await page.mouse.wheel(0, 100);
  await page.keyboard.up('Control');
  await expect.poll(shown).toMatch(/scale\(0\.5\)/);
  await tree.locator('.pane').focus();
  await page.keyboard.press('0');
  await expect.poll(async () => tree.locator('.folded').count()).toBeGreaterThan(3);
  await tree.getByRole('button', { name: 'Fold failures' }).click();
  await expect.poll(async () => tree.locator('.folded').count()).toBe(0);
  await tree.getByRole('button', { name: 'Fold failures' }).click();
  await page.keyboard.press('End');
  const tip = (await tree.locator('.tip').boundingBox())!;
  const [end] = await position(page);
  await page.mouse.click(tip.x + tip.width / 2, tip.y + tip.height / 2);
  await expect.poll(() => place(page)).toBeLessThan(end);
  await expect.poll(() => sentence(page)).toMatch(/^Guess:/);
});

test('a long search is cut off with a note, and any of its events is shown without delay', async () => {
  const page = await open(`/search?p=${PUZZLE}&a=backtracking`);
  await page.getByText(/only its first [\d,]+ events are shown/).waitFor();
  const slider = page.getByRole('slider', { name: 'Position' });
  const spent: number[] = [];
  for (const event of [15_000, 3, 19_990, 9000, 8999, 8998]) {
    spent.push(
      await slider.evaluate(async (input: HTMLInputElement, value) => {
        const start = performance.now();
        input.value = String(value);
        input.dispatchEvent(new Event('input'));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return performance.now() - start;
      }, event),
    );
    await expect.poll(() => place(page)).toBe(event);
  }
  // The goal is 150. The limit applies to most of these steps only, because the machine may be busy.
  expect(spent.sort((a, b) => a - b)[3]).toBeLessThan(1000 * SLOW);
});

describe.each(SIZES)('on a %s', (_, size) => {
  test('two strategies on the same puzzle, synchronized by events or by nodes', async () => {
    const page = await open(at('&b=singles-mrv'), size);
    await expect.poll(() => page.locator('arc-search-lane').count()).toBe(2);
    if (size.width < 500) await page.getByRole('button', { name: 'Speed and steps' }).click();
    await page.getByLabel('Synchronize').selectOption('nodes');
    for (let node = 0; node < 3; node++) await page.keyboard.press('ArrowRight');
    await expect.poll(() => place(page)).toBe(3);
    expect([await counter(page, 'Nodes', 0), await counter(page, 'Nodes', 1)]).toEqual([3, 3]);
    await page.getByLabel('Synchronize').selectOption('events');
    await expect.poll(() => counter(page, 'Nodes', 0)).toBe(3);
    // At the end of the page, the bar covers no part of a button.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await axe(page)).toEqual([]);
  });

  test('a strategy is chosen by its name or by its parts, and the address contains it', async () => {
    const page = await open(at(), size);
    await page.getByLabel('Strategy', { exact: true }).selectOption('gac-mrv');
    await expect.poll(() => page.url()).toContain('a=gac-mrv');
    await page.getByRole('button', { name: 'Parts' }).click();
    await page.getByLabel('Value', { exact: true }).selectOption('lcv');
    await expect.poll(() => decodeURIComponent(page.url())).toContain('value=lcv');
    await expect.poll(() => page.getByLabel('Strategy', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Value', { exact: true }).selectOption('ascending');
    await expect.poll(() => page.url()).toContain('a=gac-mrv');
    await page.reload();
    await page.locator('arc-search-lane').waitFor();
    await expect.poll(() => page.getByLabel('Strategy', { exact: true }).inputValue()).toBe('gac-mrv');
  });

  once(size, 'another puzzle, and the errors of a text', async () => {
    const page = await open(at(), size);
    await page
      .getByRole('button', { name: 'Change the puzzle' })
      .or(page.getByTitle('Change the puzzle'))
      .first()
      .click();
    const text = page.getByRole('textbox');
    await text.fill('53..7?');
    await page.getByRole('button', { name: 'Use this puzzle' }).click();
    await page.locator('arc-dialog[open]').getByRole('alert').waitFor();
    await text.fill('.4....1..1....2.');
    await page.getByRole('button', { name: 'Use this puzzle' }).click();
    await page.getByRole('button', { name: '4 clues' }).waitFor();
    await expect.poll(() => page.locator('arc-search-lane').getByRole('gridcell').count()).toBe(16);
    await expect.poll(() => page.url()).toContain('p=.4....1..1....2.');
  });

  once(size, 'a link with an unknown strategy, and clues that contradict each other', async () => {
    const page = await visit({ fragment: `/search?p=${PUZZLE}&a=nonsense`, size });
    await page.getByRole('alert').getByText('nonsense').waitFor();
    await page.getByLabel('Strategy', { exact: true }).selectOption('gac-mrv');
    await expect.poll(async () => (await position(page))[1]).toBeGreaterThan(100);
    await page.goto(`${page.url().split('#')[0]}#/search?p=44....8${PUZZLE.slice(7)}&a=singles-mrv`);
    await page.getByRole('alert').getByText('column').waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => sentence(page)).toBe('The search ends: there is no solution.');
  });
});

test('the events of learning, their table and links, and the implication graph of a conflict', async () => {
  const page = await visit({ fragment: '/search?p=......3..4......&a=learning,seed=5026' });
  await page.getByText('All events').click();
  const table = page.locator('arc-search-events');
  await table.getByLabel('Kind', { exact: true }).selectOption({ label: 'Learned clause' });
  const link = table.getByRole('link').first();
  const number = Number(await link.innerText());
  await link.click();
  await expect.poll(() => place(page)).toBe(number);
  await expect.poll(() => sentence(page)).toMatch(/^Learned clause: r\dc\d [=≠] \d/);
  expect(await table.locator('[aria-current]').innerText()).toContain('Learned clause');
  await page.getByText('Implication graph').click();
  const graph = page.getByRole('img', { name: /^Implication graph of conflict 1\. Learned clause: / });
  await expect.poll(() => graph.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  // The page has no second scroll bar for the graph, and the graph has the signs of the page.
  const { height } = (await graph.boundingBox())!;
  expect(await graph.locator('..').evaluate((panel) => panel.clientHeight)).toBeGreaterThanOrEqual(height);
  expect(decodeURIComponent((await graph.getAttribute('src'))!)).toMatch(/>r\dc\d≠\d</);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Previous backtrack' }).click();
  await expect.poll(() => sentence(page)).toMatch(/^Conflict: \S+ = \d and \S+ = \d cannot both hold\.$/);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByRole('img', { name: /^Implikationsgraph von Konflikt 1\. Gelernte Klausel: / }).waitFor();

  const shared = await visit({ fragment: (await link.getAttribute('href'))!.slice(1) });
  await expect.poll(() => sentence(shared)).toMatch(/^Learned clause: /);
});

test('small examples, cells shaded by candidates, and the events and the board as files', async () => {
  const page = await open(at());
  await page.getByTitle('Change the puzzle').click();
  await page.getByLabel('Examples').selectOption({ label: '4×4, 4 clues' });
  await page.getByRole('button', { name: 'Use this puzzle' }).click();
  await expect.poll(() => page.locator('arc-search-lane').getByRole('gridcell').count()).toBe(16);
  await page.keyboard.press('End');
  const options = page.getByRole('button', { name: 'Options' });
  await options.click();
  expect(await page.locator('arc-search-lane .share').count()).toBe(0);
  await page.getByLabel('Shade cells by their number of candidates').check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'To the beginning' }).click();
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.locator('arc-search-lane .share').count()).toBeGreaterThan(5);
  await options.click();
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return [file.suggestedFilename(), readFileSync(await file.path())] as const;
  };
  const [name, lines] = await saved('Save the events as JSON');
  expect(name).toBe('search-fc-mrv.jsonl');
  expect(JSON.parse(lines.toString().trim().split('\n').at(-1)!)).toMatchObject({ event: 'end', outcome: 'solved' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a strategy' }).click();
  await page.getByText('Searching').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'To the end' }).click();
  await options.click();
  await page.getByRole('button', { name: 'Save the events as JSON (2 files, one for each strategy)' }).waitFor();
  const [film, pictures] = await saved('Save as a film');
  expect([film, pictures.subarray(0, 4).toString('hex')]).toEqual(['search-fc-mrv-singles-mrv.webm', '1a45dfa3']);
  // The width of two boards.
  expect(pictures.toString('hex')).toContain(`b001${'04'.padStart(14, '0')}${(960).toString(16).padStart(8, '0')}`);
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await options.click();
  // A film waits for frames of the page, so this one does not end.
  await page.evaluate('globalThis.requestAnimationFrame = () => 0');
  await page.getByRole('button', { name: /^Save as a film from this event on \(\d+ s\)$/ }).click();
  await page.getByRole('progressbar', { name: 'Recording …' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('slider', { name: 'Position' }).waitFor();
});

test.each(SIZES)('three strategies on a %s are next to each other if their boards stay legible', async (_, size) => {
  const page = await open(at('&b=singles-mrv'), size);
  await page.getByRole('button', { name: 'Add a strategy' }).click();
  await expect.poll(() => page.url()).toContain('c=learning');
  const boxes = () =>
    page
      .locator('arc-search-lane arc-sudoku')
      .evaluateAll((boards) => boards.map((one) => one.getBoundingClientRect()));
  await expect.poll(async () => (await boxes()).length).toBe(3);
  const [one, two, three] = await boxes();
  expect(Math.min(one.width, three.width)).toBeGreaterThan(320);
  const isStacked = size.width < 500;
  expect([two.y > one.bottom, three.y > two.bottom]).toEqual([isStacked, isStacked]);
  const [tree, bar] = await Promise.all(
    ['arc-search-tree', '.dock'].map((part) => page.locator(part).first().boundingBox()),
  );
  if (!isStacked) expect([one.y, two.y, bar!.y > tree!.y]).toEqual([three.y, three.y, true]);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Strategy 2' }).click();
  await expect.poll(() => page.url()).toContain('b=learning');
});

/** The demonstrations that the chapters of the course link to. */
const COURSE = new URL('../../docs/course/', import.meta.url);
const demonstrations = readdirSync(COURSE)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) =>
    [...readFileSync(new URL(name, COURSE), 'utf8').matchAll(/index\.html#(\/search\?[^)\s]*)/g)].map(([, link]) => [
      name,
      link,
    ]),
  );

test.each(demonstrations)('the link of %s to %s shows its step', async (_, link) => {
  const page = await visit({ fragment: link });
  await page.locator('arc-search-lane').first().waitFor();
  const params = new URLSearchParams(link.slice(link.indexOf('?')));
  await expect.poll(() => place(page)).toBe(Number(params.get('event')));
  expect(await page.locator('arc-search-lane').count()).toBe(params.has('b') ? 2 : 1);
  const [text, board] = await Promise.all(
    ['.sentence', 'arc-sudoku'].map((part) => page.locator(`arc-search-lane ${part}`).first().boundingBox()),
  );
  expect(text!.y + text!.height).toBeLessThanOrEqual(board!.y);
});
