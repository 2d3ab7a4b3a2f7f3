import { defineConfig } from 'vitest/config';

/** Tests of what was built (`dist/`), in a browser. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: 'e2e/serve.ts',
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Each file starts a browser of its own.
    maxWorkers: 2,
    // A busy machine may swallow a tap or a key. What fails twice is broken.
    retry: 1,
    // Every assertion about what takes time polls, for as long as a busy machine may need.
    expect: { poll: { timeout: 20_000 } },
  },
});
