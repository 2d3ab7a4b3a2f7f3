// The same answers, counts and guesses as the program, on the puzzles of the project and, where they are, of others.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { load, program, root, shared } from './library.mjs';

const library = await load();
const arcdoku = program();

/** Plain 9x9 puzzles, a line each. */
function plain(text, most) {
  const lines = text.split('\n').map((line) => line.slice(0, 81));
  return lines.filter((line) => /^[0-9.]{81}$/.test(line)).slice(0, most);
}

const files = ['explore/minimize.txt', 'canon/forms.tsv', 'human/rated.tsv', 'tour/famous.txt'].map((name) =>
  join(root, 'testdata', name),
);
const others = existsSync(join(shared, 'data/puzzles'))
  ? readdirSync(join(shared, 'data/puzzles')).map((name) => join(shared, 'data/puzzles', name))
  : [];

/** The program's output; its exit code says what the puzzles are. */
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

/** Without times, and without the name of the input in faults. */
const timeless = (text) => text.replace(/"time_us":\d+/g, '"time_us":0').replace(/"file":"[^"]*"/g, '"file":""');

test('answers and counters are those of the program', { skip: !arcdoku && 'arcdoku is not built' }, () => {
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
  if (others.length === 0) console.log('skipped: puzzles of ../shared/data, which is absent');
});

test('counts are those of the program', { skip: !arcdoku && 'arcdoku is not built' }, () => {
  for (const line of plain(readFileSync(files[0], 'utf8'), 20)) {
    // Without some clues there are many solutions.
    const puzzle = line.replace(/[1-9]/g, (digit, at) => (at % 3 === 0 ? '.' : digit));
    const { count, exact, stats } = library.solve({ puzzle, want: 'count', most: 100_000 });
    const native = JSON.parse(ask(['solve', '--count=100000', '--format', 'json'], `${puzzle}\n`));
    assert.deepEqual([count, exact], [native.count, native.exact], puzzle);
    // A capped count ends earlier or later, as lanes share a puzzle; a whole one does not.
    if (exact) assert.equal(stats.nodes, native.stats.nodes, puzzle);
  }
});
