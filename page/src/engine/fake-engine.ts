import type { Engine } from './client';

export type Run = Engine['run'];
export interface Call {
  question: string;
  ask: Record<string, unknown>;
  signal: AbortSignal | undefined;
  progress: ((report: object) => void) | undefined;
  answer: (reply: object) => void;
}

/** A simulated engine with replies from the test. */
export function fakeEngine() {
  const calls: Call[] = [];
  const run = (question: string, ask: Record<string, unknown>, { signal, progress }: Partial<Call> = {}) =>
    new Promise((resolve, reject) => {
      calls.push({ question, ask, signal, progress, answer: resolve });
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  return { calls, library: { run: run as unknown as Run } };
}
