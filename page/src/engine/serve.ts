/** The work of a worker, without being one: messages in, messages out. */
import type { Ask, FromWorker, ToWorker } from './protocol';

/** A question of the library: it takes an object and, if it is a long one, a receiver of progress. */
export type Answer = (ask: unknown, progress?: (progress: unknown) => void) => unknown;

/** The questions of the library by name. */
export type Answers = Readonly<Record<string, unknown>>;

/** Makes the library of a compiled module. */
export type Begin = (compiled: WebAssembly.Module) => Answers;

/** Answers messages one after the other. */
export function serve(begin: Begin, post: (message: FromWorker) => void): (event: { data: ToWorker }) => void {
  /** Undefined until the library has started, and after it failed; the client then replaces the worker. */
  let answers: Answers | undefined;

  function answer(answers: Answers, { id, question, ask }: Ask): void {
    const found = answers[question];
    if (typeof found !== 'function') {
      post({ kind: 'failure', id, name: 'AskError', message: `There is no question '${question}'.`, fatal: false });
      return;
    }
    try {
      const reply = (found as Answer)(ask, (progress) => post({ kind: 'progress', id, progress }));
      post({ kind: 'reply', id, reply });
    } catch (error) {
      fail(id, error);
    }
  }

  function fail(id: number, error: unknown): void {
    const name = error instanceof Error ? error.name : 'Error';
    // Whatever is not about the options left the library in the middle of its work.
    const fatal = name !== 'AskError';
    if (fatal) answers = undefined;
    post({ kind: 'failure', id, name, message: words(error), fatal });
  }

  return ({ data }) => {
    if (data.kind === 'ask') {
      if (answers) answer(answers, data);
      return;
    }
    try {
      answers = begin(data.compiled);
    } catch (error) {
      post({ kind: 'missing', message: words(error) });
    }
  };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
