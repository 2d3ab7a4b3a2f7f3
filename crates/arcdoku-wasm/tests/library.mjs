// Loads the module for tests. ARCDOKU_PKG is the folder that `cargo xtask page` writes.
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = process.env.ARCDOKU_PKG ?? join(root, 'page/pkg');

/** The questions of the module, as functions by name. */
export async function load() {
  const module = readFileSync(join(folder, 'arcdoku_bg.wasm'));
  const library = await import(pathToFileURL(join(folder, 'arcdoku.js')));
  library.initSync({ module: await WebAssembly.compile(module) });
  const question = (_, name) => name !== 'then' && ((options, progress) => library.ask(name, options, progress));
  return new Proxy({}, { get: question, has: () => true });
}

/** The program whose answers are compared, if it was built. */
export function program() {
  const named = process.env.ARCDOKU;
  const built = ['target/release/arcdoku', 'target/debug/arcdoku'].map((path) => join(root, path));
  return [named, ...built].find((path) => path && existsSync(path));
}

/** The folder of third-party data; undefined if it is absent. */
export const shared = process.env.ARCDOKU_SHARED;

export const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
