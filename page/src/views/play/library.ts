import type { Game } from '../../game/game';
import { conflictsOf } from '../../element/conflicts';
import { cellName } from '../../element/cells';
import * as games from '../../game/game';
import { readProgress } from '../../game/link';
import { puzzleOfLine } from '../../game/puzzle';
import { session } from '../../shell/session';
import { toast } from '../../shell/toast';
import { t } from '../../words';

/** Opens the puzzle, and perhaps the progress, of a link. What is wrong with it is said; the game before goes on. */
export async function openFragment(params: URLSearchParams): Promise<void> {
  const text = params.get('p') ?? '';
  const puzzle = puzzleOfLine(text);
  if (!puzzle) {
    toast(t().play.badLink(text.slice(0, 40)), { kind: 'error' });
    return;
  }
  const saved = params.get('s');
  const progress = saved === null ? undefined : readProgress(puzzle, saved);
  if (typeof progress === 'string') {
    toast(progress === 'newer' ? t().play.newerLink : t().play.tornLink, { kind: 'error' });
    session.start(puzzle);
  } else session.start(puzzle, progress);
}

/** Says what is wrong on the board, and where. */
export async function findMistakes(game: Game): Promise<{ text: string; cells: readonly string[] }> {
  const texts = t().play;
  const { size } = game.puzzle.shape;
  const conflicts = [...conflictsOf(games.layoutFor(game.puzzle), games.digitsOf(game))].sort((a, b) => a - b);
  const cells = conflicts.filter((cell) => !game.state[cell].given).map((cell) => cellName(cell, size));
  return { text: cells.length > 0 ? texts.mistakes(cells.length) : texts.noMistakes, cells };
}
