import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'sw.js';

/** Writes the service worker `sw.js` next to the document, with the list of all files and their version. */
export function offline(): Plugin {
  let folder = 'dist';
  return {
    name: 'offline',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
          .filter((file) => file !== WORKER && !file.startsWith('element/') && !file.endsWith('.map'))
          .sort();
        const version = createHash('sha256');
        for (const file of files) version.update(file).update(readFileSync(join(folder, file)));
        const worker = join(folder, WORKER);
        const code = readFileSync(worker, 'utf8')
          .replaceAll('__FILES__', JSON.stringify(files.map((file) => `./${file}`)))
          .replaceAll('__VERSION__', JSON.stringify(version.digest('hex').slice(0, 16)));
        writeFileSync(worker, code);
      },
    },
  };
}
