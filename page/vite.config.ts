import { defineConfig, type Plugin } from 'vite';
import { configDefaults } from 'vitest/config';

import { offline } from './vite.offline.ts';

/** Removes the policy in development, because the server injects style elements, which the policy forbids. */
function policyOnlyWhenBuilt(): Plugin {
  return {
    name: 'policy-only-when-built',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
  };
}

export default defineConfig({
  // Relative, so the page works in any folder of any static host.
  base: './',
  plugins: [policyOnlyWhenBuilt(), offline()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker.ts' },
      // A service worker controls the folder that contains it.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'e2e/**'],
  },
} as import('vitest/config').ViteUserConfig);
