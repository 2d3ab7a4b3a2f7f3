import type { LitElement } from 'lit';

import { constraintName } from '../../draw/names';
import { cellName } from '../../element/cells';
import type { Edit } from '../../element/types';
import { engine, type SolveReply } from '../../engine';
import * as games from '../../game/game';
import { digitsOfLine, isClassic, isIncomplete } from '../../game/puzzle';
import { feedback } from '../../shell/feedback';
import { announce } from '../../shell/messages';
import { session } from '../../shell/session';
import { settings } from '../../shell/settings';
import { t } from '../../words';

/** Time limit for solving an opened puzzle, in seconds. */
const SECONDS = 5;

/** What the library reports about the current game: how many solutions the puzzle has, and which rules are broken. */
export class Judge {
  /** The result for the puzzle; undefined until it is known. */
  verdict?: Pick<SolveReply, 'outcome' | 'solution'>;
  /** The result for rules that the board does not check. */
  broken?: { readonly rules: readonly string[]; readonly cells: readonly string[] };
  /** The state of the game that `broken` belongs to. */
  private judged?: games.Game['state'];
  private judging = false;
  private puzzle?: games.Game['puzzle'];
  private stop?: AbortController;

  constructor(private readonly host: LitElement) {}

  /** Examines the game. Results of another puzzle are dropped. */
  look(game: games.Game | undefined): void {
    if (game && game.puzzle !== this.puzzle) {
      this.puzzle = game.puzzle;
      this.broken = this.verdict = undefined;
      if (!isIncomplete(game.puzzle)) void this.solve(game.puzzle);
    }
    void this.judge();
  }

  private async solve(puzzle: games.Game['puzzle']): Promise<void> {
    this.stop?.abort();
    const { signal } = (this.stop = new AbortController());
    // Rules may take long, so a worker is started, which can be stopped.
    const how = isClassic(puzzle) ? 'ask' : 'run';
    try {
      const verdict = await engine[how]('solve', { puzzle: puzzle.text, time: SECONDS }, { signal });
      if (this.puzzle !== puzzle) return;
      this.verdict = verdict;
      if (verdict.outcome !== 'unique') announce(t().check.outcomes[verdict.outcome] ?? '');
      this.host.requestUpdate();
    } catch {
      // The library could not be loaded, or another puzzle was opened.
    }
  }

  /** Checks rules that the board cannot check. After each reply, checks the latest state if it has changed. */
  private async judge(): Promise<void> {
    const game = session.value;
    if (this.judging || !game || game.state === this.judged || !games.needsLibrary(game.puzzle)) return;
    this.judging = true;
    const { puzzle, digits } = games.boardAsk(game);
    const reply = await engine.ask('conflicts', { puzzle, digits }).catch(() => undefined);
    this.judging = false;
    this.judged = game.state;
    const { value } = session;
    if (reply && reply.outcome !== 'malformed' && value?.puzzle === game.puzzle) {
      const { outcome, conflicts = [] } = reply;
      const rules = conflicts.map(({ constraint }) => constraint);
      const fresh = rules.filter((rule) => !this.broken?.rules.includes(rule));
      if (fresh.length > 0 && settings.value.conflicts !== 'off')
        announce(t().play.breaks(fresh.map(constraintName).join(', ')));
      this.broken = { rules, cells: [...new Set(conflicts.flatMap(({ cells }) => cells))] };
      this.host.requestUpdate();
      const isFull = games.standing(game) === 'unknown';
      if (isFull && value.state === game.state) session.update((one) => games.judged(one, outcome === 'solved'));
    }
    if (value?.state !== game.state) void this.judge();
  }

  /** Performs an edit, and signals whether it is a mistake, as far as mistakes are marked. */
  enter(edit: Edit): void {
    const before = session.value;
    session.update((game, now) => games.enter(game, edit, now, !settings.value.removeMarks));
    const game = session.value;
    if (!before || !game || game === before || games.standing(game) === 'solved') return;
    const isWrong = this.marked(game).length > this.marked(before).length;
    if (isWrong) announce(t().play.wrong);
    const isConflict = settings.value.conflicts !== 'off' && games.hasNewConflict(before, game);
    feedback(isWrong || isConflict ? 'conflict' : 'enter');
  }

  /** The cells whose digits differ from the only solution, by name, if they are marked. */
  marked({ state, puzzle: { shape } }: games.Game): string[] {
    const { outcome, solution: line = '' } = this.verdict ?? {};
    if (outcome !== 'unique' || settings.value.conflicts !== 'solution') return [];
    const solution = digitsOfLine(line, shape);
    return state.flatMap(({ digit }, cell) =>
      digit === undefined || digit === solution[cell] ? [] : [cellName(cell, shape)],
    );
  }
}
