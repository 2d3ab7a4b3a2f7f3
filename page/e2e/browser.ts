import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, inject, test } from 'vitest';

import { BitWriter } from '../src/game/bits';

export type { Locator, Page };

/** The two window sizes for tests that depend on the layout. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** For `describe.each`: runs tests that depend on the layout with both sizes. */
export const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;

/** Within tests of both sizes, defines a test that has the same result with each, only for the larger one. */
export function once(size: (typeof SIZES)[number][1], name: string, body: () => Promise<void>): void {
  if (size === DESKTOP) test(name, body);
}

/**
 * How many times the page is slowed down (`SLOW=6 npm run e2e`), to find tests that do not wait for a reply. The
 * browser does not slow down workers, so messages to them are delayed.
 */
export const SLOW = Number(process.env['SLOW'] ?? 1);
const LATE = `{
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...args) { setTimeout(() => send.apply(this, args), ${60 * SLOW}); };
}`;

/** Progress in a link from a newer version of the page. */
const newer = new BitWriter();
newer.write(9, 4);
export const NEWER = newer.finish();

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Timeout of `expect.poll` and of locators. */
const PATIENCE = 20_000;

/**
 * Upper limit for the time between the cancellation of a long job and its disappearance from the page, in
 * milliseconds. The goal is 100. The limit is larger because the machine may be busy.
 */
export const IMMEDIATE = 5000 * SLOW;

/** The browser that all test files of a vitest worker share. It is closed with the worker. */
let browser: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  });
}

/** The pages of the running test with their warnings and errors. The tests of a worker run one after the other. */
const complaints = new Map<Page, string[]>();

/** Ends a test. Fails if a page printed a warning or an error, or requested something from another host. */
export async function leave(): Promise<void> {
  const found = [...complaints.values()].flat();
  await Promise.all([...complaints.keys()].map((page) => page.context().close()));
  complaints.clear();
  expect(found).toEqual([]);
}

export interface Visit {
  /** The address of the page, if it is not the usual one. */
  readonly url?: string;
  /** The part of the address after `#`. */
  readonly fragment?: string;
  readonly size?: { width: number; height: number };
  readonly language?: 'en' | 'de';
  readonly options?: BrowserContextOptions;
  /** Allows the service worker, which loads all files at the first visit. */
  readonly offline?: boolean;
  /** Runs before the page loads, for example to call `addInitScript`. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** Opens the page as a new visitor, with empty storage. */
export async function visit(visit: Visit = {}): Promise<Page> {
  const { fragment = '/play', offline, before, url = inject('url') } = visit;
  const context = await newContext(visit);
  if (!offline) await context.addInitScript('delete Navigator.prototype.serviceWorker');
  const page = await newPage(context, url);
  await before?.(page);
  await page.goto(`${url}#${fragment}`);
  await page.locator('arc-app').waitFor();
  return page;
}

/** Opens a page of the book from its file. */
export async function readFile(url: URL, visit: Visit = {}): Promise<Page> {
  const page = await (await newContext(visit)).newPage();
  // Not watched: axe loads style sheets again, which browsers forbid for files, and complain about.
  complaints.set(page, []);
  await visit.before?.(page);
  await page.goto(url.href);
  return page;
}

async function newContext({ size = DESKTOP, language = 'en', options }: Visit): Promise<BrowserContext> {
  browser ??= launch();
  const context = await (
    await browser
  ).newContext({
    viewport: size,
    locale: language,
    hasTouch: size.width < 500,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** Opens another tab of the same visitor. */
export async function anotherTab(page: Page, fragment: string): Promise<Page> {
  const url = page.url().replace(/#.*/, '');
  const tab = await newPage(page.context(), url);
  await tab.goto(`${url}#${fragment}`);
  return tab;
}

async function newPage(context: BrowserContext, home: string): Promise<Page> {
  const page = await context.newPage();
  watch(page, home);
  if (SLOW > 1) {
    await page.addInitScript(LATE);
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  }
  return page;
}

function watch(page: Page, home: string): void {
  const list: string[] = [];
  complaints.set(page, list);
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) list.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => list.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !/^(data|blob):/.test(url)) list.push(`third party: ${url}`);
  });
}

/** Removes and returns the warnings and errors of this page so far, which the test expected. */
export function expected(page: Page): string[] {
  const found = complaints.get(page) ?? [];
  complaints.set(page, []);
  return found;
}

/** The current texts of the live regions of the page: the last messages of the shell and of boards. */
export const announced = async (page: Page) => (await page.locator('[aria-live="polite"]').allInnerTexts()).join('\n');

/** The width of the page's content, which may not exceed the width of the window. */
export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Presses the mouse button at the current position until `effect` holds. */
export async function hold(page: Page, effect: () => Promise<unknown>): Promise<void> {
  await page.mouse.down();
  await effect();
  await page.mouse.up();
}

/**
 * For tests that a message is shown only once. Storing fails in this page; the returned function waits until the page
 * has tried to store again.
 */
export const FULL = `globalThis.tries = 0;
  Storage.prototype.setItem = () => { tries++; throw new DOMException('', 'QuotaExceededError'); }`;
export async function triesAgain(page: Page, act: () => Promise<unknown>): Promise<void> {
  const tries = () => page.evaluate('tries') as Promise<number>;
  const before = await tries();
  await act();
  await expect.poll(tries).toBeGreaterThan(before);
}

/** For `before`: lets the test advance the clock. */
export const withClock = (page: Page) => page.clock.install();

/** Pastes a text as the browser does, into the focused element. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', value);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);
}

/** The pixels of a PNG, drawn in the page with the given width, or with the width of the image. */
export async function pixels(page: Page, png: Buffer, wanted?: number): Promise<Pixels> {
  const { text, ...drawn } = await page.evaluate(
    async ([base64, side]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const scale = side === undefined ? 1 : side / image.width;
      const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!;
      context.drawImage(image, 0, 0, width, height);
      // One letter per number, because transferring a list of numbers takes seconds.
      const { data } = context.getImageData(0, 0, width, height);
      return { width, height, text: Array.from(data, (value) => String.fromCharCode(value)).join('') };
    },
    [png.toString('base64'), wanted] as const,
  );
  return { ...drawn, data: Uint8ClampedArray.from(Buffer.from(text, 'latin1')) };
}
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The focused element within all shadow roots: its cell, or its name. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement as HTMLElement | null;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    const name = element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
    return element?.dataset['cell'] ?? name.trim().replace(/\s+/g, ' ');
  });

/** Presses Tab until an element with this name has the focus. It may be in a dialog that opens late. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const isThere = (now: string) => (typeof name === 'string' ? now === name : name.test(now));
  const start = performance.now();
  let now = '';
  while (!isThere(now) && performance.now() - start < PATIENCE) {
    await page.keyboard.press(key);
    now = await focused(page);
  }
  expect(now).toMatch(name);
}

/** The findings of axe on the current page, light and dark: one line per finding, with its element. */
export async function axe(page: Page): Promise<string[]> {
  // A view shows its heading when it is loaded.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // The page's policy forbids a script element.
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(`${AXE}; undefined`);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Only colors can differ in the second theme.
    const only = colorScheme === 'light' ? `{ type: 'tag', values: ${JSON.stringify(TAGS)} }` : `['color-contrast']`;
    // Transferring the rest of axe's result would take longer than the checks.
    const violations = (await page.evaluate(
      `axe.run(document, { runOnly: ${only}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
    )) as readonly Violation[];
    for (const { id, help, nodes } of violations) {
      for (const { target, html } of nodes)
        found.push(`${colorScheme}: ${id}: ${help}: ${target.flat().join(' ')} ${html.slice(0, 120)}`);
    }
  }
  return found;
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly target: readonly unknown[] }[];
}
