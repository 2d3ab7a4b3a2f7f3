import { expect, test } from 'vitest';

import { IMMEDIATE, type Page, visit } from './browser';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
/** A state in which no pattern or chain applies. */
const NETS =
  ':0000:x:.5...2..38.+2....9.....8.2....1..9.3..6....1.....7.16..5...2.+9.19.6....4.4.7..5...:711 114 115 618 718 122 331 731 132 134 638 242 742 353 262 362 363 374 874 376 876 878 382 882 392 892 695 699:::';
/** A puzzle whose solutions are counted quickly at first, but take long to count. */
const MANY = '5........6....53..........7.5.7.1....2......1.........9.........8..1......52.6...';
const SEVERAL = `4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.......`.padEnd(81, '.');

/**
 * Simulates jobs that never end: the replies to some requests are dropped, but their progress is not. Every display
 * therefore stays while a test checks it, whatever the speed of the machine.
 */
const ENDLESS = (questions: readonly string[]) => `{
  const lost = ${JSON.stringify(questions)};
  const questionOf = new WeakMap();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.kind === 'ask') questionOf.set(this, message.ask.quick ? 'quick' : message.question);
    postMessage.call(this, message, ...rest);
  };
  const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  Object.defineProperty(Worker.prototype, 'onmessage', {
    configurable: true,
    set(listener) {
      set.call(this, (event) => {
        if (event.data.kind !== 'reply' || !lost.includes(questionOf.get(this))) listener(event);
      });
    },
  });
}`;

const endless = (fragment: string, ...questions: string[]) =>
  visit({ fragment, before: (page) => page.addInitScript(ENDLESS(questions)) });

/** The display of a component's job. */
const job = (page: Page, within: string) => page.locator(`${within} .job`);

/** Cancels the job and measures how long its display stays after the click, in milliseconds. */
async function cancel(page: Page, within: string): Promise<void> {
  const button = page.locator(within).getByRole('button', { name: 'Cancel', exact: true });
  const took = await button.evaluate(
    (element) =>
      new Promise<number>((done) => {
        const start = performance.now();
        const look = () => {
          if (element.isConnected) setTimeout(look);
          else done(performance.now() - start);
        };
        (element as HTMLElement).click();
        look();
      }),
  );
  if (process.env['TIMES']) console.log(`Cancel in ${within}: ${took.toFixed(1)} ms`);
  expect(took).toBeLessThan(IMMEDIATE);
}

test.each([
  ['Steps', 'Find all steps', 'steps', /\d+ steps? found/, false],
  ['Path', 'Find the path', 'explain', /\d+ of 51 cells filled · \d+ steps? found/, true],
  ['Rating', 'Rate the puzzle', 'ratings', /\d+ of 102 cells filled \(both scales\)/, true],
] as const)('help: %s', async (tab, action, question, progress, isShare) => {
  const page = await endless(`/play?p=${EASY}`, question);
  const panel = page.locator('arc-help-panel');
  await panel.getByRole('tab', { name: tab }).click();
  await panel.getByRole('button', { name: action, exact: true }).click();
  await expect.poll(() => job(page, 'arc-help-panel').innerText()).toMatch(progress);
  expect(await job(page, 'arc-help-panel').locator('progress').count()).toBe(isShare ? 1 : 0);
  await cancel(page, 'arc-help-panel');
  await panel.getByRole('button', { name: action, exact: true }).waitFor();
  // Short requests still work.
  await panel.getByRole('tab', { name: 'Hint' }).click();
  await panel.getByRole('button', { name: 'Hint', exact: true }).click();
  await panel.locator('.step').waitFor();
});

test('help: the board can be checked during a long hint', async () => {
  const page = await endless(`/play?p=${encodeURIComponent(NETS)}`, 'hint');
  const panel = page.locator('arc-help-panel');
  await panel.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect.poll(() => job(page, 'arc-help-panel').innerText()).toMatch(/\d+ of \d+ techniques tried/);
  await page.locator('arc-view-play .pad').getByRole('button', { name: 'Check', exact: true }).click();
  await expect.poll(() => page.locator('arc-app [aria-live="polite"]').first().innerText()).not.toBe('');
  expect(await job(page, 'arc-help-panel').count()).toBe(1);
  await cancel(page, 'arc-help-panel');
  await panel.getByRole('button', { name: 'Hint', exact: true }).waitFor();
});

test.each([
  ['solve', '.'.repeat(256), /[\d,]+ nodes searched/],
  ['candidates', SEVERAL, /\d+ of \d+ candidates decided/],
  ['check', EASY, /\d+ of 30 clues tried/],
] as const)('checker: %s', async (question, puzzle, progress) => {
  const page = await endless(`/check?p=${puzzle}`, question);
  const view = page.locator('arc-view-check');
  if (question === 'candidates')
    await view.getByLabel('Digits that occur in some solution').selectOption('100', { force: true });
  await expect.poll(() => job(page, 'arc-view-check').innerText()).toMatch(progress);
  await cancel(page, 'arc-view-check');
  expect(await job(page, 'arc-view-check').count()).toBe(0);
});

test('checker: counting shows its progress', async () => {
  const page = await visit({ fragment: `/check?p=${MANY}` });
  const view = page.locator('arc-view-check');
  await view.getByRole('button', { name: 'Count the solutions' }).click();
  const shown = job(page, 'arc-view-check').filter({ hasText: 'Counting' });
  await expect.poll(() => shown.innerText(), { timeout: 60_000 }).toMatch(/[\d,]+ or more solutions · \d+(\.\d+)?% of/);
  await view.getByText('Looking for candidates').waitFor({ state: 'hidden' });
  await cancel(page, 'arc-view-check');
  await view.getByText(/or more solutions/).waitFor();
  await view.getByRole('button', { name: 'Count the solutions' }).waitFor();
});

test('a new game shows the number of puzzles tried', async () => {
  const page = await endless('/play', 'generate');
  await page.getByRole('button', { name: 'New game' }).first().click();
  const begin = page.locator('arc-new-game').getByRole('button', { name: /^Extreme/ });
  await begin.click();
  await job(page, 'arc-new-game').waitFor();
  await cancel(page, 'arc-new-game');
  await expect.poll(() => begin.isEnabled()).toBe(true);
});

test('make: the number of puzzles tried', async () => {
  const page = await endless('/make', 'generate');
  await page.getByRole('combobox', { name: 'from' }).selectOption('extreme');
  await page.getByRole('combobox', { name: 'to' }).selectOption('extreme');
  await page.locator('arc-make-form summary').click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('1');
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  await expect.poll(() => job(page, 'arc-view-make').innerText()).toMatch(/\d+ puzzles tried/);
  await cancel(page, 'arc-view-make');
  const button = page.getByRole('button', { name: 'Make', exact: true });
  await button.click();
  await button.waitFor({ state: 'hidden' });
  // Printing a puzzle of another view ends the run.
  await page.goto(`${page.url().split('#')[0]}#/make?print=${EASY}`);
  const codes = page.getByRole('checkbox', { name: 'QR codes' });
  const space = () => page.locator('arc-sheets .in').first().getAttribute('style');
  await codes.check();
  await expect.poll(space).toContain('--code');
  await codes.uncheck();
  await expect.poll(space).toBe(null);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await button.waitFor();
});

test('practice: boards are made', async () => {
  const page = await endless('/techniques?name=x-wing', 'practice');
  const view = page.locator('arc-technique-page');
  await view.getByRole('button', { name: /^Make/ }).click();
  await expect.poll(() => job(page, 'arc-technique-page').innerText()).toMatch(/\d+ puzzles? tried/);
  await cancel(page, 'arc-technique-page');
  await view.getByRole('button', { name: /^Make/ }).waitFor();
});
