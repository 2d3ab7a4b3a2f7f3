import { CurrentGame } from '../game/current';
import { History } from '../game/history';
import { GameLibrary } from '../game/library';
import { SkillStore } from '../game/skills';
import { t } from '../words';
import { go } from './route';
import { toast } from './messages';

/** The current game, which all views share. */
export const session = new CurrentGame(new GameLibrary(() => localStorage), (problem) =>
  toast(t().play.stored[problem], {
    kind: 'error',
    // If the storage is full, games can be deleted in the list of games.
    ...(problem === 'full' ? { action: { label: t().play.games, run: () => go('play', { games: '' }) } } : {}),
  }),
);

/** What the player has done with each technique. */
export const skills = new SkillStore(() => localStorage);
/** All solved games. */
export const solvedGames = new History(() => localStorage);
session.finished.subscribe((one) => one && solvedGames.add(one));

addEventListener('storage', (event) => session.otherTab(event));
// Phones may close hidden pages without another event.
addEventListener('pagehide', () => session.save());
document.addEventListener('visibilitychange', () => document.hidden && session.pause());
