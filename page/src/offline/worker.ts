/*
 * The service worker: keeps every file of the page, so that it works without a connection after the first visit.
 *
 * The build writes the list of files and its version into this file (`vite.offline.ts`). Each version has a cache of its
 * own; a new one takes over when the page asks for it, or when no tab shows the old one. Tabs of the old version go on
 * after that: its files are kept until a page starts that is alone.
 */

/* The types of service workers contradict those of documents, which the rest of the page needs. */
interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetch extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Message extends Extendable {
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
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void;
  addEventListener(type: 'message', listener: (event: Message) => void): void;
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
  // Around the HTTP cache: a file of an older version must not become part of this one. Names of assets have a hash of
  // their content, and what the page has loaded of them is not loaded again.
  const mode = (file: string) => (file.startsWith('./assets/') ? 'default' : 'reload');
  await cache.addAll(__FILES__.map((file) => new Request(file, { cache: mode(file) })));
}

/** The caches of other versions. */
async function others(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

/** Deletes what only older versions need, once a page of this version is the only one. */
async function tidy(): Promise<void> {
  const [names, pages] = await Promise.all([
    others(),
    scope.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  ]);
  // The cache of a version that is about to follow is not an older one.
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
  // A tab of an older version asks for files that this version may lack; their names have a hash of their content.
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
  // A document that is no page of this site, such as the example of the element, is fetched as usual.
  const page = new URL(request.url).pathname.replace(/[^/]*$/, '');
  const isPage = request.mode !== 'navigate' || page === new URL(scope.registration.scope).pathname;
  if (request.method === 'GET' && inScope && isPage) event.respondWith(answer(request));
});

export {};
