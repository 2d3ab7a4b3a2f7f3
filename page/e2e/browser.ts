import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import { BitWriter, toText } from '../src/game/bits';

export type { Page };

/** The two widths of every test that depends on the layout. */
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** For `describe.each`: what depends on the layout is tested at both widths. */
export const SIZES = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const;

/**
 * How many times slower the page is than the machine (`SLOW=6 npm run e2e`): a test that takes an answer for granted
 * before it is there fails. Workers are not slowed by that, so their questions wait before they are sent.
 */
export const SLOW = Number(process.env['SLOW'] ?? 1);
const LATE = `{
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...args) { setTimeout(() => send.apply(this, args), ${60 * SLOW}); };
}`;

/** Progress in a link that a newer version of the page wrote. */
const newer = new BitWriter();
newer.write(9, 4);
export const NEWER = toText(newer.finish());

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long a test waits for anything: `expect.poll` and the locators. */
const PATIENCE = 20_000;

/**
 * Upper limit of the time after which a job that would go on for minutes is shown as ended, in milliseconds. The goal is
 * 100; how busy the machine is, is not what is tested.
 */
export const AT_ONCE = 5000 * SLOW;

/** One browser for all files of a worker of vitest; it ends with the worker. */
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

/** The pages of the running test, and what each of them complained of. The tests of a worker run one after the other. */
const complaints = new Map<Page, string[]>();

/** Ends a test. No page may have printed a warning or an error, or asked another host for anything. */
export async function leave(): Promise<void> {
  const found = [...complaints.values()].flat();
  await Promise.all([...complaints.keys()].map((page) => page.context().close()));
  complaints.clear();
  expect(found).toEqual([]);
}

export interface Visit {
  /** Where the page is, if not where all tests have it. */
  readonly url?: string;
  /** The part of the address after `#`. */
  readonly fragment?: string;
  readonly size?: { width: number; height: number };
  readonly language?: 'en' | 'de';
  readonly options?: BrowserContextOptions;
  /** The page has its service worker, which loads all files at each first visit. */
  readonly offline?: boolean;
  /** What happens before the page loads, such as `addInitScript`. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** A new visitor, without anything stored, on the page. */
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

/** A page of the book, which is read from a file. */
export async function readFile(url: URL, visit: Visit = {}): Promise<Page> {
  const page = await newPage(await newContext(visit), 'file://');
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

/** Another tab of the same visitor. */
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

/** Takes what this page complained of so far: the test expected it. */
export function expected(page: Page): string[] {
  const found = complaints.get(page) ?? [];
  complaints.set(page, []);
  return found;
}

/** What the live regions of the page say now: the last messages of the shell, and those of boards. */
export const said = async (page: Page) => (await page.locator('[aria-live="polite"]').allInnerTexts()).join('\n');

/** The width of what the page shows: not more than that of the window. */
export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Presses the mouse where it is until `effect` is there. */
export async function hold(page: Page, effect: () => Promise<unknown>): Promise<void> {
  await page.mouse.down();
  await effect();
  await page.mouse.up();
}

/**
 * For tests that something is said only once: storing fails in this page, and the returned function waits until it was
 * tried again.
 */
export const FULL = `globalThis.tries = 0;
  Storage.prototype.setItem = () => { tries++; throw new DOMException('', 'QuotaExceededError'); }`;
export async function triesAgain(page: Page, act: () => Promise<unknown>): Promise<void> {
  const tries = () => page.evaluate('tries') as Promise<number>;
  const before = await tries();
  await act();
  await expect.poll(tries).toBeGreaterThan(before);
}

/** For `before`: from now on the test can put time forward. */
export const withClock = (page: Page) => page.clock.install();

/** Pastes a text as the browser does, at whatever has the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', value);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);
}

/** The pixels of a PNG, drawn in the page with a width of so many, or its own. */
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
      // A letter for each number: a list of numbers takes seconds to get here.
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

/** The focused element, through all shadow roots: its cell, or its name. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement as HTMLElement | null;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    const name = element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
    return element?.dataset['cell'] ?? name.trim().replace(/\s+/g, ' ');
  });

/** Goes on with Tab until something of this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const seen: string[] = [];
  const isThere = (now: string) => (typeof name === 'string' ? now === name : name.test(now));
  while (!isThere(seen.at(-1) ?? '') && seen.length < 80) {
    await page.keyboard.press(key);
    seen.push(await focused(page));
  }
  expect(seen.at(-1)).toMatch(name);
}

/** What axe finds on the page as it is, light and dark: one line a finding, with its element. */
export async function axe(page: Page): Promise<string[]> {
  // Not a script element: the page's policy forbids that.
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(`${AXE}; undefined`);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // In the second theme, only colors can be others.
    const only = colorScheme === 'light' ? `{ type: 'tag', values: ${JSON.stringify(TAGS)} }` : `['color-contrast']`;
    // Everything else that axe returns takes longer to get here than the checks take.
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
