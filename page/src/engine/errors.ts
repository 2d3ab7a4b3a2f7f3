/** An option is invalid. The message names the option and the reason. */
export class AskError extends Error {
  override readonly name = 'AskError';
}

/** The library cannot be loaded (`load`), or has crashed (`trap`), which is a bug. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly kind: 'load' | 'trap';

  constructor(kind: 'load' | 'trap', message: string) {
    super(message);
    this.kind = kind;
  }
}
