import { CurrentGame } from '../game/current';
import { historyIn, merged } from '../game/history';
import { GameLibrary } from '../game/library';
import { counted, skillsIn, type Skill } from '../game/skills';
import { t } from '../words';
import { go } from './route';
import { closePassing, toast } from './messages';

/** The current game, which all views share. */
export const session = new CurrentGame(new GameLibrary(() => localStorage), (problem) =>
  toast(t().play.stored[problem], {
    kind: 'error',
    // If the storage is full, games can be deleted in the list of games.
    ...(problem === 'full' ? { action: { label: t().play.games, run: () => go('play', { games: '' }) } } : {}),
  }),
);

let opened: string | undefined;
session.subscribe((game) => {
  if (opened !== undefined && game?.id !== opened) closePassing();
  opened = game?.id;
});

export const skills = skillsIn(() => localStorage);
export const practiced = (technique: string, what: keyof Skill): unknown =>
  skills.change((all) => counted(all, technique, what));
export const solvedGames = historyIn(() => localStorage);
session.finished.subscribe((one) => one && solvedGames.change((all) => merged(all, [one])));

addEventListener('storage', (event) => session.otherTab(event));
// Phones may close hidden pages without another event.
addEventListener('pagehide', () => session.save());
document.addEventListener('visibilitychange', () => document.hidden && session.pause());
