import { afterEach } from 'vitest';

import { leave } from './browser';

// Hooks belong to a test file, but the files of a worker share the module `browser.ts`. Hence they are registered
// here.
afterEach(leave);
