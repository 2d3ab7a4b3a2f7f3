import { CurrentGame } from '../game/current';
import { GameLibrary } from '../game/library';
import { t } from '../words';
import { go } from './route';
import { toast } from './messages';

/** The game that is played now; all views share it. */
export const session = new CurrentGame(new GameLibrary(() => localStorage), (problem) =>
  toast(t().play.stored[problem], {
    kind: 'error',
    // Where room is missing, the list of games is where it can be made.
    ...(problem === 'full' ? { action: { label: t().play.games, run: () => go('play', { games: '' }) } } : {}),
  }),
);

addEventListener('storage', (event) => session.otherTab(event));
// Phones end pages without further notice once they are hidden.
addEventListener('pagehide', () => session.save());
document.addEventListener('visibilitychange', () => document.hidden && session.pause());
