import { defineConfig } from 'vitest/config';

/** Tests of what was built (`dist/`), in a browser. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: 'e2e/serve.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file starts a browser of its own.
    maxWorkers: 2,
    // Gestures depend on time (a long press), which a busy machine stretches. What fails twice is broken.
    retry: 1,
  },
});
