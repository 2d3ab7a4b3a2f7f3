import { readSaved, savedForm, VERSION } from './saved';
import { progress, standing, type Game } from './game';
import { VersionedStorage, type Problem } from './storage';

/** What a list of games shows of each. */
export interface GameRow {
  readonly game: Game;
  readonly progress: number;
  readonly solved: boolean;
}

/** Version of the form of the name of the last game. */
const LAST_VERSION = 1;

/** The stored games. */
export class GameLibrary {
  private readonly games: VersionedStorage<Game>;
  private readonly last: VersionedStorage<string>;

  constructor(area: () => Storage) {
    this.games = new VersionedStorage(area, 'arcdoku.game.', VERSION, readSaved);
    this.last = new VersionedStorage(area, 'arcdoku.last.', LAST_VERSION, (value) =>
      typeof value === 'string' ? value : undefined,
    );
  }

  /** Stores a game, as the one to go on with. Returns why not, if not; `newer` is always about the game itself. */
  keep(game: Game, now: number): Problem | undefined {
    const problem = this.games.set(game.id, savedForm(game, now));
    if (problem) return problem;
    // The game is stored, even if a newer page wrote in its own form which one was the last.
    const last = this.last.set('id', game.id);
    return last === 'newer' ? undefined : last;
  }

  find(id: string): Game | Problem | undefined {
    const found = this.games.get(id);
    return found.kind === 'value' ? found.value : found.kind === 'problem' ? found.problem : undefined;
  }

  /** The game that was played last; where that is not said, or it was deleted, the last one that was changed. */
  latest(): Game | Problem | undefined {
    const id = this.last.get('id');
    const found = id.kind === 'value' ? this.find(id.value) : undefined;
    return found ?? this.all().rows[0]?.game ?? (id.kind === 'problem' ? id.problem : undefined);
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

  /** Whether another tab's event is about this game. An event without a key reports that the storage was cleared. */
  isAbout(event: { readonly key: string | null }, id: string): boolean {
    return event.key === null || event.key === `arcdoku.game.${id}`;
  }
}
