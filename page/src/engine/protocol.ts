/** What the page and its workers say to each other. */

/** A module of the library: `solver` answers short questions and loads quickly, `full` answers all. */
export type ModuleName = 'solver' | 'full';

/** The first message to a worker: its module, compiled if another worker has done that before. */
export interface Start {
  kind: 'start';
  module: ModuleName;
  compiled: WebAssembly.Module | undefined;
}

/** A question to a worker. */
export interface Ask {
  kind: 'ask';
  id: number;
  question: string;
  ask: unknown;
}

export type ToWorker = Start | Ask;

/** The module was loaded; other workers take it as it is compiled. */
export interface Loaded {
  kind: 'loaded';
  compiled: WebAssembly.Module;
}

/** The module could not be loaded. */
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

export type FromWorker = Loaded | Missing | Progress | Reply | Failure;

/** The part of a worker that the client uses; tests have their own. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null;
}
