interface Ask {
  kind: 'ask';
  id: number;
  question: string;
  ask: unknown;
}

/** The first message has the compiled library; all others are questions. */
export type ToWorker = { kind: 'start'; compiled: WebAssembly.Module } | Ask;

/** `missing`: the library could not be started. After a `fatal` failure, the worker must be replaced. */
export type FromWorker =
  | { kind: 'missing'; message: string }
  | { kind: 'progress'; id: number; progress: unknown }
  | { kind: 'reply'; id: number; reply: unknown }
  | { kind: 'failure'; id: number; message: string; fatal: boolean };

/** The part of a worker that the client uses. Tests have their own implementation. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null;
}

/** Runs a question with its options and returns the reply. `progress` receives progress. */
export type Answer = (question: string, ask: unknown, progress: (progress: unknown) => void) => unknown;

export type Begin = (compiled: WebAssembly.Module) => Answer;

/** The message handler of a worker, which can run without a worker in tests. */
export function serve(begin: Begin, post: (message: FromWorker) => void): (event: { data: ToWorker }) => void {
  /** Undefined until the library has started, and after it has failed. The client then replaces the worker. */
  let library: Answer | undefined;

  function start(compiled: WebAssembly.Module): void {
    try {
      library = begin(compiled);
    } catch (error) {
      post({ kind: 'missing', message: words(error) });
    }
  }

  function answer({ id, question, ask }: Ask): void {
    try {
      const reply = library?.(question, ask, (progress) => post({ kind: 'progress', id, progress }));
      if (library) post({ kind: 'reply', id, reply });
    } catch (error) {
      // After any error other than an invalid option, the state of the library is undefined.
      const fatal = !(error instanceof Error && error.name === 'AskError');
      if (fatal) library = undefined;
      post({ kind: 'failure', id, message: words(error), fatal });
    }
  }

  return ({ data }) => (data.kind === 'start' ? start(data.compiled) : answer(data));
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
