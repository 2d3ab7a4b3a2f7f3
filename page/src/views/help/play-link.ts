import { newGame } from '../../game/game';
import { linkParams } from '../../game/link';
import { puzzleOfLine } from '../../game/puzzle';
import { routeTo } from '../../shell/route';
import { readLibrary } from './library';

/** The fragment that plays on from the state of a library line; the list of techniques if the line cannot be read. */
export function playLink(line: string): string {
  const cells = readLibrary(line)?.cells;
  const clues = cells?.map(({ digit, given }) => (given ? String(digit) : '.')).join('');
  const puzzle = clues === undefined ? undefined : puzzleOfLine(clues);
  if (!cells || !puzzle) return routeTo('techniques');
  const game = { ...newGame(puzzle, '', 0), state: cells };
  return routeTo('play', linkParams(game, true, 0));
}
