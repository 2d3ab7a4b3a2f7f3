import './export-dialog';
import './import-dialog';

import type { Game } from '../game/game';
import type { ExportDialog } from './export-dialog';
import type { ImportDialog } from './import-dialog';

export function openImport(): void {
  void mounted<ImportDialog>('arc-import-dialog').show();
}

/** Opens the dialog for links, notations and pictures of a game. `svg` draws the board as shown. */
export function openExport(game: Game, svg: () => string): void {
  mounted<ExportDialog>('arc-export-dialog').show(game, svg);
}

/** The only dialog of its kind. */
const mounted = <T extends HTMLElement>(name: string): T =>
  document.body.querySelector<T>(name) ?? document.body.appendChild(document.createElement(name) as T);
