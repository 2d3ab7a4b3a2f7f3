import { CurrentGame } from '../game/current';
import { GameLibrary } from '../game/library';
import { t } from '../words';
import { toast } from './toast';

/** The game that is played now; all views share it. */
export const session = new CurrentGame(new GameLibrary(() => localStorage), (problem) =>
  toast(t().play.stored[problem], { kind: 'error' }),
);

addEventListener('storage', (event) => session.otherTab(event));
// Phones end pages without further notice once they are hidden.
addEventListener('pagehide', () => session.save());
document.addEventListener('visibilitychange', () => document.hidden && session.pause());
