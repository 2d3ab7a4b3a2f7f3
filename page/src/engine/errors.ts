/** An option makes no sense; the message says which one and why. */
export class AskError extends Error {
  override readonly name = 'AskError';
}

/** The library cannot be loaded (`load`), or stopped in the middle of its work (`trap`), which is a bug. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly kind: 'load' | 'trap';

  constructor(kind: 'load' | 'trap', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Whether a promise was rejected because its signal said so. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
