// Measures a first visit on a slow link: node scripts/first.mjs [DIST] [RUNS] [LATENCY] [MBITS]
//
// A server in this process sends the built page, gzipped, with MBITS Mbit/s in total and a latency of LATENCY ms per
// response: 1.44 and 562 (Fast 3G in the developer tools of Chromium) if they are left out. 1.6 and 150 are the same
// link in other tools. If ARCDOKU names the program, its answers are sent instead of the files of DIST. Unlike the
// browser's own limits, these apply to workers and the service worker as well. The page's main thread is slowed down
// by a factor of four; workers are not. Every visit starts with an empty cache.
// Prints the medians as a Markdown table, in milliseconds since the start of the navigation.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const [dist = 'dist', runs = '3', latency = '562', mbits = '1.44'] = process.argv.slice(2);
const BYTES_PER_MS = (Number(mbits) * 1_000_000) / 8 / 1000;
const SLOWER = 4;
const PIECE = 4096;
const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const files = new Map();
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  const type = TYPES[extname(path)];
  const body = readFileSync(path);
  files.set(path.slice(join(dist, '/').length), { type, body: type ? gzipSync(body, { level: 9 }) : body });
}

/** Responses in progress, which share the bandwidth evenly. */
let answers = [];
let sent = 0;
let moduleSent = 0;
let carried = performance.now();
setInterval(() => {
  const now = performance.now();
  let room = (now - carried) * BYTES_PER_MS;
  carried = now;
  if (answers.length === 0) return;
  while (room > 0 && answers.length > 0) {
    const answer = answers.shift();
    const piece = answer.body.subarray(answer.at, answer.at + Math.min(PIECE, Math.ceil(room)));
    answer.at += piece.length;
    room -= piece.length;
    sent += piece.length;
    if (answer.isModule) moduleSent += piece.length;
    answer.response.write(piece);
    if (answer.at >= answer.body.length) answer.response.end();
    else if (!answer.response.destroyed) answers.push(answer);
  }
}, 4);

const program = process.env.ARCDOKU && spawn(process.env.ARCDOKU, ['page', '--no-open', '--port', '0']);
const origin = program && String((await once(program.stdout, 'data'))[0]).trim();

/** The answer of the program: status, headers and body. */
async function fromProgram({ url, headers }) {
  const request = get(new URL(url, origin), { headers: { ...headers, host: new URL(origin).host }, agent: false });
  const [answer] = await once(request, 'response');
  const pieces = [];
  for await (const piece of answer) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const { connection: _, 'transfer-encoding': __, ...kept } = answer.headers;
  return [answer.statusCode, { ...kept, 'content-length': body.length }, body];
}

/** The answer with a file of the built page. */
function fromFiles({ url }) {
  const file = files.get(new URL(url, 'http://host').pathname.slice(1) || 'index.html');
  if (!file) return [404, {}, Buffer.alloc(0)];
  const { type = 'application/octet-stream', body } = file;
  const coded = file.type ? { 'Content-Encoding': 'gzip' } : {};
  return [200, { 'Content-Type': type, 'Content-Length': body.length, 'Cache-Control': 'max-age=600', ...coded }, body];
}

const server = createServer(async (request, response) => {
  const due = performance.now() + Number(latency);
  const [status, headers, body] = await (origin ? fromProgram : fromFiles)(request);
  setTimeout(() => {
    response.writeHead(status, headers);
    if (body.length === 0) return response.end();
    answers.push({ response, body, at: 0, isModule: request.url.endsWith('.wasm') });
  }, due - performance.now());
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const home = `http://127.0.0.1:${server.address().port}/`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});

/** Calls `find` on each frame until it returns a result. `at` is the time when it was painted. */
const HELPERS = () => {
  window.deep = (...path) => {
    let found = document;
    for (const selector of path) found = (found?.shadowRoot ?? found)?.querySelector(selector);
    return found;
  };
  window.until = async (find) => {
    for (;;) {
      const found = find();
      await new Promise((next) => requestAnimationFrame(next));
      if (found) return [found, performance.now()];
    }
  };
};

/** Opens the page as a new visitor; `play` runs in it and returns times by name. */
async function visit(fragment, play) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(HELPERS);
  [answers, sent, moduleSent] = [[], 0, 0];
  await page.goto(`${home}#${fragment}`, { waitUntil: 'commit' });
  const times = await page.evaluate(play);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const until = [sent, moduleSent].map((bytes) => Math.round(bytes / 1024));
  await context.close();
  return { paint, ...times, until };
}

const board = async () => {
  const grid = () => deep('arc-app', 'arc-view-play', 'arc-sudoku');
  const cell = (at) => grid()?.shadowRoot?.querySelector(`[data-cell="${at}"]`);
  const [, shown] = await until(() => cell(80));
  // The second cell is empty; the row has a 7 already.
  const press = async (digit) => {
    cell(2).focus();
    const keys = { key: digit, code: `Digit${digit}`, bubbles: true, composed: true, cancelable: true };
    cell(2).dispatchEvent(new KeyboardEvent('keydown', keys));
  };
  await press('1');
  const [, digit] = await until(() => cell(2).getAttribute('aria-label').endsWith(', 1'));
  await press('7');
  const [, conflict] = await until(() => grid().shadowRoot.querySelectorAll('.digit.conflict').length === 2);
  return { shown, digit, conflict };
};

const check = async () => {
  const view = () => deep('arc-app', 'arc-view-play');
  await until(() => deep('arc-app', 'arc-view-play', '.pad'));
  void view().check();
  // The message that the solver is still loading does not count.
  const answer = () => /No mistakes/.test(deep('arc-app', '.toasts').innerText);
  const [, checked] = await until(answer);
  return { checked };
};

const solve = async () => {
  const solution = () => deep('arc-app', 'arc-view-check', '.right .actions button.primary:not([disabled])');
  const [button, solved] = await until(solution);
  button.click();
  const digits = () => deep('arc-app', 'arc-view-check', '.board arc-sudoku')?.shadowRoot.querySelectorAll('.digit');
  await until(() => digits()?.length === 81);
  return { solved };
};

const hint = async () => {
  const [view] = await until(
    () => deep('arc-app', 'arc-view-play', 'arc-sudoku', '[data-cell]') && deep('arc-app', 'arc-view-play'),
  );
  const keys = { key: '?', code: 'Slash', bubbles: true, composed: true, cancelable: true };
  deep('arc-app', 'arc-view-play', 'arc-sudoku', '[data-cell="2"]').dispatchEvent(new KeyboardEvent('keydown', keys));
  const panel = () => view.renderRoot.querySelector('arc-help-panel');
  const [step, vague] = await until(() => panel()?.renderRoot.querySelector('.step'));
  [...step.querySelectorAll('button')].at(-1).click();
  const [, full] = await until(() => panel().renderRoot.querySelector('.conclusion'));
  return { vague, full };
};

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const rows = [];
try {
  const measure = async (view, play, names) => {
    const all = [];
    for (let run = 0; run < Number(runs); run++) all.push(await visit(`/${view}?p=${PUZZLE}`, play));
    for (const [name, what] of Object.entries(names)) {
      const times = all.map((times) => times[name]);
      const range = `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))}`;
      rows.push(`| ${what} | ${Math.round(median(times))} | ${range} |`);
    }
    const [bytes, module] = [0, 1].map((at) => median(all.map(({ until }) => until[at])));
    console.error(`${view}: ${bytes} KiB sent until the last of ${Object.keys(names)}, ${module} KiB of WebAssembly`);
  };
  await measure('play', board, {
    paint: 'first paint',
    shown: 'board shown',
    digit: 'typed digit shown',
    conflict: 'conflict marked',
  });
  await measure('play', check, { checked: 'first check of a game (`mistakes`)' });
  await measure('play', hint, { vague: 'first hint', full: 'first hint in full' });
  await measure('check', solve, { paint: 'first paint of the view Check', solved: 'first solve' });
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
  program?.kill();
}
console.log(['| what | median | range |', '|---|--:|--:|', ...rows].join('\n'));
process.exit(0);
