import { cellIndex } from '../element/cells';
import { changed } from '../element/edit';
import type { CellState } from '../element/types';
import type { EnteredReply } from '../engine';
import { puzzleOf, puzzleOfLine, stateOf, type Puzzle } from '../game/puzzle';
import { language, type Words } from '../words';
import type { ReadReply } from './library';
import { importNotes, problemText } from './fault-texts';

/** The maximum length of a text. */
const LONGEST = 4_000_000;

/** The maximum length of a text that is searched for a link of this page, or of an unknown site. */
const LONGEST_LINK = 200_000;

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
  const params = ownParams(text);
  if (params) return { kind: 'own', params };
  const plain = puzzleOfLine(text);
  if (plain) return { kind: 'puzzle', puzzle: plain, notes: [] };
  const reply = await read(text);
  const { import: report } = reply;
  const [, host] = (text.length < LONGEST_LINK && /https?:\/\/([^/\s]+)/i.exec(text)) || [];
  if (reply.fault && !report && host && !text.trim().startsWith('{')) return problem(texts.refused.host(host));
  const wrong = problemText(reply, texts);
  if (wrong !== undefined) return problem(wrong);
  const puzzle = puzzleOf(reply);
  const several = reply.puzzles > 1 ? [texts.severalPuzzles(number(reply.puzzles))] : [];
  const notes = report ? [...several, ...importNotes(report, texts)] : several;
  return { kind: 'puzzle', puzzle, state: withEntered(puzzle, report?.entered ?? []) ?? stateOf(reply), notes };
}

/** The parameters of a link of this page, such as `#/play?p=...`, if it contains a puzzle. */
function ownParams(text: string): URLSearchParams | undefined {
  const [, query = ''] = (text.length < LONGEST_LINK && /^[^{]*#\/\w+\?(\S+)/.exec(text)) || [];
  const params = new URLSearchParams(query);
  return params.has('p') ? params : undefined;
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
