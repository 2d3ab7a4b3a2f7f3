import { Store } from './store';
import type { Engine } from '../engine';
import { AskError, EngineError } from '../engine/errors';
import { t } from '../words';
import type { Found, Problem } from '../game/storage';

/** A text for screen readers. The number distinguishes equal texts. */
interface Spoken {
  readonly text: string;
  readonly number: number;
}

/** Number of texts in the live region. With several, a quickly following text does not replace the previous one. */
const KEPT = 4;

export const spoken = new Store<readonly Spoken[]>([]);
let count = 0;

export function announce(text: string): void {
  if (text !== '') spoken.value = [...spoken.value.slice(1 - KEPT), { text, number: ++count }];
}

/** Announces a text that differs from the last one. Returns the text that was announced last. */
export function announceNew(text: string | undefined, last: string | undefined): string | undefined {
  if (text === undefined || text === last) return last;
  announce(text);
  return text;
}

/** Subscribed to a store of problems, which changes only once per problem. */
export function showStoreProblem(problem: Problem | undefined): void {
  if (!problem) return;
  // If storage is denied, games and everything else have the same message.
  toast(problem === 'denied' ? t().play.stored.denied : t().app.notStored, { kind: 'error' });
}

/** Shows a message if stored data is unreadable. If storage is denied, only the message for games is shown. */
export function showUnreadable(kind: 'settings' | 'draft', found: Found<unknown>): void {
  if (found.kind !== 'problem') return;
  const { problem } = found;
  if (problem === 'torn' || problem === 'newer') toast(t().app.unread[kind][problem], { kind: 'error' });
}

/** The messages of browsers if a part or a file of the page cannot be loaded. */
const NOT_LOADED =
  /dynamically imported module|importing a module script|failed to fetch|NetworkError when|^load failed|preload CSS/i;

/** A sentence about an error, in the language of the page. */
export function failureText(error: unknown): string {
  const { notLoaded, failed, failures } = t().app;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof EngineError) return error.kind === 'load' ? failures.load : failures.trap(message);
  if (error instanceof AskError) return failures.ask(message);
  return NOT_LOADED.test(message) ? notLoaded : failed(message);
}

export interface Toast {
  readonly number: number;
  readonly text: string;
  /** Errors stay until they are closed. Other messages disappear after a while. */
  readonly kind: 'info' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const STAY = 6000;

export const toasts = new Store<readonly Toast[]>([]);
let last = 0;

/** What the frame asks in a dialog before something is deleted. */
interface Question {
  readonly heading: string;
  readonly text: string;
  readonly answer: (isSure: boolean) => void;
}

export const question = new Store<Question | undefined>(undefined);

/** Whether the person confirms in a dialog that something is deleted. */
export const confirmed = (heading: string, text: string): Promise<boolean> =>
  new Promise((answer) => (question.value = { heading, text, answer }));

/**
 * Shows a message and announces it to screen readers. If an equal message is still shown, it is only announced again.
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

/** Closes the messages about a puzzle that is no longer open. Errors stay. */
export const closePassing = (): unknown => (toasts.value = toasts.value.filter(({ kind }) => kind === 'error'));

/** Reads everything again. The message is shown after that, because the browser keeps the state of the history. */
export function reloadWith(message: string): void {
  history.replaceState({ message }, '');
  location.reload();
}

export function showKept(): void {
  const { message } = Object(history.state) as { message?: string };
  if (message === undefined) return;
  history.replaceState(null, '');
  toast(message);
}

/** Delay before the message, in milliseconds. */
const MOMENT = 500;

/** Shows a message if a question still waits for the library after a moment. */
export function showLoading(engine: Pick<Engine, 'loading'>): void {
  setTimeout(() => engine.loading && toast(t().app.loading, { while: engine.loading }), MOMENT);
}
