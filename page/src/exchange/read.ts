import { cellIndex } from '../element/cells';
import { changed } from '../element/edit';
import type { CellState } from '../element/types';
import type { EnteredReply } from '../engine';
import { puzzleOf, puzzleOfLine, stateOf, type Puzzle } from '../game/puzzle';
import { language, type Words } from '../words';
import type { ReadReply } from './library';
import { sourceOf } from './source';
import { importNotes, problemText } from './fault-texts';

/** The maximum length of a text. */
const LONGEST = 4_000_000;

/** The result of reading a text. */
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

/** Reads a link of this page, or any text that the library can read. */
export async function readText(
  text: string,
  read: (text: string) => Promise<ReadReply>,
  words: Words,
): Promise<Outcome> {
  const texts = words.exchange;
  const problem = (message: string): Outcome => ({ kind: 'problem', text: message });
  const number = (value: number) => value.toLocaleString(language());
  if (text.trim() === '') return problem(texts.nothing);
  if (text.length > LONGEST) return problem(texts.tooLong(number(text.length), number(LONGEST)));
  const source = sourceOf(text);
  if (source.kind === 'own') return source;
  const plain = puzzleOfLine(source.text);
  if (plain) return { kind: 'puzzle', puzzle: plain, notes: [] };
  const reply = await read(source.text);
  const { import: report } = reply;
  if (reply.fault && !report && source.host !== undefined) return problem(texts.refused.host(source.host));
  const wrong = problemText(reply, texts);
  if (wrong !== undefined) return problem(wrong);
  const puzzle = puzzleOf(reply);
  const several = reply.puzzles > 1 ? [texts.severalPuzzles(number(reply.puzzles))] : [];
  const notes = report ? [...several, ...importNotes(report, texts)] : several;
  return { kind: 'puzzle', puzzle, state: withEntered(puzzle, report?.entered ?? []) ?? stateOf(reply), notes };
}

/** The cells of a game with its clues and entries; undefined without entries. */
function withEntered({ givens, shape }: Puzzle, entered: readonly EnteredReply[]): CellState[] | undefined {
  if (entered.length === 0) return undefined;
  const state = givens.map((digit): CellState => (digit > 0 ? { digit, given: true } : {}));
  for (const { cell, digit, corner, center } of entered) {
    const index = cellIndex(cell, shape);
    if (index === undefined || state[index]?.given) continue;
    state[index] = changed({}, digit === undefined ? { corner, center } : { digit });
  }
  return state;
}
