import { defineConfig, type Plugin } from 'vite';
import { configDefaults } from 'vitest/config';

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
  plugins: [policyOnlyWhenBuilt()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'e2e/**'],
  },
} as import('vitest/config').ViteUserConfig);
