/**
 * The page's side of the library.
 *
 * `engine.ask('hint', { puzzle })` runs a question in a permanent worker. `engine.run('compare', { ... }, { progress,
 * signal })` runs a long job in a separate worker, which the signal terminates immediately. Both reject with
 * `AskError` (an invalid option), `EngineError` (the library cannot be loaded, or has crashed) or the reason of the
 * signal. For an unreadable puzzle, they resolve to a reply with a `fault`.
 */
import { Engine } from './client';
import { compile } from './compile';
import type { Port } from './serve';

export type { AskOf, Engine, ProgressOf, Question, ReplyOf, RunControl } from './client';
export { AskError, EngineError } from './errors';
export type * from '../../pkg/arcdoku';

export const engine = new Engine(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'arcdoku' }) as Port,
  compile,
);
