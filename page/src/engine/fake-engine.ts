import type { Engine } from './client';

export type Run = Engine['run'];
export type Asking = Engine['ask'];
export interface Call {
  question: string;
  ask: Record<string, unknown>;
  signal: AbortSignal | undefined;
  progress: ((report: object) => void) | undefined;
  /** Whether the question runs in a separate worker. */
  alone: boolean;
  answer: (reply: object) => void;
  fail: (error: Error) => void;
}

/** A simulated engine with replies from the test. */
export function fakeEngine() {
  const calls: Call[] = [];
  const take =
    (alone: boolean) =>
    (question: string, ask: Record<string, unknown>, { signal, progress }: Partial<Call> = {}) =>
      new Promise((resolve, reject) => {
        calls.push({ question, ask, signal, progress, alone, answer: resolve, fail: reject });
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
  return { calls, library: { ask: take(false) as unknown as Asking, run: take(true) as unknown as Run } };
}
