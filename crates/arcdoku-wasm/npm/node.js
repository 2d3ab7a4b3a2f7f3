// In Node, the module is read from its file, so questions can be asked immediately.
import { readFileSync } from 'node:fs';

import { initSync } from './arcdoku.js';

initSync({ module: readFileSync(new URL('./arcdoku_bg.wasm', import.meta.url)) });

export * from './arcdoku.js';

/** Does nothing, because the module is already loaded. */
export default async function init() {}
