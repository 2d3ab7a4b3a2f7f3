import type { CellState } from '../element/types';
import { puzzleOf, puzzleOfLine, stateOf, type Puzzle } from '../game/puzzle';
import { language, type Words } from '../words';
import { importSource } from './import';
import type { ReadReply } from './library';
import { recognize } from './recognize';
import { tellFault, tellImported, tellRefused, tellUnfit } from './tell';
import { LONGEST_JSON } from './types';

/** What became of a text. */
export type Outcome =
  | {
      readonly kind: 'puzzle';
      readonly puzzle: Puzzle;
      readonly state?: readonly CellState[];
      readonly notes: string[];
    }
  /** A link of this page. */
  | { readonly kind: 'own'; readonly params: URLSearchParams }
  | { readonly kind: 'problem'; readonly text: string };

/** Reads any text: a link, a payload, or whatever the library reads. */
export async function readText(
  text: string,
  read: (text: string) => Promise<ReadReply>,
  words: Words,
): Promise<Outcome> {
  const texts = words.exchange;
  const problem = (message: string): Outcome => ({ kind: 'problem', text: message });
  const number = (value: number) => value.toLocaleString(language());
  if (text.trim() === '') return problem(texts.nothing);
  if (text.length > LONGEST_JSON) return problem(texts.tooLong(number(text.length), number(LONGEST_JSON)));
  const source = recognize(text);
  if (source.kind === 'own') return { kind: 'own', params: source.params };
  if (source.kind !== 'text') {
    const result = importSource(source);
    if (result.kind !== 'puzzle') return problem(tellRefused(result, texts));
    const reply = await read(result.row);
    if (reply.fault) return problem(tellFault(reply.fault, texts));
    const puzzle = puzzleOf(reply);
    const state = result.entered && withEntered(puzzle, result.entered);
    return { kind: 'puzzle', puzzle, state, notes: tellImported(result, texts) };
  }
  const plain = puzzleOfLine(text);
  if (plain) return { kind: 'puzzle', puzzle: plain, notes: [] };
  const reply = await read(text);
  if (reply.fault) return problem(tellFault(reply.fault, texts));
  const unfit = tellUnfit(reply, texts);
  if (unfit !== undefined) return problem(unfit);
  const puzzle = puzzleOf(reply);
  const notes = reply.puzzles > 1 ? [texts.severalPuzzles(number(reply.puzzles))] : [];
  return { kind: 'puzzle', puzzle, state: stateOf(reply), notes };
}

/** The cells of a game: clues, and in the others what was entered. */
function withEntered({ givens }: Puzzle, entered: readonly CellState[]): CellState[] {
  return givens.map((digit, cell) => (digit > 0 ? { digit, given: true } : (entered[cell] ?? {})));
}
