import { board } from '../words/en';
import type { BoardWords } from './render';

/** The texts of the board in each loaded language. */
export const languages = new Map<string, BoardWords>([['en', board]]);
