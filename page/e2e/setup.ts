import { afterEach } from 'vitest';

import { leave } from './browser';

// Not in `browser.ts`: the files of a worker share its modules, and hooks belong to a file.
afterEach(leave);
