import { LARGEST, type ReadPuzzle, WIDEST } from '../game/puzzle';
import type { Words } from '../words';
import type { Fault } from './library';
import type { Count, Imported, Refused } from './types';

type Texts = Words['exchange'];

const NAMES = { 'f-puzzles': 'f-puzzles', sudokupad: 'SudokuPad', sudokuwiki: 'sudokuwiki' };

/** Names of rules or drawings with numbers: `2 × arrow (arrow)`. */
export function listed(counts: readonly Count[], texts: Texts): string {
  const all = counts.map(({ name, count }) => {
    const word = Object.hasOwn(texts.constraints, name) ? texts.constraints[name] : name;
    const full = word.toLowerCase() === name.toLowerCase() ? word : `${word} (${name})`;
    return count > 1 ? `${count} × ${full}` : full;
  });
  return all.join(', ');
}

/** Why a link is not taken, as a sentence. */
export function tellRefused(refused: Refused, texts: Texts): string {
  const words = texts.refused;
  switch (refused.kind) {
    case 'rules':
      return words.rules(NAMES[refused.origin], listed(refused.rules, texts));
    case 'drawn': {
      const text = words.drawn(NAMES[refused.origin], listed(refused.rules, texts));
      return refused.text ? `${text} ${texts.rulesText(short(refused.text))}` : text;
    }
    case 'sentence':
      return words.sentence(NAMES[refused.origin], short(refused.text));
    case 'network':
      return words.network(NAMES[refused.origin], short(refused.id, 40));
    case 'packing':
      return words.packing(NAMES[refused.origin], refused.prefix);
    case 'host':
      return words.host(refused.host);
    case 'form':
      return words.form(NAMES[refused.origin], refused.where, refused.found, texts.expected[refused.expected]);
  }
}

/** What a person should know about an imported puzzle. */
export function tellImported({ drawings, unread = [], rulesText }: Imported, texts: Texts): string[] {
  const notes = drawings.length > 0 ? [texts.drawings(listed(drawings, texts))] : [];
  if (unread.length > 0) notes.push(texts.unread(listed(unread, texts)));
  return rulesText && drawings.length > 0 ? [...notes, texts.rulesText(short(rulesText))] : notes;
}

/** What is wrong with a text, where, and what was expected. */
export function tellFault({ line, column, found, expected }: Omit<Fault, 'file'>, texts: Texts): string {
  return texts.fault(line, column, texts.phrase(found), texts.phrase(expected));
}

/** Why a puzzle that the library reads cannot be shown and played here; undefined if it can. */
export function tellUnfit(read: Pick<ReadPuzzle, 'shape' | 'ruleset'>, texts: Texts): string | undefined {
  const { size, rows = size, columns = size } = read.shape;
  if (size <= LARGEST && rows <= WIDEST && columns <= WIDEST) return undefined;
  return texts.unshown(read.ruleset.shape ?? `grid ${rows}x${columns}`, LARGEST, WIDEST);
}

/** A fault in a line of a report: `3:1: found X, expected Y`, perhaps after a name. Other lines are told as they are. */
export function tellReported(line: string, texts: Texts): string {
  const fault = /^(?:.*:)?(\d+):(\d+): found (.*), expected (.*)$/.exec(line);
  if (!fault) return line;
  const [, row, column, found, expected] = fault;
  return tellFault({ line: Number(row), column: Number(column), found, expected }, texts);
}

/** Why a notation cannot say what a puzzle has, and which one can; or why links of a program cannot. */
export function tellUnsaid(refused: string, texts: Texts, program?: string): string {
  if (program !== undefined) return texts.linkLacks(program, texts.phrase(refused));
  const reason = /: it has (.+); try --to (\S+)$/.exec(refused);
  return reason ? texts.cannotSay(texts.phrase(reason[1]), reason[2]) : refused;
}

/** A text of at most `most` characters on one line. */
export function short(text: string, most = 400): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
