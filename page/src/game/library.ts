import { readSaved, savedForm, VERSION } from './saved';
import { progress, standing, type Game } from './game';
import { VersionedStorage, type Problem } from './storage';

export interface GameRow {
  readonly game: Game;
  readonly progress: number;
  readonly solved: boolean;
}

/** Version of the stored form of the name of the last game. */
const LAST_VERSION = 1;

export class GameLibrary {
  private readonly games: VersionedStorage<Game>;
  private readonly last: VersionedStorage<string>;

  constructor(area: () => Storage) {
    this.games = new VersionedStorage(area, 'arcdoku.game.', VERSION, readSaved);
    this.last = new VersionedStorage(area, 'arcdoku.last.', LAST_VERSION, (value) =>
      typeof value === 'string' ? value : undefined,
    );
  }

  /** Stores a game as the last game. Returns the problem, if any; `newer` always refers to the game. */
  keep(game: Game, now: number): Problem | undefined {
    const problem = this.games.set(game.id, savedForm(game, now));
    if (problem) return problem;
    // The game is stored even if a newer page has stored the name of the last game in its own form.
    const last = this.last.set('id', game.id);
    return last === 'newer' ? undefined : last;
  }

  find(id: string): Game | Problem | undefined {
    const found = this.games.get(id);
    return found.kind === 'value' ? found.value : found.kind === 'problem' ? found.problem : undefined;
  }

  /** The game that was played last. If its name is not stored, or it was deleted, the game that was changed last. */
  latest(): Game | Problem | undefined {
    const id = this.last.get('id');
    const found = id.kind === 'value' ? this.find(id.value) : undefined;
    return found ?? this.all().rows[0]?.game ?? (id.kind === 'problem' ? id.problem : undefined);
  }

  /** All readable games, the latest first, and the number of other games. */
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

  /**
   * Whether a storage event of another tab concerns this game. An event without a key means that the storage was
   * cleared.
   */
  isAbout(event: { readonly key: string | null }, id: string): boolean {
    return event.key === null || event.key === `arcdoku.game.${id}`;
  }
}
