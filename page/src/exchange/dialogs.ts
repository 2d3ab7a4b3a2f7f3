import type { Game } from '../game/game';
import { toast } from '../shell/toast';
import { t } from '../words';

/** Asks for a text, a file or a link. */
export function openImport(): void {
  toast(t().app.soon);
}

/** Offers links, notations and pictures of a game. `svg` draws the board as it is shown. */
export function openExport(_game: Game, _svg: () => string): void {
  toast(t().app.soon);
}
