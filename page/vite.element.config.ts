import { defineConfig } from 'vite';

import { declarations } from './vite.declarations.ts';

/** The board for other pages: one module without imports. */
export default defineConfig({
  publicDir: false,
  plugins: [declarations()],
  build: {
    target: 'es2022',
    outDir: 'dist/element',
    emptyOutDir: true,
    lib: { entry: 'src/element/standalone.ts', formats: ['es'], fileName: () => 'arc-sudoku.js' },
  },
});
