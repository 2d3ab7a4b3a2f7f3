import { defineConfig } from 'vitest/config';

/** Tests of the built page (`dist/`) in a browser. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: 'e2e/serve.ts',
    setupFiles: 'e2e/setup.ts',
    // More workers than cores, because tests often wait. The files of a worker share its browser.
    maxWorkers: 3,
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Assertions about asynchronous work poll, for as long as a busy machine may need.
    expect: { poll: { timeout: 20_000 } },
  },
});
