import { defineConfig, type Plugin } from 'vite';
import { configDefaults } from 'vitest/config';

import { offline } from './vite.offline.ts';

/** The development server injects style elements, which the page's policy forbids; what is built keeps it. */
function policyOnlyWhenBuilt(): Plugin {
  return {
    name: 'policy-only-when-built',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
  };
}

export default defineConfig({
  // Relative, so that the page works in any folder of any static host.
  base: './',
  plugins: [policyOnlyWhenBuilt(), offline()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/offline/worker.ts' },
      // A service worker serves the folder that it is in.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'e2e/**'],
  },
} as import('vitest/config').ViteUserConfig);
