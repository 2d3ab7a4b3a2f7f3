/** What the page and its workers say to each other. */

/** The first message to a worker: the library, compiled. */
export interface Start {
  kind: 'start';
  compiled: WebAssembly.Module;
}

/** A question to a worker. */
export interface Ask {
  kind: 'ask';
  id: number;
  question: string;
  ask: unknown;
}

export type ToWorker = Start | Ask;

/** The library could not be started. */
export interface Missing {
  kind: 'missing';
  message: string;
}

export interface Progress {
  kind: 'progress';
  id: number;
  progress: unknown;
}

export interface Reply {
  kind: 'reply';
  id: number;
  reply: unknown;
}

/** An error: of the options (`AskError`), or of the library, after which the worker is of no use any more. */
export interface Failure {
  kind: 'failure';
  id: number;
  name: string;
  message: string;
  fatal: boolean;
}

export type FromWorker = Missing | Progress | Reply | Failure;

/** The part of a worker that the client uses; tests have their own. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null;
}
