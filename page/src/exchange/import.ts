import { readFpuzzles } from './fpuzzles';
import type { Source } from './recognize';
import { readSudokupad } from './sudokupad';
import { readSudokuwiki } from './sudokuwiki';
import { type Imported, Refusal, type Refused } from './types';

/** Pages of sudokuwiki whose boards have other rules. */
const OTHER_RULES =
  /jigsaw|killer|sudokux|xsudoku|windoku|str8|kakuro|kendoku|kenken|futoshiki|hidato|colou?r|hanidoku|codeword/i;

/** Reads a link or payload that was recognized. */
export function importSource(source: Exclude<Source, { kind: 'own' | 'text' }>): Imported | Refused {
  try {
    switch (source.kind) {
      case 'f-puzzles':
        return readFpuzzles(source.payload);
      case 'sudokupad':
        return readSudokupad(source.payload);
      case 'sudokuwiki': {
        const other = OTHER_RULES.exec(source.page);
        if (other) return { kind: 'rules', origin: 'sudokuwiki', rules: [{ name: source.page, count: 1 }] };
        return readSudokuwiki(source.board);
      }
      default:
        return source;
    }
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}
