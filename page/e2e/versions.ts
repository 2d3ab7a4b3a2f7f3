import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';

/** A server of the page that can switch to a newer version. */
export interface Versions {
  readonly url: string;
  /** Switches to a newer version, without the files whose names begin with the prefix. */
  publish(without: string): void;
  close(): void;
}

/** Serves the page at another address. */
export async function serveVersions(): Promise<Versions> {
  let gone: string | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? '/').slice(1);
      const found = await fetch(inject('url') + path);
      let body = Buffer.from(await found.arrayBuffer());
      if (gone !== undefined && path === 'sw.js') body = Buffer.from(newer(body.toString(), gone));
      const isGone = gone !== undefined && path.startsWith(gone);
      response.writeHead(isGone ? 404 : found.status, { 'Content-Type': found.headers.get('content-type') ?? '' });
      response.end(isGone ? '' : body);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    publish: (without) => (gone = without),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The worker of a newer version: with another cache name and fewer files. */
function newer(worker: string, gone: string): string {
  const files = /\[[^\]]*index\.html[^\]]*\]/;
  const version = /[0-9a-f]{16}/;
  if (!files.test(worker) || !version.test(worker))
    throw new Error('The built worker does not have the expected form.');
  const kept = (list: string) => list.replace(new RegExp(`[^[,]*\\./${gone}[^,]*,`), '');
  return worker.replace(version, 'f'.repeat(16)).replace(files, kept);
}
