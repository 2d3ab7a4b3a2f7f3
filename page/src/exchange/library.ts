import type { ConvertAsk, ConvertReply, Fault, ReadReply } from '../engine';
import { showLoading } from '../shell/messages';

export type { ConvertReply, Fault, ReadReply };

/** Reads the first puzzle of a text. With `guess`, it has the rules that its drawing and its words suggest. */
export async function read(text: string, guess = false): Promise<ReadReply> {
  const { engine } = await import('../engine');
  showLoading(engine);
  return engine.ask('read', { text, partial: true, guess });
}

/** Formats whose links with the whole puzzle are written. */
export const LINKS: ReadonlySet<string> = new Set(['f-puzzles', 'sudokupad', 'sudokumaker']);

/** Writes a puzzle in another notation, or as a link of another program. */
export async function convert(board: Omit<ConvertAsk, 'to'>, to: ConvertAsk['to']): Promise<ConvertReply> {
  const { engine } = await import('../engine');
  if (!LINKS.has(to)) return engine.ask('convert', { ...board, to });
  // Links of other programs contain no entries.
  const reply = await engine.ask('convert', { puzzle: board.puzzle, to });
  return reply.text === undefined ? reply : { ...reply, text: reply.text.trim() };
}
