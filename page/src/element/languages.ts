import { board } from '../words/en';
import type { BoardWords } from './render';

/** The words of the board in each language that was loaded. */
export const languages = new Map<string, BoardWords>([['en', board]]);
