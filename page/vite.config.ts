import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';
import { configDefaults } from 'vitest/config';

import { inline } from './vite.inline.ts';
import { offline } from './vite.offline.ts';
import { parts } from './vite.parts.ts';

/** Removes the policy in development, because the server injects style elements, which the policy forbids. */
function policyOnlyWhenBuilt(): Plugin {
  return {
    name: 'policy-only-when-built',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
  };
}

/** All modules that `main.ts` needs are in one chunk, because browsers load few files at a time. */
const ofStart: Rolldown.CodeSplittingNameFunction = (id, modules) => {
  const needed = new Set([MAIN]);
  for (const one of needed) modules.getModuleInfo(one)?.importedIds.forEach((imported) => needed.add(imported));
  return needed.has(id) ? 'start' : null;
};
const MAIN = normalizePath(fileURLToPath(new URL('src/main.ts', import.meta.url)));

export default defineConfig({
  // Relative, so the page works in any folder of any static host.
  base: './',
  plugins: [policyOnlyWhenBuilt(), parts(), inline(), offline()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker.ts' },
      // A service worker controls the folder that contains it.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: ofStart, debugName: 'start' }] },
      },
    },
  },
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'e2e/**'],
  },
} as import('vitest/config').ViteUserConfig);
