// In Node the module is read from its file, so that questions can be asked at once.
import { readFileSync } from 'node:fs';

import { initSync } from './arcdoku.js';

initSync({ module: readFileSync(new URL('./arcdoku_bg.wasm', import.meta.url)) });

export * from './arcdoku.js';

/** Nothing is left to be loaded. */
export default async function init() {}
