import type { ConvertAsk, ConvertReply, Fault, ReadReply } from '../engine';
import { showLoading } from '../shell/loading';

export type { ConvertReply, Fault, ReadReply };

/** Reads the first puzzle of a text. The library is loaded when it is first needed. */
export async function read(text: string): Promise<ReadReply> {
  const { engine } = await import('../engine');
  showLoading(engine);
  return engine.ask('read', { text });
}

/** Programs whose links have the puzzle in them, by the name of their form. */
export const LINKS: Readonly<Record<string, { readonly program: string; readonly link: (payload: string) => string }>> =
  {
    'f-puzzles': { program: 'f-puzzles', link: (payload) => `https://www.f-puzzles.com/?load=${payload}` },
    sudokupad: { program: 'SudokuPad', link: (payload) => `https://sudokupad.app/fpuz${encodeURIComponent(payload)}` },
  };

/** Writes a puzzle in another notation, or as a link of another program. */
export async function convert(board: Omit<ConvertAsk, 'to'>, to: string): Promise<ConvertReply> {
  const { engine } = await import('../engine');
  if (Object.hasOwn(LINKS, to)) {
    const [reply, { pack }] = await Promise.all([engine.ask('fpuzzles', { puzzle: board.puzzle }), import('./lz')]);
    return reply.text === undefined ? reply : { ...reply, text: LINKS[to].link(pack(reply.text)) };
  }
  return engine.ask('convert', { ...board, to });
}
