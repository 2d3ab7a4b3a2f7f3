/*
 * The service worker. It stores every file of the page, so the page works without a connection after the first visit.
 *
 * The build writes the list of files and its version into this file (`vite.offline.ts`). Each version has a separate
 * cache. A new version takes over when the page requests it, or when no tab shows the old version. Tabs of the old
 * version keep working: its files are deleted only when a page starts and no other page is open.
 */

/* The types of service workers conflict with the types of documents, which the rest of the page needs. */
interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
  /** Of `fetch`. */
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
  /** Of `message`. */
  readonly data: unknown;
}
interface Scope {
  readonly registration: {
    readonly scope: string;
    readonly installing: object | null;
    readonly waiting: object | null;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly object[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'fetch' | 'message', listener: (event: WorkerEvent) => void): void;
}
const scope = self as unknown as Scope;

/** Replaced by the build. */
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const PREFIX = 'arcdoku-page-';
const CACHE = PREFIX + __VERSION__;
const INDEX = './index.html';

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Bypass the HTTP cache, so no file of an older version becomes part of this version. The names of assets contain a
  // hash of their content, so assets can come from the HTTP cache.
  const mode = (file: string) => (file.startsWith('./assets/') ? 'default' : 'reload');
  await cache.addAll(__FILES__.map((file) => new Request(file, { cache: mode(file) })));
}

async function others(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** Deletes the caches of older versions if only one page is open. */
async function tidy(): Promise<void> {
  const [names, pages] = await Promise.all([
    others(),
    scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  ]);
  // A version that is being installed or is waiting is newer, so its cache must stay.
  const { installing, waiting } = scope.registration;
  if (pages.length > 1 || installing || waiting) return;
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
  const isDocument = request.mode === 'navigate';
  const find = (cacheName: string) =>
    caches.match(isDocument ? INDEX : request, { cacheName, ignoreSearch: true, ignoreVary: true });
  const found = await find(CACHE);
  if (found || isDocument) return found ?? fetch(request);
  // A tab of an older version may request files that this version does not have. Their names contain a hash of the
  // content.
  for (const name of await others()) {
    const old = await find(name);
    if (old) return old;
  }
  return fetch(request);
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(scope.skipWaiting());
  if (event.data === 'started') event.waitUntil(tidy());
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const inScope = request.url.startsWith(scope.registration.scope);
  // A document other than this page, such as the example of the element, is fetched as usual.
  const page = new URL(request.url).pathname.replace(/[^/]*$/, '');
  const isPage = request.mode !== 'navigate' || page === new URL(scope.registration.scope).pathname;
  if (request.method === 'GET' && inScope && isPage) event.respondWith(answer(request));
});

export {};
