import type { ConvertAsk, ConvertReply, Fault, ReadReply } from '../engine';
import { TABLES } from '../engine/tables';

export type { ConvertReply, Fault, ReadReply };

/** Reads the first puzzle of a text. The library is loaded when it is first needed. */
export async function read(text: string): Promise<ReadReply> {
  return (await import('../engine')).engine.ask('read', { text });
}

/** Writes a puzzle in another notation. */
export async function convert(board: Omit<ConvertAsk, 'to'>, to: string): Promise<ConvertReply> {
  const { engine } = await import('../engine');
  return engine.ask('convert', { ...board, to }, TABLES.has(to) ? { module: 'full' } : {});
}
