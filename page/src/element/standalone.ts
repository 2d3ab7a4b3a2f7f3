/** The entry point of the bundle for other pages: all languages, and the functions for scripts. */
import { board } from '../words/de';
import { ArcSudoku } from './arc-sudoku';
import { keypad } from './keypad';

ArcSudoku.languages.set('de', board);
ArcSudoku.keys = keypad;

export { ArcSudoku } from './arc-sudoku';
export { cellIndex, cellName } from './cells';
export { edited } from './edit';
export type * from './types';
