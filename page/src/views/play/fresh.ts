import { nothing, type LitElement, type TemplateResult } from 'lit';

import type { Puzzle } from '../../game/puzzle';
import { grouped, jobRow } from '../../shell/job';
import { toast } from '../../shell/messages';
import { session } from '../../shell/session';
import { t } from '../../words';
import { freshPuzzle, type FreshAsk } from './library';

/** Makes the puzzle of a new game for a component, which shows the progress. */
export class FreshGame {
  private busy?: AbortController;
  private drawn = 0;

  constructor(private readonly host: LitElement) {}

  get working(): boolean {
    return this.busy !== undefined;
  }

  /** Starts a game with such a puzzle, which is dated as given. Returns whether it was started. */
  async begin(asked: FreshAsk | Promise<FreshAsk>, more: Pick<Puzzle, 'day'> = {}): Promise<boolean> {
    const control = (this.busy = new AbortController());
    this.show(0);
    const fresh = await freshPuzzle(await asked, control.signal, (drawn) => this.show(drawn));
    if (this.busy !== control) return false;
    this.cancel();
    if (fresh.puzzle) session.start({ ...fresh.puzzle, ...more });
    if (fresh.why) toast(t().play.unmade[fresh.why]);
    return fresh.puzzle !== undefined;
  }

  readonly cancel = (): void => {
    this.busy?.abort();
    this.busy = undefined;
    this.host.requestUpdate();
  };

  private show(drawn: number): void {
    this.drawn = drawn;
    this.host.requestUpdate();
  }

  row(): TemplateResult | typeof nothing {
    if (!this.busy) return nothing;
    const progressText = this.drawn > 0 ? t().jobs.drawn(grouped(this.drawn)) : undefined;
    return jobRow({ label: t().play.making, progressText, cancel: this.cancel });
  }
}
