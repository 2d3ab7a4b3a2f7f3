// The answers, counts and guesses equal those of the program, on the puzzles of the project and, if available, of
// others.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { EASY, SOLVED, load, program, root, shared } from './library.mjs';

const library = await load();
const arcdoku = program();

/** Plain 9x9 puzzles, one per line. */
function plain(text, most) {
  const lines = text.split('\n').map((line) => line.slice(0, 81));
  return lines.filter((line) => /^[0-9.]{81}$/.test(line)).slice(0, most);
}

const files = ['explore/minimize.txt', 'canon/forms.tsv', 'human/rated.tsv', 'tour/famous.txt'].map((name) =>
  join(root, 'testdata', name),
);
const others = shared
  ? readdirSync(join(shared, 'data/puzzles')).map((name) => join(shared, 'data/puzzles', name))
  : [];

/** The output of the program. Its exit code depends on the puzzles. */
function ask(words, input) {
  try {
    return execFileSync(arcdoku, words, {
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  } catch (error) {
    return error.stdout;
  }
}

/** Removes times, and the name of the input in faults. */
const timeless = (text) => text.replace(/"time_us":\d+/g, '"time_us":0').replace(/"file":"[^"]*"/g, '"file":""');

test('answers and counters equal those of the program', { skip: !arcdoku && 'arcdoku is not built' }, () => {
  let puzzles = 0;
  for (const file of [...files, ...others]) {
    const lines = plain(readFileSync(file, 'utf8'), 400);
    if (lines.length === 0) continue;
    puzzles += lines.length;
    const text = `${lines.join('\n')}\n`;
    assert.equal(library.batch({ text }).text, ask(['solve'], text), `${file}, in lanes`);
    assert.equal(
      timeless(library.batch({ text, format: 'json' }).text),
      timeless(ask(['solve', '--format', 'json'], text)),
      `${file}, one by one`,
    );
  }
  assert.ok(puzzles > 100, `${puzzles} puzzles`);
  if (!shared) console.log('skipped: third-party puzzles, as ARCDOKU_SHARED names no data');
});

test('labelling problems have the answers of the program', { skip: !arcdoku && 'arcdoku is not built' }, () => {
  const several = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2..............';
  const empty = '.'.repeat(16);
  // The numbers are the same in each run.
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  // One 9x9 grid is much more probable than others. Otherwise, the search would take long.
  const score = (cell, label, size) => -3 * random() - (size === 9 && label + 1 !== Number(SOLVED[cell]) ? 3 : 0);
  const row = (cell, size) => Array.from({ length: size }, (_, label) => score(cell, label, size).toFixed(3)).join(',');
  const scores = (size) => Array.from({ length: size * size }, (_, cell) => row(cell, size)).join('\n');
  const costs = JSON.stringify({ puzzle: `1234${empty.slice(4)}`, costs: Array.from({ length: 16 }, (_, at) => [at, 1, null, 2].map((cost, label) => (at < 4 ? 1 : at % 3 ? label : cost))) });
  const semirings = ['boolean', 'min-cost', 'k-best=3', 'max-gain', 'max-prob', 'log-sum'];
  const problems = [`1234${empty.slice(4)}`, `11${empty.slice(2)}`, costs, scores(4)];
  const cases = [
    ...semirings.flatMap((semiring) =>
      problems.map((text) => [text, { semiring, ...(semiring.startsWith('k-best') ? {} : { marginals: true }) }]),
    ),
    ...['sweep', 'eliminate', 'search', 'beliefs'].flatMap((method) =>
      problems.map((text) => [text, { semiring: 'log-sum', marginals: true, method }]),
    ),
    [several, { semiring: 'log-sum', marginals: true, method: 'beliefs' }],
    [scores(9), { semiring: 'k-best=2' }],
    [scores(9).replaceAll('-', ''), { scores: 'cost' }],
    [scores(4).replaceAll('-', ''), { scores: 'prob', semiring: 'log-sum', method: 'sweep' }],
    ['1 2 3\n', { form: 'scores' }],
    ['12345', {}],
  ];
  let compared = 0;
  for (const [text, { semiring = 'min-cost', ...options }] of cases) {
    const words = Object.entries(options).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, value]));
    const native = ask(['label', '--format', 'json', '--semiring', semiring, ...words], `${text}\n`);
    compared += 1;
    const reply = library.label({ puzzle: text, ...options, semiring, memory: '2G' });
    const label = `${semiring} ${JSON.stringify(options)} ${text.slice(0, 90)}`;
    assert.deepEqual(comparable(reply), comparable(JSON.parse(native)), label);
  }
  assert.ok(compared > 40, `${compared} problems`);
});

/** Puzzles for all kinds of answers, by kind. */
const PUZZLES = {
  easy: EASY,
  hard: '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......',
  five: '.3..7....6..195.....8....6.8...6...34....3..17...2...6.6....28....419..5....8..79',
  broken: `55${EASY.slice(2)}`,
  none: `${EASY.slice(0, 2)}1${EASY.slice(3)}`,
  malformed: `${EASY}1`,
  open: '1...............',
  killer: JSON.stringify({ puzzle: '.'.repeat(16), rules: ['cage 3: r1c1 r1c2', 'cage 5: r2c1 r3c1', 'cage 9: r3c3 r3c4 r4c4', 'cage 6: r1c3 r2c3', 'cage 7: r2c4 r3c4'] }),
  lines: JSON.stringify({ puzzle: '.'.repeat(36), shape: '2x3', rules: ['thermo: r1c1 r1c2 r1c3 r1c4 r1c5', 'whisper 3: r6c1 r6c2 r6c3', 'anti-knight', 'arrow: r3c1 r4c1 r5c1'] }),
  jigsaw: JSON.stringify({ puzzle: '12..............', regions: '1112132233244344' }),
};

/** Options of each question. Replies that are lists or events are compared with the lines of the program. */
const QUESTIONS = {
  solve: [{}, { first: true }, { count: 100 }, { strategy: 'csp', nodes: 500 }],
  check: [{}, { minimal: 'always', because: true }],
  candidates: [{}, { most: 3 }],
  estimate: [{ samples: 200 }],
  necessary: [{}],
  equal: [{}],
  verify: [{ grid: SOLVED }, { grid: '1234341221434321' }],
  restricts: [{ of: EASY }, { of: PUZZLES.open }],
  difference: [{ other: SOLVED }, { other: PUZZLES.killer }],
  minimize: [{}, { all: true, limit: 3 }],
  backdoors: [{}],
  unavoidable: [{ largest: 6 }],
  label: [{ semiring: 'log-sum', marginals: true, memory: '100M' }, { semiring: 'k-best=10' }, { semiring: 'log-sum', method: 'search', marginals: true }],
  hint: [{}, { grade: 'full', language: 'de' }, { scale: 'se' }],
  steps: [{ scale: 'hodoku', most: 5 }],
  explain: [{}],
  rate: [{}, { scale: 'se' }],
  trace: [{ strategy: 'csp', steps: 50, nodes: 500 }],
};

/**
 * Questions for web pages only, and questions that the tests above compare. The program reads texts of layouts, which are
 * not puzzles.
 */
const APART = new Set(
  'layouts read convert solutions mistakes why conflicts implications count batch progress ratings picture techniques technique practice strategies compare generate fpuzzles'.split(' '),
);

test('every question has the answer of the program', { skip: !arcdoku && 'arcdoku is not built' }, () => {
  // The error for an unknown name lists all names.
  const names = (() => {
    try {
      return library.nothing({ puzzle: EASY });
    } catch (error) {
      return /expected one of (.*)/.exec(error.message)[1].split(', ');
    }
  })();
  assert.deepEqual(names.filter((name) => !QUESTIONS[name] && !APART.has(name)), [], 'questions without a comparison');
  let compared = 0;
  for (const [question, asks] of Object.entries(QUESTIONS)) {
    for (const options of asks) {
      for (const [kind, puzzle] of Object.entries(PUZZLES)) {
        const words = Object.entries(options).map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`));
        const native = ask([question, '--format', 'json', ...words], `${puzzle}\n`).trim().split('\n').filter(Boolean);
        const reply = library[question]({ puzzle, ...options });
        const label = `${question} ${JSON.stringify(options)} of ${kind}`;
        const all = question === 'steps' ? (reply.steps ?? []) : (reply.events ?? reply);
        const own = [all].flat();
        assert.deepEqual(own.map(plainly), native.map((line) => plainly(JSON.parse(line))), label);
        compared += 1;
      }
    }
  }
  assert.ok(compared > 200, `${compared} answers`);
});

/**
 * A reply without times, sizes in bytes and names of inputs, without words of steps, and without the progress of hints,
 * which pages request separately. Any of several solutions may be found first.
 */
function plainly(reply) {
  const { version, solution, second, premises, why, conclusion, progress, ...rest } = reply;
  const several = rest.outcome === 'multiple' || rest.outcome === 'solved';
  return comparable(several ? rest : { ...rest, solution, second });
}

/** Removes times, the name of the input and the type of costs (integers have no infinity); rounds to 12 digits. */
function comparable({ bytes, bounds, ...reply }) {
  const text = timeless(JSON.stringify({ ...reply, bounds: bounds?.length })).replaceAll('9223372036854775807', 'inf');
  return JSON.parse(text, (_, value) => {
    const number = typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? Number(value) : value;
    return typeof number === 'number' ? Number(number.toPrecision(12)) : number;
  });
}

test('counts equal those of the program', { skip: !arcdoku && 'arcdoku is not built' }, () => {
  for (const line of plain(readFileSync(files[0], 'utf8'), 20)) {
    // Without some clues, there are many solutions.
    const puzzle = line.replace(/[1-9]/g, (digit, at) => (at % 3 === 0 ? '.' : digit));
    const { count, exact, stats } = library.solve({ puzzle, count: 100_000 });
    const native = JSON.parse(ask(['solve', '--count=100000', '--format', 'json'], `${puzzle}\n`));
    assert.deepEqual([count, exact], [native.count, native.exact], puzzle);
    // The end of a capped count varies, because lanes share a puzzle. A complete count is the same.
    if (exact) assert.equal(stats.nodes, native.stats.nodes, puzzle);
  }
});
