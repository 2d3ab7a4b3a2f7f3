// Measures the Interactive Sudoku Solver in Node, without a browser, for the suite `variants`.
//
//   node iss.mjs CHECKOUT SECONDS ROUNDS < puzzles > answers
//
// Reads one JSON object a line: {"id": "...", "text": "..."}. Writes one a line:
// {"id", "ms": parse, build and search to two solutions, the best round, "solutions": how many were found,
//  "complete": whether the search ended, "values": the first solution, "guesses", "error"}.
// All runs are in one process, after a warm-up over all puzzles with half a second for each.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [checkout, seconds, rounds] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(checkout, path)).href);
globalThis.self ??= globalThis;
globalThis.VERSION_PARAM ??= '';

const { SudokuParser } = await load('js/sudoku_parser.js');
const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');

class TimeIsUp extends Error {}

// Processor time in milliseconds, because other programs may keep the machine busy.
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

const run = (text, limit) => {
  const start = now();
  const answer = { solutions: 0, complete: true };
  try {
    const constraint = SudokuBuilder.resolveConstraint(SudokuParser.parseText(text));
    const solver = SudokuBuilder.build(constraint);
    solver.setProgressCallback(() => {
      if (now() - start > limit) throw new TimeIsUp();
    }, 6);
    for (; answer.solutions < 2; answer.solutions++) {
      const found = solver.nthSolution(answer.solutions);
      if (!found) break;
      answer.values ??= [...found];
    }
    answer.guesses = solver.state?.()?.counters?.guesses;
  } catch (error) {
    answer.complete = false;
    if (!(error instanceof TimeIsUp)) answer.error = String(error.message);
  }
  answer.ms = now() - start;
  return answer;
};

const puzzles = readFileSync(0, 'utf8').split('\n').filter((line) => line).map((line) => JSON.parse(line));
for (const { text } of puzzles) run(text, 500);
for (const { id, text } of puzzles) {
  let best = run(text, seconds * 1e3);
  for (let round = 1; round < rounds && best.complete && best.ms < 5000; round++) {
    const next = run(text, seconds * 1e3);
    if (next.complete && next.ms < best.ms) best = next;
  }
  process.stdout.write(JSON.stringify({ id, ...best }) + '\n');
}
