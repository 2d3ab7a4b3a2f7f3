import { readSaved, savedForm, VERSION } from './saved';
import { progress, standing, type Game } from './game';
import { Shelf, type Problem } from './storage';

/** What a list of games shows of each. */
export interface GameRow {
  readonly game: Game;
  readonly progress: number;
  readonly solved: boolean;
}

/** The stored games. */
export class GameLibrary {
  private readonly games: Shelf<Game>;
  private readonly last: Shelf<string>;

  constructor(area: () => Storage) {
    this.games = new Shelf(area, 'arcdoku.game.', VERSION, readSaved);
    this.last = new Shelf(area, 'arcdoku.last.', VERSION, (value) => (typeof value === 'string' ? value : undefined));
  }

  /** Stores a game, as the one to go on with. Returns why not, if not. */
  keep(game: Game, now: number): Problem | undefined {
    return this.games.set(game.id, savedForm(game, now)) ?? this.last.set('id', game.id);
  }

  find(id: string): Game | Problem | undefined {
    const found = this.games.get(id);
    return found.kind === 'value' ? found.value : found.kind === 'problem' ? found.problem : undefined;
  }

  /** The game that was played last. */
  latest(): Game | Problem | undefined {
    const id = this.last.get('id');
    if (id.kind === 'value') return this.find(id.value);
    return id.kind === 'problem' ? id.problem : undefined;
  }

  /** All games that can be read, the latest first, and how many others there are. */
  all(): { rows: GameRow[]; unreadable: number } {
    const found = this.games.names().map((id) => this.find(id));
    const games = found.filter((game): game is Game => typeof game === 'object');
    games.sort((a, b) => b.touched - a.touched);
    const rows = games.map((game) => ({ game, progress: progress(game), solved: standing(game) === 'solved' }));
    return { rows, unreadable: found.length - games.length };
  }

  remove(id: string): Problem | undefined {
    return this.games.delete(id);
  }

  /** Whether another tab's event is about this game. */
  isAbout(event: { readonly key: string | null }, id: string): boolean {
    return event.key === `arcdoku.game.${id}`;
  }
}
