import { board } from '../words/en';
import type { BoardWords } from './render';

export const languages = new Map<string, BoardWords>([['en', board]]);
