import { cellIndex } from '../element/cells';
import { changed } from '../element/edit';
import type { CellState } from '../element/types';
import type { EnteredReply } from '../engine';
import { puzzleOf, stateOf, type Puzzle } from '../game/puzzle';
import { LONGEST_LINK, type Reading } from '../shell/reading';
import { language, type Words } from '../words';
import type { ReadReply } from './library';
import { importNotes, problemText } from './fault-texts';

const LONGEST = 4_000_000;

/** Reads any text that the library can read. Returns a message if that fails. */
export async function readText(
  text: string,
  read: (text: string) => Promise<ReadReply>,
  { exchange: texts }: Words,
): Promise<Reading | string> {
  const number = (value: number) => value.toLocaleString(language());
  if (text.trim() === '') return texts.nothing;
  if (text.length > LONGEST) return texts.tooLong(number(text.length), number(LONGEST));
  const reply = await read(text);
  const { import: report } = reply;
  const [, host] = (text.length < LONGEST_LINK && /https?:\/\/([^/\s]+)/i.exec(text)) || [];
  if (reply.fault && !report && host && !text.trim().startsWith('{')) return texts.refused.host(host);
  const wrong = problemText(reply, texts);
  if (wrong !== undefined) return wrong;
  const puzzle = puzzleOf(reply);
  const several = reply.puzzles > 1 ? [texts.severalPuzzles(number(reply.puzzles))] : [];
  const notes = report ? [...several, ...importNotes(report, texts)] : several;
  const state = withEntered(puzzle, report?.entered ?? []) ?? stateOf(reply);
  return { puzzle, notes, ...(state ? { progress: { state, auto: false, spent: 0 } } : {}) };
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
