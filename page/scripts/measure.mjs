// Measures the built page in Chromium, compared with the program: node scripts/measure.mjs ARCDOKU [HINTS] [BATCH]
//
// ARCDOKU is a release build of the program. It makes the puzzles, with a seed, and solves the same batch with its
// portable tier in the same run. Prints a Markdown table. `cargo xtask page --program` builds both.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

const [program, hints = '500', batch = '10000'] = process.argv.slice(2);
if (!program) throw new Error('name a release build of the program');
const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'];
const SEED = '14';

const run = (words, env = {}) =>
  execFileSync(program, words, { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 1 << 28 });
const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, q) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * q))];
const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const rows = [];
const row = (what, target, measured) => rows.push(`| ${what} | ${target} | ${measured} |`);

/* The engine, built separately like the page, because test scripts cannot access the page's modules. */
const folder = mkdtempSync(join(tmpdir(), 'arcdoku-measure-'));
writeFileSync(
  'measure.html',
  '<!doctype html><html lang="en"><script type="module" src="./measure.ts"></script></html>\n',
);
writeFileSync('measure.ts', "import { engine } from './src/engine';\nObject.assign(window, { engine });\n");
try {
  await build({
    configFile: false,
    logLevel: 'error',
    base: './',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      outDir: join(folder, 'dist'),
      assetsInlineLimit: 0,
      rolldownOptions: { input: 'measure.html' },
    },
  });
} finally {
  rmSync('measure.html');
  rmSync('measure.ts');
}
const serve = (outDir) =>
  preview({ configFile: false, preview: { port: 0, host: '127.0.0.1' }, build: { outDir }, logLevel: 'error' });
const site = await serve('dist');
const engineSite = await serve(join(folder, 'dist'));
const port = (server) => server.httpServer.address().port;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});

/** Enters a digit and requests a hint on each board, in the view of the game. */
async function hintsOfPlayers(boards, solutions) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port(site)}/#/play`);
  const times = [];
  for (const [i, puzzle] of boards.entries()) {
    const empty = [...puzzle].flatMap((digit, cell) => ('123456789'.includes(digit) ? [] : [cell]));
    // The first puzzle of each kind has no entries, the next has a few, and so on.
    const filled = Math.floor((empty.length * (i % 5)) / 8);
    const entered = new Set(empty.slice(0, filled));
    const values = [...puzzle].map((digit, cell) => (entered.has(cell) ? `+${solutions[i][cell]}` : digit));
    // A line of a regression library: a plus precedes the digits that were filled in.
    const state = values.join('').replaceAll('0', '.');
    await page.evaluate((text) => {
      localStorage.clear();
      location.hash = `#/play?p=${encodeURIComponent(`:0000:x:${text}::::`)}`;
    }, state);
    const cell = page.locator(`arc-view-play arc-sudoku [data-cell="${empty[filled]}"]`);
    await page.waitForFunction(
      ({ puzzle }) => {
        const play = document.querySelector('arc-app')?.shadowRoot?.querySelector('arc-view-play');
        const cells = [...(play?.shadowRoot?.querySelectorAll('arc-sudoku') ?? [])].flatMap((board) => [
          ...(board.shadowRoot?.querySelectorAll('[data-cell]') ?? []),
        ]);
        const given = (at) => cells[at]?.getAttribute('aria-label')?.includes('given') === true;
        return cells.length === 81 && [...puzzle].every((digit, at) => given(at) === '123456789'.includes(digit));
      },
      { puzzle },
    );
    await cell.focus();
    const time = await cell.evaluate(async (element, digit) => {
      const play = document.querySelector('arc-app').shadowRoot.querySelector('arc-view-play');
      const panel = play.shadowRoot.querySelector('arc-help-panel');
      const press = (key, code) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key, code, bubbles: true, composed: true, cancelable: true }),
        );
      const painted = async (isThere) => {
        do await new Promise((next) => requestAnimationFrame(next));
        while (!isThere());
      };
      await painted(() => true);
      let start = performance.now();
      press(digit, `Digit${digit}`);
      press('?', 'Slash');
      await painted(() => panel.renderRoot.querySelector('.step') && !panel.renderRoot.querySelector('.job'));
      const vague = performance.now() - start;
      const show = [...panel.renderRoot.querySelectorAll('.step button')].at(-1);
      if (!show) return { vague, full: 0 };
      start = performance.now();
      show.click();
      await painted(() => panel.renderRoot.querySelector('.conclusion'));
      return { vague, full: performance.now() - start };
    }, solutions[i][empty[filled]]);
    times.push(time);
  }
  await context.close();
  return times;
}

try {
  /* First paint, with nothing stored. */
  const paints = [];
  for (let i = 0; i < 9; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port(site)}/#/play`);
    await page.locator('arc-sudoku').waitFor();
    paints.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity),
    );
    await context.close();
  }
  row('first paint, median of 9 first visits', '1,000 ms', ms(quantile(paints, 0.5)));

  /*
   * A hint after an edit, on puzzles of all levels. None to half of the empty cells are filled in; then one more
   * digit is entered and `?` is pressed. Measured from the key of the digit until the hint is painted next to the
   * board.
   */
  const each = Math.ceil(Number(hints) / LEVELS.length);
  const boards = LEVELS.flatMap((level) => {
    const lines = run(['generate', '-n', `${each}`, '--seed', SEED, '--level', level, '--format', 'line']);
    return lines
      .trim()
      .split('\n')
      .map((puzzle) => puzzle.slice(0, 81));
  });
  const solutions = run(['solve', '--format', 'line', ...boards])
    .trim()
    .split('\n')
    .map((line) => line.match(/[1-9]{81}/)[0]);
  const times = await hintsOfPlayers(boards, solutions);
  const of = (key) => times.map((time) => time[key]);
  for (const [key, what] of [
    ['vague', 'hint after an edit'],
    ['full', 'its whole step, drawn on the board, after a click'],
  ]) {
    row(`${what}, median of ${times.length}`, key === 'vague' ? '50 ms' : '', ms(quantile(of(key), 0.5)));
    row(`${what}, 95th percentile`, key === 'vague' ? '200 ms' : '', ms(quantile(of(key), 0.95)));
    row(`${what}, longest`, '', ms(Math.max(...of(key))));
  }

  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port(engineSite)}/measure.html`);
  await page.waitForFunction(() => 'engine' in window);

  /* A batch in one worker, compared with the program on one core; the best of three runs each. */
  const puzzles = run(['generate', '-n', batch, '--seed', SEED, '--format', 'line']);
  const inPage = [];
  const native = [];
  for (let i = 0; i < 3; i++) {
    inPage.push(
      await page.evaluate(async (text) => {
        const start = performance.now();
        const reply = await window.engine.run('batch', { text });
        if (reply.errors.length > 0) throw new Error(reply.errors[0]);
        return (reply.puzzles / (performance.now() - start)) * 1000;
      }, puzzles),
    );
    const file = join(folder, 'batch.txt');
    writeFileSync(file, puzzles);
    const start = performance.now();
    run(['solve', '-j', '1', '--format', 'line', '--quiet', file], { ARCDOKU_TIER: 'portable' });
    native.push((Number(batch) / (performance.now() - start)) * 1000);
  }
  const [own, other] = [Math.max(...inPage), Math.max(...native)];
  const rate = (value) => `${Math.round(value).toLocaleString('en')}/s`;
  row(`batch of ${batch} in the page`, `${rate(other / 3)} (a third of the program)`, rate(own));
  row('the same by the program, portable tier, one core', '', rate(other));

  /* Cancel: a comparison that would take minutes. */
  const cancels = await page.evaluate(async (text) => {
    const times = [];
    for (let i = 0; i < 5; i++) {
      const control = new AbortController();
      const ended = window.engine
        .run('compare', { puzzles: text, strategies: ['backtracking'] }, { signal: control.signal })
        .catch(() => performance.now());
      await new Promise((done) => setTimeout(done, 500));
      const start = performance.now();
      control.abort();
      times.push((await ended) - start);
    }
    return times;
  }, puzzles);
  row('Cancel of a comparison, longest of 5', '100 ms', ms(Math.max(...cancels)));
} finally {
  await browser.close();
  await Promise.all([site.close(), engineSite.close()]);
  rmSync(folder, { recursive: true });
}
console.log(['| what | target | measured |', '|---|--:|--:|', ...rows].join('\n'));
