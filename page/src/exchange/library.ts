import type { ReadPuzzle } from '../game/puzzle';

/** What is wrong with a text, and where. */
export interface Fault {
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly expected: string;
}

/** The reply to the question `read`. */
export interface ReadReply extends ReadPuzzle {
  readonly fault?: Fault | null;
  readonly puzzles: number;
  /** Clues and what the text says was placed. */
  readonly digits: readonly number[];
  readonly conflict?: Fault | null;
}

/** The reply to the question `convert`. */
export interface ConvertReply {
  readonly text?: string | null;
  readonly fault?: Fault | null;
  readonly message?: string | null;
}

interface Library {
  ask(question: string, options: unknown): Promise<unknown>;
}

/** The library's workers, loaded when they are first needed. */
async function library(): Promise<Library> {
  const { engine } = (await import('../engine')) as unknown as { engine?: Library };
  if (!engine) throw new Error('no engine');
  return engine;
}

/** Reads the first puzzle of a text. */
export async function read(text: string): Promise<ReadReply> {
  return (await (await library()).ask('read', { text })) as ReadReply;
}

/** Writes a puzzle in another notation. */
export async function convert(board: object, to: string): Promise<ConvertReply> {
  return (await (await library()).ask('convert', { ...board, to })) as ConvertReply;
}
