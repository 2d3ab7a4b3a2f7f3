import { isIncomplete, LARGEST, type Origin, WIDEST } from '../game/puzzle';
import type { Words } from '../words';
import type { ImportReply, PartReply } from '../engine';
import { LINKS, type ConvertReply, type Fault, type ReadReply } from './library';

type Texts = Words['exchange'];

/** The programs of formats with other names. */
const NAMES = new Map([
  ['iss', 'Interactive Sudoku Solver'],
  ['sudokupad', 'SudokuPad'],
  ['sudokumaker', 'SudokuMaker'],
  ['penpa', 'Penpa'],
]);
const nameOf = (format: string) => NAMES.get(format) ?? format;

/** Formats whose drawings are shown. */
const DRAWN = new Set(['f-puzzles', 'sudokupad']);
/** Kinds of parts that the page shows in a different way, or that are not visible. */
const SILENT = new Set(['setting', 'entered', 'marked']);
/** Kinds of parts that are listed only by name. */
const PLAIN = new Set(['unknown', 'form', 'drawing', 'drawn-rule', 'fog', 'unread']);

const listed = (parts: readonly PartReply[], texts: Texts): string => counted(parts, texts).join(', ');

/** Parts with counts, such as `2 × fog (foglight)`, and the faults of supported parts. */
function counted(parts: readonly PartReply[], texts: Texts): string[] {
  const counts = new Map<string, number>();
  for (const { what, kind = 'other', misfit, detail } of parts) {
    const word = texts.constraint(what);
    const full = word.toLowerCase() === what.toLowerCase() ? word : `${word} (${what})`;
    let entry = full;
    if (kind === 'sentence') entry = texts.quoted(detail);
    else if (misfit) entry = partText(full, misfit, texts).replace(/\.$/, '');
    else if (!PLAIN.has(kind)) entry = `${full}: ${texts.phrase(detail)}`;
    counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  return [...counts].map(([entry, count]) => (count > 1 ? `${count} × ${entry}` : entry));
}

const partText = (name: string, { found, expected }: { found: string; expected: string }, texts: Texts): string =>
  texts.refused.form(name, texts.phrase(found), texts.phrase(expected));

/** The reason why a text is refused, or cannot be shown and played here; undefined if there is none. */
export function problemText({ fault, import: report, shape, ruleset }: ReadReply, texts: Texts): string | undefined {
  if (!fault) {
    const { size, rows = size, columns = size } = shape;
    if (size <= LARGEST && rows <= WIDEST && columns <= WIDEST) return undefined;
    return texts.unshown(ruleset.shape ?? `grid ${rows}x${columns}`, LARGEST, WIDEST);
  }
  if (!report) return faultText(fault, texts);
  const name = nameOf(report.format);
  if (report.elsewhere !== undefined)
    return texts.refused.network(name, report.elsewhere.replace(/^(.{39}).{2,}/, '$1…'));
  // Packed data have no position in the text.
  const isPlaced = fault.line > 1 || fault.column > 1;
  return isPlaced ? `${name}: ${faultText(fault, texts)}` : partText(name, fault, texts);
}

export function importNotes({ decoration = [], ...report }: ImportReply, texts: Texts): string[] {
  const unread = decoration.filter(({ kind }) => kind === 'unread');
  const isDrawn = DRAWN.has(report.format);
  const drawings = decoration.filter(({ kind = 'other' }) => !isDrawn && kind !== 'unread' && !SILENT.has(kind));
  return [
    ...(drawings.length > 0 ? [texts.drawings(listed(drawings, texts))] : []),
    ...(unread.length > 0 ? [texts.unread(listed(unread, texts))] : []),
    ...(isIncomplete({ origin: report }) ? [texts.author.incomplete] : []),
  ];
}

/** The parts of a text that are not understood, each with its count. */
export const unknownParts = ({ not_understood }: Origin, texts: Texts): string[] => counted(not_understood, texts);

export const faultText = ({ line, column, found, expected }: Omit<Fault, 'code'>, texts: Texts): string =>
  texts.fault(line, column, texts.phrase(found), texts.phrase(expected));

/** Translates a fault in a line of a report: `3:1: found X, expected Y`, possibly after a name. Keeps other lines. */
export function reportedFaultText(line: string, texts: Texts): string {
  const fault = /^(?:.*:)?(\d+):(\d+): found (.*), expected (.*)$/.exec(line);
  if (!fault) return line;
  const [, row, column, found, expected] = fault;
  return faultText({ line: Number(row), column: Number(column), found, expected }, texts);
}

/** The reason why a notation or the links of a program cannot represent a puzzle, and a notation that can. */
export function unsupportedText(
  { refused = '', lacks, instead = '' }: ConvertReply,
  texts: Texts,
  notation: string,
): string {
  if (lacks === undefined) return refused;
  const what = texts.phrase(lacks);
  return LINKS.has(notation)
    ? texts.linkLacks(nameOf(notation), what)
    : texts.cannotExpress(what, texts.notations[instead as keyof typeof texts.notations] ?? instead);
}
