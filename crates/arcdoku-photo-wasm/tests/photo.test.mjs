// The module reads photos like the program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { program, root } from '../../arcdoku-wasm/tests/library.mjs';

const folder = join(root, 'page/pkg/photo');
const { initSync, read } = await import(pathToFileURL(join(folder, 'arcdoku.js')));
initSync({ module: await WebAssembly.compile(readFileSync(join(folder, 'arcdoku_bg.wasm'))) });

const arcdoku = program();
const inputs = join(root, 'crates/arcdoku-cli/tests/inputs');

/** The output of a program, whose exit code depends on the photo. */
function run(name, words) {
  try {
    return execFileSync(name, words, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return error.stdout;
  }
}

/** The pixels of a photo, by an example of this crate. */
function gray(path) {
  const bytes = run(join(dirname(arcdoku), 'examples/gray'), [path]);
  const [head, width, height] = /^P5\n(\d+) (\d+)\n255\n/.exec(bytes.toString('latin1', 0, 40));
  return [bytes.subarray(head.length), Number(width), Number(height)];
}

for (const name of ['shadow.jpg', 'blur.jpg']) {
  test(`${name} is read as by the program`, { skip: !arcdoku && 'arcdoku is not built' }, () => {
    const path = join(inputs, name);
    const reply = JSON.parse(run(arcdoku, ['scan', '--format', 'json', path]).toString());
    const reading = read(...gray(path));
    const { size, contents, probabilities, crossings } = reading;
    const cellName = (cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
    const kinds = { blank: 0, printed: 0, handwritten: size };
    assert.equal(reply.cells.length, size * size);
    assert.deepEqual(
      [...contents],
      reply.cells.map(({ kind, digit = 0 }) => kinds[kind] + digit),
    );
    assert.equal(reading.certain, reply.certain);
    assert.deepEqual([...reading.doubtful].map(cellName), reply.doubtful ?? []);
    const isNear = (found, expected) => Math.abs(found - expected) < 0.01;
    const all = reply.cells.flatMap(({ printed, handwritten }) => [...printed, ...handwritten]);
    assert.equal(probabilities.length, all.length);
    assert.ok(all.every((one, at) => isNear(probabilities[at], one)));
    const side = size + 1;
    const corners = [0, size, side * side - 1, size * side].map((at) => [...crossings.slice(2 * at, 2 * at + 2)]);
    assert.ok(corners.flat().every((one, at) => isNear(one, reply.corners.flat()[at])));
  });
}

test('an image without a grid has no reading', () => {
  assert.equal(read(new Uint8Array(640 * 480).fill(200), 640, 480), undefined);
  assert.equal(read(new Uint8Array(7), 2, 4), undefined);
});
