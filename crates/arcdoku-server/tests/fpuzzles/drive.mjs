// Runs the user script for f-puzzles, unmodified, in Chromium against `arcdoku serve`, and presses all of its buttons.
//
//   cargo build -p arcdoku-cli --features server
//   ARCDOKU_FPUZZLES_SCRIPT=/path/to/Fpuzzles-SudokuSolver.user.js node crates/arcdoku-server/tests/fpuzzles/drive.mjs
//
// The script is not part of this project, so it is named by the variable; without it, nothing is tested. `host.html`
// has the interface of the page that the script needs, and is shown at the address of f-puzzles. The port 4545 must be
// free. `CHROMIUM` and `ARCDOKU_PROGRAM` name other programs. With `RECORD=1`, all messages are printed. The packages
// are those of `page/` (`npm ci`).

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const script = process.env.ARCDOKU_FPUZZLES_SCRIPT;
if (!script) {
  console.log('skipped: ARCDOKU_FPUZZLES_SCRIPT is not set');
  process.exit(0);
}
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const packages = createRequire(`${root}page/package.json`);
const { chromium } = packages('playwright-core');
const LZ = packages('lz-string');

const SITE = 'https://f-puzzles.com/';
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const EMPTY = '.'.repeat(81);
const CAGES = { killercage: [{ cells: ['R1C1', 'R1C2'], value: '3' }, { cells: ['R1C3', 'R1C4', 'R1C5'], value: '24' }] };

const names = [process.env.CHROMIUM, 'chromium-headless-shell', 'chromium', 'google-chrome'];
const found = names.map(name => name && spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()).find(path => path);
assert(found, 'Chromium is missing');
const program = process.env.ARCDOKU_PROGRAM ?? `${root}target/debug/arcdoku`;
const server = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
await once(server.stdout, 'data');
const browser = await chromium.launch({ executablePath: found, args: ['--no-sandbox'] });

/** All messages, in order: the puzzle of a request, or the reply. */
const messages = [];
function record(direction, text) {
  const message = JSON.parse(text);
  if (message.data) message.puzzle = JSON.parse(LZ.decompressFromBase64(message.data));
  delete message.data;
  messages.push({ direction, ...message });
  if (process.env.RECORD) console.log(direction, JSON.stringify(message).slice(0, 300));
}
const sent = command => messages.filter(message => message.direction === '>' && message.command === command);
const received = type => messages.filter(message => message.direction === '<' && message.type === type);

try {
  const context = await browser.newContext();
  // Since Chromium 142, a page of the internet may connect to this computer only if the user allows it.
  await context.grantPermissions(['local-network-access'], { origin: SITE });
  const page = await context.newPage();
  const files = {
    '/': ['text/html', `${root}crates/arcdoku-server/tests/fpuzzles/host.html`],
    '/lz-string.js': ['text/javascript', packages.resolve('lz-string/libs/lz-string.min.js')],
    '/script.js': ['text/javascript', script],
  };
  await page.route(`${SITE}**`, route => {
    const file = files[new URL(route.request().url()).pathname];
    return file ? route.fulfill({ contentType: file[0], body: readFileSync(file[1]) }) : route.fulfill({ status: 404 });
  });
  const faults = [];
  page.on('pageerror', error => faults.push(error.message));
  page.on('websocket', socket => {
    socket.on('framesent', frame => record('>', frame.payload));
    socket.on('framereceived', frame => record('<', frame.payload));
  });
  page.on('console', message => { if (process.env.RECORD) console.log('console', message.text()); });
  page.on('dialog', dialog => dialog.accept('8'));
  const run = (body, ...values) => page.evaluate(body, ...values);
  const press = id => run(id => press(id), id);
  const title = id => run(id => find(id)?.title, id);
  const digits = () => run(() => grid.flat().map(one => one.value || '.').join(''));
  const marks = () => run(() => grid.flat().map(one => one.centerPencilMarks.join('')));
  const until = async (what, condition) => {
    for (const start = Date.now(); !(await condition()); await page.waitForTimeout(10)) {
      assert(Date.now() - start < 20_000, `timeout: ${what}, ${await run(() => consoleText)}`);
    }
  };
  /** Shows a puzzle, presses a button, and waits for this number of replies of a type. Returns the last one. */
  const ask = async (id, type, [clues, extra], count = 1) => {
    await run(([clues, extra]) => show(clues, extra), [clues, extra]);
    const before = received(type).length;
    await press(id);
    await until(`${id}: ${type}`, () => received(type).length >= before + count);
    return received(type).at(-1);
  };
  const text = () => run(() => consoleText);

  await page.goto(SITE);
  await until('the script', () => run(() => !!find('Connect')));
  await press('Connect');
  await until('a connection', async () => (await title('Connect')) === 'Disconnect');
  assert.equal(messages.length, 0);

  // Solutions.
  assert.equal((await ask('CheckUnique', 'count', [EASY])).count, 1);
  assert.equal((await ask('CheckUnique', 'count', [EMPTY, CAGES])).count, 2);
  assert.equal((await ask('CheckUnique', 'count', ['12345678.................9'.padEnd(81, '.')])).count, 0);
  const some = `..${EASY.slice(2, 9)}.${EASY.slice(10)}`;
  const { count } = await ask('CountSolutions', 'count', [some]);
  assert(count > 1 && (await text()).includes(`${count}`));
  await ask('Solve', 'solved', [EASY]);
  await until('the solution', async () => (await digits()) === SOLVED);
  assert((await ask('Solve', 'invalid', [`11${EMPTY.slice(2)}`])).message.startsWith('r1c1 and r1c2'));
  assert((await ask('CheckUnique', 'invalid', [EMPTY, { flux: [{ cells: ['R1C1'] }] }])).message.includes('flux'));

  // Counts and estimates, which are cancelled.
  for (const [id, type] of [['CountSolutions', 'count'], ['Estimate Count', 'estimate']]) {
    for (const extra of [{}, CAGES]) {
      const before = await title(id);
      await ask(id, type, [EMPTY, extra], 2);
      assert.equal(await title(id), 'Cancel');
      const replies = received('canceled').length;
      await press(id);
      await until('the cancellation', () => received('canceled').length > replies);
      await until('the title', async () => (await title(id)) === before);
      const { length } = messages;
      await page.waitForTimeout(700);
      assert.equal(messages.length, length, 'no further message');
    }
  }
  // An edit cancels a count, and another button replaces it.
  await ask('CountSolutions', 'count', [EMPTY, {}]);
  const cancelled = received('canceled').length;
  await run(() => { Object.assign(grid[4][4], { value: 5, given: true }); onInputEnd(); });
  await until('a cancellation by an edit', () => received('canceled').length > cancelled);
  await ask('CountSolutions', 'count', [EMPTY, {}]);
  assert.equal((await ask('CheckUnique', 'count', [EASY])).count, 1);

  // Steps.
  await ask('SolveStep', 'logical', [EASY]);
  assert.equal(await text(), 'Initial candidates.\n');
  for (let steps = 0; (await digits()).includes('.'); steps++) {
    assert(steps < 200, 'steps make progress');
    const before = `${await digits()}${await marks()}`;
    const replies = received('logical').length;
    await press('SolveStep');
    await until('a step', () => received('logical').length > replies);
    await until('a change', async () => `${await digits()}${await marks()}` !== before);
  }
  assert.equal(await digits(), SOLVED);
  await ask('SolvePath', 'logical', [EASY]);
  await until('the path', async () => (await digits()) === SOLVED);
  const path = await ask('SolvePath', 'logical', [EMPTY, CAGES]);
  await until('marks', async () => (await marks())[0] === '12');
  assert(path.isValid && (await text()).includes('cage 3'));

  // True candidates: on, after edits, with all settings, and off.
  await ask('TrueCandidates', 'truecandidates', [EMPTY, CAGES]);
  await until('candidates', async () => (await marks())[0] === '12');
  const resent = async (what, change) => {
    const before = received('truecandidates').length;
    await change();
    await until(what, () => received('truecandidates').length > before);
    return sent('truecandidates').at(-1).puzzle;
  };
  await resent('an edit', () => run(() => { Object.assign(grid[0][0], { value: 1, given: true }); onInputEnd(); }));
  await until('fewer candidates', async () => (await digits())[1] === '2');
  const capped = await resent('a cap', () => press('SolutionCap'));
  assert.deepEqual(capped.truecandidatesoptions, ['truecandidatesnumsolutions=8']);
  assert.equal(Math.max(...received('truecandidates').at(-1).solutionsPerCandidate), 8);
  const logical = await resent('logic', () => press('LogicalCandidates'));
  assert(logical.truecandidatesoptions.includes('logical'));
  for (const name of ['Tuples', 'Pointing', 'Fishes', 'Wings', 'AIC', 'Contradictions']) {
    const puzzle = await resent(name, () => press(`EnableLogic${name}`));
    assert(puzzle.disabledlogic.includes(name.toLowerCase()));
  }
  await press('EditGivenMarks');
  await press('EditGivenMarks');
  const invalid = received('invalid').length;
  await run(() => { Object.assign(grid[0][1], { value: 1, given: true }); onInputEnd(); });
  await until('a contradiction', () => received('invalid').length > invalid);
  await press('TrueCandidates');

  // The end, and another connection.
  await press('Connect');
  await until('the end', async () => (await title('Connect')) === 'Connect');
  await press('Connect');
  await until('a connection', async () => (await title('Connect')) === 'Disconnect');
  await page.waitForTimeout(600);
  assert.equal((await ask('CheckUnique', 'count', [EASY])).count, 1);
  assert.deepEqual(faults, []);
  console.log(`passed: ${messages.length} messages`);
} finally {
  await browser.close();
  server.kill('SIGINT');
}
