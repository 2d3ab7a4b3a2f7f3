/*
 * The service worker: keeps every file of the page, so that it works without a connection after the first visit.
 *
 * The build writes the list of files and its version into this file (`vite.offline.ts`). Each version has a cache of its
 * own; a new one takes over when the page asks for it, or when no tab shows the old one.
 */

/* The types of service workers contradict those of documents, which the rest of the page needs. */
interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetch extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
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
  // Around the HTTP cache: a file of an older version must not become part of this one.
  await cache.addAll(__FILES__.map((file) => new Request(file, { cache: 'reload' })));
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const isDocument = request.mode === 'navigate';
  const found = await cache.match(isDocument ? INDEX : request, { ignoreSearch: true, ignoreVary: true });
  return found ?? fetch(request);
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  if (event.data === 'take over') void scope.skipWaiting();
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
