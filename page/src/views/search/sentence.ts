import { chessNames } from '../../element/cells';
import { settings } from '../../shell/settings';
import { language, t, type Words } from '../../words';
import type { TraceEvent, TraceLiteral } from '../../engine';

/** The style of names and lists. */
export interface Style {
  readonly words: Words['search'];
  readonly language: string;
  /** Whether names of cells are letters and numbers: `C4` instead of `r3c4`. */
  readonly chess: boolean;
}

/** The current language and names of cells. */
export const wordStyle = (): Style => ({
  words: t().search,
  language: language(),
  chess: settings.value.coordinates === 'chess',
});

type Narrowed = Extract<TraceEvent, { event: 'narrowed' }>;
type Contradiction = Extract<TraceEvent, { event: 'contradiction' }>;

/** A sentence about an event, or about the given puzzle if there is no event. */
export function sentence(event: TraceEvent | undefined, style: Style): string {
  const texts = style.words.event;
  if (!event) return texts.begin;
  switch (event.event) {
    case 'start':
      return texts.start;
    case 'node': {
      const digits = list(event.candidates, style);
      const name = cell(event.cell, style);
      if (event.candidates.length === 0) return texts.nodeNone(name);
      return event.candidates.length === 1 ? texts.nodeOne(name, digits) : texts.node(name, digits);
    }
    case 'guess':
      return texts.guess(cell(event.cell, style), event.digit);
    case 'narrowed':
      return narrowed(event, style);
    case 'contradiction':
      return contradiction(event, style);
    case 'exclude':
      return texts.exclude(cell(event.cell, style), event.digit);
    case 'conflict':
      return texts.conflict(list(literals(event.literals, style), style));
    case 'learned':
      if (event.clause.length === 0) return texts.learnedNone;
      return texts.learned(list(literals(event.clause, style), style, 'disjunction'));
    case 'jump':
      return texts.jump(event.depth);
    case 'backtrack':
      return texts.backtrack(cell(event.cell, style), event.digit);
    case 'board':
      return texts.rest(event.depth);
    case 'solution':
      return texts.solution;
    case 'restart':
      return texts.restart;
    case 'end':
      return event.limit === 'steps' ? texts.limit : outcome(event.outcome, style);
  }
}

function outcome(name: string, { words }: Style): string {
  const ends: Readonly<Record<string, string>> = words.event.ends;
  return ends[name] ?? words.event.ends.unknown;
}

function narrowed(event: Narrowed, style: Style): string {
  const texts = style.words.event;
  const name = cell(event.cell, style);
  const removed = list(event.removed, style);
  const left = list(event.left, style);
  const by = list(
    (event.because ?? []).map((one) => cell(one, style)),
    style,
  );
  const house = houseName(event.house ?? event.constraint, style);
  switch (event.reason) {
    case 'choice':
      return texts.choice(name, left);
    case 'hidden-single':
      return texts.hiddenSingle(name, left, house);
    default:
      break;
  }
  const reasons: Readonly<Record<string, string>> = {
    refuted: texts.refuted(name, removed),
    taken: texts.taken(name, removed, by, house),
    arc: texts.arc(name, removed, by, house),
    'hall-set': texts.hallSet(name, removed, by, house),
    restricted: texts.restricted(name, removed),
  };
  const reason = reasons[event.reason] ?? texts.constraint(name, removed, by, house);
  return event.decides ? texts.decides(reason, left) : reason;
}

function contradiction(event: Contradiction, style: Style): string {
  const texts = style.words.event;
  const house = houseName(event.house ?? event.constraint, style);
  const name = event.cell === undefined ? '' : cell(event.cell, style);
  const reasons: Readonly<Record<string, string>> = {
    clash: texts.clash(house),
    pigeonhole: texts.pigeonhole(house),
    'empty-domain': texts.emptyDomain(name),
    'not-allowed': texts.notAllowed(name),
  };
  return reasons[event.kind] ?? texts.violated(house);
}

function houseName(name: string | undefined, style: Style): string {
  if (name === undefined) return '';
  return cell(style.words.house(name), style);
}

/** Names of cells as the settings require. */
const cell = (name: string, { chess }: Style): string => (chess ? chessNames(name) : name);

const literals = (all: readonly TraceLiteral[], style: Style): string[] =>
  all.map(({ cell: name, digit, holds }) => `${cell(name, style)} ${holds ? '=' : '≠'} ${digit}`);

/** Digits or names as a list of the language: `1, 2 and 3`. */
export function list(
  items: readonly (number | string)[],
  { language }: Pick<Style, 'language'>,
  type: Intl.ListFormatType = 'conjunction',
): string {
  return new Intl.ListFormat(language, { type }).format(items.map(String));
}
