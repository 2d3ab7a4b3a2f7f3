/**
 * The page's side of the library.
 *
 * `engine.ask('hint', { puzzle })` asks in a worker that stays; `engine.run('compare', { ... }, { progress, signal })` runs
 * a long job in a worker of its own, which the signal ends at once. Both reject with `AskError` (an option makes no
 * sense), `EngineError` (the library cannot be loaded, or failed) or the reason of the signal (`isAbort`). A puzzle that
 * cannot be read is a reply, with its `fault`.
 */
import { Engine } from './client';
import { compile } from './compile';
import type { Port } from './serve';

export { Engine } from './client';
export type { AskOf, ProgressOf, Question, ReplyOf, RunControl } from './client';
export { AskError, EngineError, isAbort } from './errors';
export type * from '../../pkg/arcdoku';

export const engine = new Engine(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'arcdoku' }) as Port,
  compile,
);
