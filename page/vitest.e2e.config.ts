import { defineConfig } from 'vitest/config';

/** Tests of what was built (`dist/`), in a browser. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: 'e2e/serve.ts',
    setupFiles: 'e2e/setup.ts',
    // More workers than cores, as a test often waits. The files of a worker share its browser.
    maxWorkers: 3,
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Every assertion about what takes time polls, for as long as a busy machine may need.
    expect: { poll: { timeout: 20_000 } },
  },
});
