import { Store } from './store';
import type { Engine } from '../engine';
import { AskError, EngineError } from '../engine/errors';
import { t } from '../words';
import type { Found, Problem } from '../game/storage';

/** Something that a screen reader is to say. The number tells two equal texts apart. */
interface Spoken {
  readonly text: string;
  readonly number: number;
}

/** How many messages the live region keeps: one that follows at once does not take the place of the one before. */
const KEPT = 4;

/** What was said last, the oldest first. */
export const spoken = new Store<readonly Spoken[]>([]);
let count = 0;

/** Says something through the page's live region. */
export function announce(text: string): void {
  if (text !== '') spoken.value = [...spoken.value.slice(1 - KEPT), { text, number: ++count }];
}

/** Says that something is not stored. A reader of a store of problems: it says so once, until storing works again. */
export function tellUnkept(problem: Problem | undefined): void {
  if (!problem) return;
  // Where nothing at all is stored, that is one message for games and everything else.
  toast(problem === 'denied' ? t().play.stored.denied : t().app.notStored, { kind: 'error' });
}

/** Says that what is stored of one kind cannot be read. Where nothing can be read at all, that is said once, for games. */
export function tellUnread(kind: 'settings' | 'draft', found: Found<unknown>): void {
  if (found.kind !== 'problem') return;
  const { problem } = found;
  if (problem === 'torn' || problem === 'newer') toast(t().app.unread[kind][problem], { kind: 'error' });
}

/** What browsers say when a part of the page, or a file of it, cannot be loaded. */
const NOT_LOADED =
  /dynamically imported module|importing a module script|failed to fetch|NetworkError when|^load failed|preload CSS/i;

/** What went wrong, in the words of the page, as a sentence of its own. */
export function failureText(error: unknown): string {
  const { notLoaded, failed, failures } = t().app;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof EngineError) return error.kind === 'load' ? failures.load : failures.trap(message);
  if (error instanceof AskError) return failures.ask(message);
  return NOT_LOADED.test(message) ? notLoaded : failed(message);
}

/** A message above the page. */
export interface Toast {
  readonly number: number;
  readonly text: string;
  /** Errors stay until they are closed; others leave after a while. */
  readonly kind: 'info' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const STAY = 6000;

export const toasts = new Store<readonly Toast[]>([]);
let last = 0;

/**
 * Shows a message, and says it to screen readers. An equal one that is still shown is said again, but shown once.
 * Errors are alerts, which need no announcement. The message closes when the promise `while` settles.
 */
export function toast(
  text: string,
  options: { kind?: Toast['kind']; action?: Toast['action']; while?: Promise<unknown> } = {},
): void {
  const kind = options.kind ?? 'info';
  if (kind === 'info') announce(text);
  if (toasts.value.some((shown) => shown.text === text && shown.kind === kind)) return;
  const number = ++last;
  toasts.value = [...toasts.value.slice(-3), { number, text, kind, action: options.action }];
  const close = () => closeToast(number);
  if (kind === 'info') setTimeout(close, options.action ? 2 * STAY : STAY);
  options.while?.then(close, close);
}

export function closeToast(number: number): void {
  toasts.value = toasts.value.filter((toast) => toast.number !== number);
}

/** Delay before the message, in milliseconds. */
const MOMENT = 500;

/** Shows that an answer waits for the library, if it is still loading after a moment. */
export function showLoading(engine: Pick<Engine, 'isLoading' | 'warm'>): void {
  setTimeout(() => engine.isLoading && toast(t().app.loading, { while: engine.warm() }), MOMENT);
}
