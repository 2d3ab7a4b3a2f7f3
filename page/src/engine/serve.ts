/** A question to a worker. */
interface Ask {
  kind: 'ask';
  id: number;
  question: string;
  ask: unknown;
}

/** First the library, compiled, and then questions. */
export type ToWorker = { kind: 'start'; compiled: WebAssembly.Module } | Ask;

/** `missing`: the library could not be started. After a `fatal` failure the worker is of no use any more. */
export type FromWorker =
  | { kind: 'missing'; message: string }
  | { kind: 'progress'; id: number; progress: unknown }
  | { kind: 'reply'; id: number; reply: unknown }
  | { kind: 'failure'; id: number; message: string; fatal: boolean };

/** The part of a worker that the client uses; tests have their own. */
export interface Port {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string; preventDefault?: () => void }) => void) | null;
}

/** Answers questions: the name of one, its options, and a receiver of progress. */
export type Answer = (question: string, ask: unknown, progress: (progress: unknown) => void) => unknown;

/** Starts the library of a compiled module. */
export type Begin = (compiled: WebAssembly.Module) => Answer;

/** The work of a worker, without being one: answers messages one after the other. */
export function serve(begin: Begin, post: (message: FromWorker) => void): (event: { data: ToWorker }) => void {
  /** Undefined until the library has started, and after it failed; the client then replaces the worker. */
  let library: Answer | undefined;

  function answer(library: Answer, { id, question, ask }: Ask): void {
    try {
      const reply = library(question, ask, (progress) => post({ kind: 'progress', id, progress }));
      post({ kind: 'reply', id, reply });
    } catch (error) {
      fail(id, error);
    }
  }

  function fail(id: number, error: unknown): void {
    // Whatever is not about the options left the library in the middle of its work.
    const fatal = !(error instanceof Error && error.name === 'AskError');
    if (fatal) library = undefined;
    post({ kind: 'failure', id, message: words(error), fatal });
  }

  return ({ data }) => {
    if (data.kind === 'ask') {
      if (library) answer(library, data);
      return;
    }
    try {
      library = begin(data.compiled);
    } catch (error) {
      post({ kind: 'missing', message: words(error) });
    }
  };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
