import { Work, type Ask } from '../../shell/job';
import { settings } from '../../shell/settings';
import { language, type Language } from '../../words';
import type { HelpBoard } from './board';
import { allowedTechniques, leftOut } from './caps';
import {
  engine as page,
  type AskOf,
  type Engine,
  type HintReply,
  type PathReply,
  type RateReply,
  type ProgressReply,
  type StepsReply,
  type TechniqueRow,
  type TechniquesReply,
  type WhyReply,
} from '../../engine';

export type Grade = 'vague' | 'concrete' | 'full';

export type Topic = 'hint' | 'steps' | 'path' | 'ratings';

/** The replies about the current board. */
export interface Answers {
  readonly hint?: HintReply;
  /** Why a digit is wrong. */
  readonly why?: WhyReply;
  /** The progress of the board since its clues; null if the engine has no answer. */
  readonly progress?: ProgressReply | null;
  readonly steps?: StepsReply;
  readonly path?: PathReply;
  readonly ratings?: readonly RateReply[];
}

/** The maximum number of listed steps; the search stops there. */
const MOST_STEPS = 300;

/**
 * The delay after a change of the board before its progress is measured, and the time limit of the measurement, in
 * milliseconds.
 */
const REST = 300;
const MEASURE = 3000;

/** The language and the names of cells in all answers. */
export function wordsAsk(): { language: Language; coordinates: 'rc' | 'chess' } {
  return { language: language(), coordinates: settings.value.coordinates };
}

/**
 * Runs questions about one board in the engine, and drops the replies about earlier boards.
 *
 * Long questions run in separate workers; a new question of any kind cancels them.
 */
export class Assistant extends Work<Topic> {
  board: HelpBoard | null = null;
  answers: Answers = {};
  private techniques?: { readonly language: Language } & Pick<TechniquesReply, 'techniques' | 'for_rules'>;
  private resting?: ReturnType<typeof setTimeout>;
  /** The topic, technique and board of the last answer that was reported as used. */
  private helped?: string;
  private readonly measuring: Work;

  constructor(
    changed: () => void,
    private readonly engine: Pick<Engine, 'ask' | 'run'> = page,
    /** Called for the first answer of a topic about the digits of a board that shows the player how to go on. */
    private readonly used: (technique?: string) => void = () => {},
  ) {
    super(changed, engine);
    this.measuring = new Work(changed, engine);
  }

  look(board: HelpBoard | null): void {
    // Ratings start from the clues, so digits and marks do not change them.
    const { ratings } = board?.ask.puzzle === this.board?.ask.puzzle ? this.answers : {};
    [this.board, this.answers, this.error] = [board, { ratings }, undefined];
    this.stop();
  }

  override stop(): void {
    clearTimeout(this.resting);
    this.measuring.stop();
    super.stop();
  }

  /**
   * Requests a hint. The permanent worker tries quick techniques first. A longer search runs in a separate worker, so
   * the permanent worker can answer other questions in the meantime.
   */
  async hint(grade: Grade): Promise<void> {
    await this.answer('hint', async (board, run, signal) => {
      const options = { ...board.ask, ...wordsAsk(), ...(await this.allowed()) };
      const find = async (grade: Grade) => {
        const ask = { ...options, grade };
        // With rules, finding mistakes may take long.
        const quick = board.isRuled ? undefined : await this.engine.ask('hint', { ...ask, quick: true }, { signal });
        return quick && quick.outcome !== 'long' ? quick : run('hint', ask);
      };
      const hint = await find(grade);
      if (hint.outcome !== 'mistakes' || grade === 'full') return { hint };
      // Only the full answer distinguishes wrong digits from missing marks, which need no further questions.
      const full = await find('full');
      return { hint: full.mistakes?.some(({ kind }) => kind === 'wrong') ? hint : full };
    });
    const isOpen = this.answers.hint?.outcome === 'hint' && this.working === undefined && !this.board?.isRuled;
    if (isOpen && this.answers.progress === undefined) this.rest();
  }

  /** Asks why a digit is wrong. Marks are not a part of the explanation. */
  why(cell?: string): Promise<void> {
    return this.answer('hint', async ({ ask: { puzzle, digits } }, run) => ({
      why: await run('why', { puzzle, digits, ...wordsAsk(), ...(cell ? { cell } : {}) }),
    }));
  }

  /** Measures the progress of the board. Any other question cancels this, so no hint waits for it. */
  private rest(): void {
    const { board } = this;
    if (!board) return;
    const measure = () =>
      this.measuring.start(
        true,
        async (run) => run('progress', { ...board.ask, ...(await this.allowed()), time: MEASURE / 1000 }),
        ({ progress = null }) => (this.answers = { ...this.answers, progress }),
      );
    clearTimeout(this.resting);
    // The hint does not wait for the result.
    this.resting = setTimeout(() => void measure(), REST);
  }

  steps(): Promise<void> {
    return this.answer('steps', async (board, run) => {
      // The other scale is not a list of techniques, but a separate search.
      const { helpScale: scale } = settings.value;
      const allowed = await this.allowed(scale === 'se' ? 'hodoku' : scale);
      return { steps: await run('steps', { ...board.ask, ...wordsAsk(), ...allowed, most: MOST_STEPS }) };
    });
  }

  path(): Promise<void> {
    return this.answer('path', async (board, run) => ({
      path: await run('explain', { ...board.ask, ...wordsAsk(), ...(await this.allowed()) }),
    }));
  }

  ratings(): Promise<void> {
    return this.answer('ratings', async ({ ask: { puzzle }, isRuled }, run) => {
      // Puzzles with rules always have their own scale, regardless of the request.
      const scales: Pick<AskOf<'ratings'>, 'scales'> = isRuled ? { scales: ['relaxed'] } : {};
      const { ratings } = await run('ratings', { puzzle, ...scales });
      return { ratings };
    });
  }

  private async answer(
    topic: Topic,
    work: (board: HelpBoard, run: Ask, signal: AbortSignal) => Promise<Answers>,
  ): Promise<void> {
    const { board } = this;
    if (!board) return;
    await this.start(
      topic,
      (run, signal) => work(board, run, signal),
      (found) => {
        this.answers = { ...this.answers, ...found };
        const technique = topic === 'hint' && !this.answers.why ? this.answers.hint?.technique : undefined;
        // After missing marks were added, the digits are the same, and the step is another hint.
        const key = `${topic} ${technique} ${board.ask.puzzle} ${board.ask.digits}`;
        if (topic === 'ratings' || this.helped === key) return;
        this.helped = key;
        this.used(technique);
      },
    );
  }

  title(technique: string): string {
    return this.known.find(({ name }) => name === technique)?.title ?? technique;
  }

  /** Whether a technique has a page. Techniques that apply only to rules have none. */
  hasPage(technique: string): boolean {
    return !this.board?.isRuled || this.techniques?.techniques.some(({ name }) => name === technique) === true;
  }

  private get known(): readonly { name: string; title: string; score?: number; least?: number }[] {
    const { techniques = [], for_rules: forRules = [] } = this.techniques ?? {};
    return this.board?.isRuled ? forRules : techniques;
  }

  /** Techniques by the score of a step, the hardest first. */
  hardestFirst<T>(counts: readonly (readonly [technique: string, T])[]): (readonly [string, T])[] {
    const score = new Map(this.known.map((row) => [row.name, row.score ?? row.least ?? 0]));
    return [...counts].sort(([a], [b]) => (score.get(b) ?? 0) - (score.get(a) ?? 0));
  }

  async loadTitles(): Promise<void> {
    try {
      await this.rows();
      this.changed();
    } catch {
      // Names as on the command line are shown instead.
    }
  }

  /** The techniques that the settings allow, and their order. */
  private async allowed(scale = settings.value.helpScale) {
    const { helpCap: cap, helpAssumesOne: assumeOne } = settings.value;
    if (this.board?.isRuled) {
      const without = leftOut(cap);
      return { ...(scale === 'se' ? {} : { scale }), ...(without.length > 0 ? { without } : {}) };
    }
    const techniques = scale === 'se' ? undefined : allowedTechniques(cap, cap === 'all' ? [] : await this.rows());
    return { scale, ...(techniques ? { techniques } : {}), ...(assumeOne ? {} : { no_uniqueness: true }) };
  }

  private async rows(): Promise<readonly TechniqueRow[]> {
    const words = wordsAsk();
    if (this.techniques?.language !== words.language) {
      const { techniques, for_rules } = await this.engine.ask('techniques', words);
      this.techniques = { language: words.language, techniques, for_rules };
    }
    return this.techniques?.techniques ?? [];
  }
}
