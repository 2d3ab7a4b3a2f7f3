/** The entry of the bundle for other pages: all languages, and what their scripts may want to call. */
import { board } from '../words/de';
import { ArcSudoku } from './arc-sudoku';

ArcSudoku.languages.set('de', board);

export { ArcSudoku } from './arc-sudoku';
export { cellIndex, cellName } from './cells';
export { edited } from './edit';
export type * from './types';
