import { AskError, EngineError } from '../engine/errors';
import { t } from '../words';

/** What browsers say when a part of the page, or a file of it, cannot be loaded. */
const NOT_LOADED =
  /dynamically imported module|importing a module script|failed to fetch|NetworkError when|^load failed|preload CSS/i;

/** What went wrong, in the words of the page, as a sentence of its own. */
export function failureText(error: unknown): string {
  const { notLoaded, failed, failures } = t().app;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof EngineError) return error.kind === 'load' ? failures.load : failures.trap(message);
  if (error instanceof AskError) return failures.ask(message);
  return NOT_LOADED.test(message) ? notLoaded : failed(message);
}
