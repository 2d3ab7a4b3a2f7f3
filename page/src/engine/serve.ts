/** The work of a worker, without being one: messages in, messages out. */
import type { Ask, FromWorker, ModuleName, Start, ToWorker } from './protocol';

/** A question of the library: it takes an object and, if it is a long one, a receiver of progress. */
export type Answer = (ask: unknown, progress?: (progress: unknown) => void) => unknown;

/** A loaded module: its questions by name, and the module as it was compiled. */
export interface Library {
  answers: Readonly<Record<string, unknown>>;
  compiled: WebAssembly.Module;
}

export type Load = (module: ModuleName, compiled: WebAssembly.Module | undefined) => Promise<Library>;

/** Answers messages one after the other. */
export function serve(load: Load, post: (message: FromWorker) => void): (message: ToWorker) => Promise<void> {
  let library: Promise<Library | undefined> = Promise.resolve(undefined);
  let dead = false;

  async function start(message: Start): Promise<Library | undefined> {
    try {
      const loaded = await load(message.module, message.compiled);
      post({ kind: 'loaded', compiled: loaded.compiled });
      return loaded;
    } catch (error) {
      post({ kind: 'missing', message: words(error) });
      return undefined;
    }
  }

  async function answer({ id, question, ask }: Ask): Promise<void> {
    const loaded = await library;
    // Without a library the client was told; a dead one is replaced by the client.
    if (loaded === undefined || dead) return;
    const found = loaded.answers[question];
    if (typeof found !== 'function') {
      post({ kind: 'failure', id, name: 'AskError', message: `There is no question '${question}'.`, fatal: false });
      return;
    }
    try {
      const reply = (found as Answer)(ask, (progress) => post({ kind: 'progress', id, progress }));
      post({ kind: 'reply', id, reply });
    } catch (error) {
      const name = error instanceof Error ? error.name : 'Error';
      // Whatever is not about the options left the library in the middle of its work.
      dead = name !== 'AskError';
      post({ kind: 'failure', id, name, message: words(error), fatal: dead });
    }
  }

  return async (message) => {
    if (message.kind === 'start') {
      library = start(message);
      await library;
    } else {
      await answer(message);
    }
  };
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
