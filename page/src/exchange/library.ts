import type { ConvertAsk, ConvertReply, Fault, ReadReply } from '../engine';
import { showLoading } from '../shell/messages';

export type { ConvertReply, Fault, ReadReply };

/** Reads the first puzzle of a text. The library is loaded when it is first needed. */
export async function read(text: string): Promise<ReadReply> {
  const { engine } = await import('../engine');
  showLoading(engine);
  return engine.ask('read', { text });
}

/** Programs for which links with the puzzle in them are written, by the name of their form. */
export const LINKS: Readonly<Record<string, string>> = { 'f-puzzles': 'f-puzzles', sudokupad: 'SudokuPad' };

/** Writes a puzzle in another notation, or as a link of another program. */
export async function convert(board: Omit<ConvertAsk, 'to'>, to: ConvertAsk['to']): Promise<ConvertReply> {
  const { engine } = await import('../engine');
  if (!Object.hasOwn(LINKS, to)) return engine.ask('convert', { ...board, to });
  // What was entered is no part of a link.
  const reply = await engine.ask('convert', { puzzle: board.puzzle, to });
  return reply.text === undefined ? reply : { ...reply, text: reply.text.trim() };
}
