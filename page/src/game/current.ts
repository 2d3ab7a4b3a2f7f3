import { Store } from '../shell/store';
import { started, stopped } from './clock';
import { finishedOf, type Finished } from './finished';
import { newGame, standing, type Game } from './game';
import { GameLibrary } from './library';
import type { Progress } from './link';
import { isSame, type Puzzle } from './puzzle';
import type { Problem } from './storage';

/** Problems with stored games, which a message reports. */
export type GameProblem = Problem | 'elsewhere';

/** Delay between a change and storing it, in milliseconds. */
const DELAY = 250;

/**
 * The current game, which is stored when it changes.
 *
 * It replaces only what this page wrote. If another tab has changed the stored game, or a newer version of the page
 * stored it, the stored game stays unchanged, and this tab continues with a copy.
 */
export class CurrentGame extends Store<Game | undefined> {
  private timer?: ReturnType<typeof setTimeout>;
  private reported?: GameProblem;
  /** The result of the last game that ended; a new object each time a game becomes solved. */
  readonly finished = new Store<Finished | undefined>(undefined);

  constructor(
    readonly library: GameLibrary,
    private readonly report: (problem: GameProblem) => void,
    private readonly now: () => number = Date.now,
    private readonly newId: () => string = () => crypto.randomUUID(),
  ) {
    super(undefined);
  }

  resume(): boolean {
    const found = this.library.latest();
    if (typeof found === 'string') this.problem(found);
    if (typeof found !== 'object') return false;
    this.value = found;
    return true;
  }

  /** Opens a stored game. Its clock runs if the clock of the previous game ran. */
  open(id: string): boolean {
    if (id === this.value?.id) return true;
    const found = this.library.find(id);
    if (typeof found === 'string') this.problem(found);
    if (typeof found !== 'object') return false;
    this.replace(found);
    return true;
  }

  /** Starts a game, or resumes a game of the same puzzle. Progress from a link always becomes a new game. */
  start(puzzle: Puzzle, progress?: Progress): void {
    const now = this.now();
    const known = progress ? undefined : this.library.all().rows.find(({ game }) => isSame(game.puzzle, puzzle))?.game;
    const fresh = newGame(puzzle, this.newId(), now);
    const { state, auto, spent } = progress ?? { ...fresh, spent: 0 };
    this.replace(known ?? { ...fresh, state, auto, clock: { spent } });
  }

  private replace(game: Game): void {
    const ran = this.value?.clock.since !== undefined;
    this.pause();
    this.value = game;
    this.schedule();
    if (ran) this.run();
  }

  /** Replaces the game by the result of a function of `game.ts`. */
  update(change: (game: Game, now: number) => Game): void {
    if (!this.value) return;
    const next = change(this.value, this.now());
    if (next === this.value) return;
    const done = standing(next) === 'solved' && standing(this.value) !== 'solved';
    this.value = done ? { ...next, clock: stopped(next.clock, this.now()) } : next;
    this.schedule();
    // A puzzle that was opened with all its digits was not solved here.
    if (done && next.tried?.length) this.finished.value = finishedOf(this.value, this.now());
  }

  run(): void {
    this.update((game, now) => (standing(game) === 'solved' ? game : { ...game, clock: started(game.clock, now) }));
  }

  /** Stops the clock and stores the game, because passing time alone does not trigger storing. */
  pause(): void {
    this.update((game, now) => {
      const clock = stopped(game.clock, now);
      return clock === game.clock ? game : { ...game, clock };
    });
    this.save();
  }

  remove(id: string): void {
    const problem = this.library.remove(id);
    if (problem) this.problem(problem);
    if (this.value?.id === id) {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.value = undefined;
    }
  }

  /** If another tab stored or deleted this game, continues with a copy here and stores it. */
  otherTab(event: { readonly key: string | null }): void {
    const game = this.value;
    if (!game || !this.library.isAbout(event, game.id)) return;
    this.value = { ...game, id: this.newId() };
    this.schedule();
    this.problem('elsewhere');
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => this.save(), DELAY);
  }

  /** Stores the game now if it changed. */
  save(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const game = this.value;
    if (!game) return;
    const problem = this.library.keep(game, this.now());
    if (problem === 'newer') {
      this.value = { ...game, id: this.newId() };
      this.library.keep(this.value, this.now());
    }
    if (problem) this.problem(problem);
    else this.reported = undefined;
  }

  /** Reports a problem once, until storing works again. */
  private problem(problem: GameProblem): void {
    if (this.reported === problem) return;
    this.reported = problem;
    this.report(problem);
  }
}
