import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the served page, with a slash at the end. */
    url: string;
  }
}

/**
 * Serves `dist/`. If `ARCDOKU` names the program, `arcdoku serve` serves it, as for users; otherwise Vite does. The
 * program also sends the page's policy as a header.
 */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const program = process.env['ARCDOKU'];
  if (program) {
    const server = spawn(program, ['serve', '--port', '0', '--fpuzzles-port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const failed = once(server, 'exit').then(([code]) => Promise.reject(new Error(`${program} ended: ${code}`)));
    const [line] = (await Promise.race([once(createInterface(server.stdout), 'line'), failed])) as [string];
    project.provide('url', line.trim());
    return async () => {
      failed.catch(() => {});
      server.kill();
    };
  }
  const { preview } = await import('vite');
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
  const address = server.httpServer.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  project.provide('url', `http://127.0.0.1:${address.port}/`);
  return () => server.close();
}
