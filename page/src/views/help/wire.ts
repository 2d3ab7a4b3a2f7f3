/** The library's questions and replies as this part uses them; the types come from the build of the library. */
import type { Engine, ExplainLine, StepReply } from '../../engine';

export type {
  HintReply,
  JobProgress,
  MistakesReply,
  MistakeReply as Mistake,
  PathReply,
  ProgressReply as StateProgress,
  RateReply,
  StepReply as Step,
  StepsReply,
  StepWords,
  TechniqueReply,
  TechniqueRow,
  TechniquesReply,
  ToldStep,
} from '../../engine';

export type Grade = 'vague' | 'concrete' | 'full';

/** The board in the form of questions. */
export interface BoardAsk {
  puzzle: string;
  digits?: string;
  marks?: (number[] | null)[];
}

export type PathStep = Extract<ExplainLine, { event: 'step' }>;
export type PathEnd = Extract<ExplainLine, { event: 'end' }>;

/** A step with its technique, digits and conclusion. */
export type Conclusion = Pick<StepReply, 'technique' | 'name' | 'digits' | 'placements' | 'eliminations' | 'picture'>;

/** The engine, as far as help needs it. Tests have their own. */
export type HelpEngine = Pick<Engine, 'ask' | 'run'>;
