// Every question, called from JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EASY, SOLVED, load } from './library.mjs';

const library = await load();

/** The error of a question. */
function thrown(question, ask) {
  try {
    question(ask);
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}

test('a solver answers', () => {
  const read = library.read({ text: `\n${EASY}\n` });
  assert.equal(read.shape.size, 9);
  assert.equal(read.givens.length, 81);
  assert.equal(read.constraints.length, 27);
  assert.equal(library.solve({ puzzle: EASY }).solution, SOLVED);
  assert.equal(library.solve({ puzzle: read.json, count: 'all' }).count, '1');
  assert.equal(library.check({ puzzle: EASY }).unique, true);
  assert.match(library.convert({ puzzle: EASY, to: 'grid' }).text, /5 3 \. \| \. 7 \./);
  assert.equal(library.candidates({ puzzle: EASY, most: 2 }).counts[2][3], 1);
  assert.deepEqual(library.solutions({ puzzle: '1...............', most: 2 }).complete, false);
});

test('a board is a puzzle with entries', () => {
  const digits = EASY.replace('53.', '531');
  const marks = Array.from({ length: 81 }, (_, cell) => (cell === 3 ? [1, 2] : null));
  const { mistakes } = library.mistakes({ puzzle: EASY, digits, marks });
  assert.deepEqual(mistakes, [
    { kind: 'wrong', cell: 'r1c3', digit: 1 },
    { kind: 'missing', cell: 'r1c4', digit: 6 },
  ]);
  const hint = library.hint({ puzzle: EASY, digits, marks, grade: 'full', language: 'de' });
  assert.deepEqual(library.why({ puzzle: EASY, digits, cell: 'r1c3' }).mistake, mistakes[0]);
  const taken = library.why({ puzzle: EASY, digits: EASY.replace('53.', '533'), language: 'de' });
  assert.match(taken.words.why, /^r1c3 ist nicht 3: .* in r1c2\.$/);
  assert.equal(hint.outcome, 'mistakes');
  assert.equal(hint.mistakes.length, 2);
});

test('help has words, steps and drawings', () => {
  const vague = library.hint({ puzzle: EASY, grade: 'vague' });
  assert.deepEqual([vague.outcome, vague.technique, vague.step], ['hint', 'hidden-single', undefined]);
  const full = library.hint({ puzzle: EASY, grade: 'full', language: 'de' });
  assert.equal(full.step.placements.length, 1);
  assert.match(full.text.join(' '), /Spalte/);
  const only = library.hint({ puzzle: EASY, techniques: ['naked-single'] });
  assert.equal(only.technique, 'naked-single');
  assert.equal(library.hint({ puzzle: EASY, techniques: ['full-house'] }).outcome, 'stuck');
  const { steps } = library.steps({ puzzle: EASY });
  assert.ok(steps.length > 10 && steps.every((step) => step.why && step.conclusion && step.picture));
  const { events } = library.explain({ puzzle: EASY });
  assert.deepEqual([events[0].event, events.at(-1).outcome], ['start', 'solved']);
  assert.equal(events.length, 53);
  const { ratings } = library.ratings({ puzzle: EASY });
  assert.deepEqual(library.rate({ puzzle: EASY, scale: 'se' }), ratings[1]);
  assert.deepEqual(
    ratings.map(({ scale, score, er }) => [scale, score, er]),
    [
      ['hodoku', 204, undefined],
      ['se', undefined, 1.2],
    ],
  );
  assert.match(library.picture({ puzzle: EASY, step: 2 }).svg, /^<svg/);
  assert.equal(library.picture({ puzzle: EASY, step: 99 }).svg, undefined);
});

test('puzzles with rules have hints, steps, paths and ratings', () => {
  const puzzle = JSON.stringify({
    puzzle: '1.....1.........',
    rules: ['thermo: r1c1 r1c2 r1c3 r1c4', 'thermo: r2c1 r2c2', 'cage 7: r2c1 r2c2', 'palindrome: r2c1 r3c2', 'renban: r2c3 r3c3'],
  });
  const broken = library.conflicts({ puzzle, digits: '13.2............' });
  assert.equal(broken.outcome, 'conflicts');
  assert.ok(broken.conflicts.some(({ constraint }) => constraint.startsWith('thermo')));
  assert.equal(library.conflicts({ puzzle, digits: '12..............' }).outcome, 'fine');
  const hint = library.hint({ puzzle, grade: 'full', language: 'de' });
  assert.equal(hint.outcome, 'hint');
  assert.ok(hint.step.picture.areas.length > 0 && hint.text.length > 2);
  const { steps } = library.steps({ puzzle });
  assert.ok(steps.length > 1 && steps.every(({ why, conclusion }) => why && conclusion));
  const { events } = library.explain({ puzzle });
  assert.equal(events.at(-1).outcome, 'solved');
  const { for_rules: techniques } = library.techniques({ language: 'de' });
  assert.ok(techniques.some(({ name, title }) => name === 'full-house' && title === 'Letzte Zelle'));
  const without = techniques.map(({ name }) => name).filter((name) => name !== 'full-house');
  assert.equal(library.hint({ puzzle, without }).outcome, 'stuck');
  assert.match(thrown(library.hint, { puzzle, without: ['x'] }).message, /without/);
  const rating = library.rate({ puzzle, scale: 'relaxed' });
  assert.deepEqual([rating.outcome, rating.scale, rating.hardest_step > 1], ['rated', 'logic', true]);
  assert.equal(JSON.parse(library.fpuzzles({ puzzle }).text).thermometer.length, 2);
  const wide = JSON.stringify({ puzzle: '......', shape: 'grid 2x3' });
  assert.match(library.fpuzzles({ puzzle: wide }).refused, /^grids of 2x3/);
  assert.match(library.picture({ puzzle }).svg, /^<svg/);
});

test('long questions report their progress', () => {
  for (const [question, ask] of [
    ['solve', { strategy: 'backtracking' }],
    ['candidates', { puzzle: '.'.repeat(81), most: 70 }],
    ['check', {}],
    ['explain', {}],
    ['rate', {}],
    ['ratings', {}],
    ['steps', {}],
    ['hint', {}],
  ]) {
    const reports = [];
    library[question]({ puzzle: EASY, ...ask }, (progress) => reports.push(progress));
    assert.ok(reports.length > 0, question);
    assert.ok(reports.every(({ done, all, count }) => done <= all && count >= 0), question);
  }
  assert.equal(library.hint({ puzzle: EASY, scale: 'se', quick: true }).outcome, 'long');
  assert.equal(library.progress({ puzzle: EASY }).progress.percent, 0);
});

test('techniques are listed and described', () => {
  const { techniques, scales } = library.techniques({ language: 'de' });
  assert.deepEqual(scales, ['hodoku', 'relaxed', 'se']);
  assert.ok(techniques.length > 80);
  const { seeing, example } = library.technique({ technique: 'x-wing' });
  assert.ok(seeing && example.step.technique === 'x-wing' && example.words.why);
  const { rows } = library.practice({ technique: 'naked-pair', seed: '1', count: 1 });
  assert.equal(rows[0].technique, 'naked-pair');
});

test('a search is traced in pieces', () => {
  const pieces = [];
  const rest = library.trace({ puzzle: EASY, strategy: 'csp', candidates: true }, ({ events }) => pieces.push(events));
  const all = library.trace({ puzzle: EASY, strategy: 'csp', candidates: true });
  const events = [...pieces.flat(), ...rest.events];
  assert.ok(pieces.length > 1 && pieces[0].length === 1000);
  assert.deepEqual(events.length, all.events.length);
  assert.deepEqual([events[0].event, events.at(-1).event], ['start', 'end']);
  assert.ok(events.some(({ event, candidates }) => event === 'board' && candidates));
  const cut = library.trace({ puzzle: EASY, strategy: 'backtracking', steps: 10 });
  assert.equal(cut.events.at(-1).limit, 'steps');
});

test('conflicts of a search that learns are traced and drawn', () => {
  const search = { puzzle: '......3..4......', strategy: 'learning,seed=5026' };
  const { events } = library.trace({ ...search, candidates: true });
  const kinds = events.map(({ event }) => event);
  const conflicts = kinds.filter((event) => event === 'conflict').length;
  assert.ok(conflicts > 0 && kinds.includes('learned') && kinds.includes('jump'), kinds.join(' '));
  assert.match(library.implications({ ...search, conflict: conflicts }).svg, /^<svg .*Implication graph of a conflict/s);
  assert.equal(library.implications({ ...search, conflict: conflicts + 1 }).svg, undefined);
});

test('strategies are compared', () => {
  const { strategies, parts } = library.strategies();
  assert.ok(strategies.length > 10 && parts.every(({ part, summary }) => part && summary));
  const seen = [];
  const names = ['csp', 'var=mrv,tie=degree'];
  const { report, runs } = library.compare({ puzzles: `${EASY}\n${EASY}\nx y z`, strategies: names }, (progress) =>
    seen.push(progress),
  );
  assert.deepEqual(
    report.strategies.map(({ name, solved }) => [name, solved]),
    names.map((name) => [name, 2]),
  );
  assert.equal(runs.length, 4);
  assert.equal(seen.at(-1).done, 2);
  assert.ok(report.strategies[0].time_us > 0, 'there is a clock');
});

test('puzzles meet the request', () => {
  const seen = [];
  const ask = { count: 3, seed: '7', symmetry: 'half-turn', level: '..easy', rate: ['se'] };
  const { rows } = library.generate(ask, (progress) => seen.push(...progress.rows));
  assert.deepEqual(seen, rows);
  assert.ok(rows.every(({ ratings }) => ratings.hodoku.level === 'Easy' && ratings.se.er));
  assert.deepEqual(library.generate(ask).rows, rows, 'a seed is a puzzle');
  assert.notEqual(library.generate({}).rows[0].puzzle, library.generate({}).rows[0].puzzle);
  const [jigsaw] = library.generate({ shape: 'grid 4x4', rules: ['regions 1112 1322 3324 3444'], seed: '1' }).rows;
  assert.equal(library.solve({ puzzle: JSON.stringify(jigsaw) }).outcome, 'unique');
});

test('a batch is answered with progress', () => {
  const seen = [];
  const { text, puzzles, errors } = library.batch({ text: `${EASY}\n`.repeat(500) + 'x' }, (progress) =>
    seen.push(progress),
  );
  assert.equal(text.split('\n').filter((line) => line === SOLVED).length, 500);
  assert.deepEqual([puzzles, errors.length, seen.at(-1).puzzles], [501, 0, 501]);
});

test('solutions are counted with progress', () => {
  const seen = [];
  const { count, exact } = library.count({ puzzle: '.'.repeat(36), most: 1_000_000 }, (progress) =>
    seen.push(progress),
  );
  assert.deepEqual([count, exact], ['1000000', false]);
  assert.ok(seen.length > 0 && seen.every(({ share }, at) => share > 0 && (at === 0 || share >= seen[at - 1].share)));
  assert.equal(library.count({ puzzle: '.'.repeat(16) }).count, '288');
});

test('labelling problems: shares of digits, scores, options', () => {
  const { value, exact, shares } = library.label({ puzzle: '.'.repeat(16), semiring: 'log-sum', marginals: true });
  assert.deepEqual([Math.round(Math.exp(value)), exact, shares.length], [288, true, 16]);
  assert.ok(shares.flat().every((share) => Math.abs(share - 0.25) < 1e-9));
  const few = library.label({ puzzle: '.'.repeat(16), digits: '1234............', semiring: 'log-sum' });
  assert.equal(Math.round(Math.exp(few.value)), 12);
  const scores = [...SOLVED].map((digit) => Array.from({ length: 9 }, (_, at) => (at + 1 === Number(digit) ? 0 : -2.5)));
  const best = library.label({ puzzle: scores.map((row) => row.join(',')).join('\n') });
  assert.deepEqual([best.value, best.labellings[0].solution], ['0', SOLVED]);
  assert.equal(library.label({ puzzle: EASY, semiring: 'k-best=2' }).labellings.length, 1);
  assert.equal(library.label({ puzzle: '11..............', semiring: 'log-sum' }).outcome, 'unsatisfiable');
  assert.equal(library.label({ puzzle: '1,2\n', form: 'scores' }).fault.line, 1);
});

test('malformed puzzles are answers with a place', () => {
  for (const question of [
    'solve',
    'check',
    'candidates',
    'mistakes',
    'convert',
    'hint',
    'steps',
    'explain',
    'trace',
    'picture',
  ]) {
    const { fault } = library[question]({ puzzle: `${EASY}1`, ...(question === 'convert' ? { to: 'grid' } : {}) });
    assert.ok(fault.line === 1 && fault.found && fault.expected, question);
  }
  assert.ok(
    library.rate({ puzzle: 'x' }).outcome === 'malformed' || library.rate({ puzzle: '12' }).fault,
  );
  const { fault } = library.read({ text: '{"puzzle": "1...............", "rules": ["cage 5 r1c1"]}' });
  assert.ok(fault.expected);
  for (const text of ['', '\0', '💥', '{', 'puzzle,level\n', '9'.repeat(10_000), '[]', 'null']) {
    const reply = library.read({ text });
    assert.ok(reply.fault || reply.puzzle, text.slice(0, 20));
  }
});

test('questions of the table need no code here', () => {
  const { solutions } = library.estimate({ puzzle: '.'.repeat(16), samples: 100 });
  assert.equal(solutions, '288');
  const { equal, cells } = library.difference({ puzzle: EASY, other: SOLVED });
  assert.deepEqual([equal, cells.length], [false, 51]);
  const minimal = library.minimize({ puzzle: EASY, all: true, limit: 3 });
  assert.deepEqual(minimal.map(({ index }) => index), [1, 2, 3]);
  assert.equal(library.backdoors({ puzzle: '11'.padEnd(81, '.') }).outcome, 'unsatisfiable');
});

test('invalid options are errors with a reason', () => {
  for (const [question, ask, message] of [
    ['solve', { puzzle: EASY, strategy: 'x' }, /strategy: .*'?x/],
    ['solve', { puzzle: 1 }, /^puzzle: found 1, expected a puzzle/],
    ['solve', {}, /^puzzle: found nothing, expected a puzzle/],
    ['solve', { puzzle: EASY, request: 1 }, /^request: found an unknown option, expected one of first, /],
    ['solve', { puzzle: EASY, first: true, count: 2 }, /^count: cannot be used with 'first'/],
    ['solve', { puzzle: EASY, all: true }, /^all: found an unknown option/],
    ['solve', { puzzle: EASY, time: NaN }, /^the question: found a number that is not finite/],
    ['generate', { shape: 4294967305 }, /^shape: found/],
    ['estimate', { puzzle: EASY, samples: 1 }, /^samples: found 1, expected a whole number from 2/],
    ['prove', { puzzle: EASY }, /^the question: found 'prove', expected one of check, /],
    ['solve', null, /^the question: found nothing, expected an object/],
    ['hint', { puzzle: EASY, language: 'fr' }, /^language: found 'fr', expected one of en, de/],
    ['hint', { puzzle: EASY, scale: 'se', techniques: ['x-wing'] }, /^techniques: /],
    ['mistakes', { puzzle: EASY, marks: [[1], 'x'] }, /^marks: found a list, expected a list of lists of digits/],
    ['generate', { clues: '5..3' }, /^clues: 5 is more than 3/],
    ['generate', { clues: { from: 5 } }, /^clues: found an object, expected a number or a range/],
    ['generate', { level: 'x' }, /^level: found 'x'/],
    ['label', { puzzle: EASY, semiring: 'x' }, /^semiring: found 'x', expected one of boolean, /],
    ['label', { puzzle: EASY, semiring: 'k-best' }, /^semiring: found 'k-best', expected k-best=K/],
    ['label', { puzzle: EASY, semiring: 'count' }, /^method: count by auto is not in this build/],
    ['label', { puzzle: EASY, form: 'uai' }, /^form: uai is not in this build/],
    ['convert', { puzzle: EASY, to: 'pdf' }, /^to: found 'pdf', expected one of line/],
  ]) {
    const error = thrown(library[question], ask);
    assert.deepEqual([error.name, error instanceof Error], ['AskError', true], question);
    assert.match(error.message, message);
  }
});

test('limits end a question', () => {
  const hard = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';
  const before = performance.now();
  const reply = library.solve({ puzzle: '.'.repeat(81), count: 'all', time: 0.05 });
  assert.equal(reply.limit, 'time');
  assert.ok(performance.now() - before < 1000);
  assert.equal(library.solve({ puzzle: hard, strategy: 'backtracking', nodes: 10 }).limit, 'nodes');
});
