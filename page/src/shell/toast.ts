import { announce } from './announce';
import { Store } from './store';

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
 * Errors are alerts, which need no announcement.
 */
export function toast(text: string, options: { kind?: Toast['kind']; action?: Toast['action'] } = {}): void {
  const kind = options.kind ?? 'info';
  if (kind === 'info') announce(text);
  if (toasts.value.some((shown) => shown.text === text && shown.kind === kind)) return;
  const number = ++last;
  toasts.value = [...toasts.value.slice(-3), { number, text, kind, action: options.action }];
  if (kind === 'info') setTimeout(() => closeToast(number), options.action ? 2 * STAY : STAY);
}

export function closeToast(number: number): void {
  toasts.value = toasts.value.filter((toast) => toast.number !== number);
}
