import { chessNames } from '../../element/cells';
import type { Words } from '../../words';
import type { TraceEvent } from '../../engine';

/** The style of names and lists. */
export interface Style {
  readonly words: Words['search'];
  readonly language: string;
  /** Whether names of cells are letters and numbers: `C4` instead of `r3c4`. */
  readonly chess: boolean;
}

type Narrowed = Extract<TraceEvent, { event: 'narrowed' }>;
type Contradiction = Extract<TraceEvent, { event: 'contradiction' }>;

/** A sentence about an event, or about the given puzzle if there is no event. */
export function sentence(event: TraceEvent | undefined, style: Style): string {
  const said = style.words.event;
  if (!event) return said.begin;
  switch (event.event) {
    case 'start':
      return said.start;
    case 'node': {
      const digits = list(event.candidates, style);
      const name = cell(event.cell, style);
      if (event.candidates.length === 0) return said.nodeNone(name);
      return event.candidates.length === 1 ? said.nodeOne(name, digits) : said.node(name, digits);
    }
    case 'guess':
      return said.guess(cell(event.cell, style), event.digit);
    case 'narrowed':
      return narrowed(event, style);
    case 'contradiction':
      return contradiction(event, style);
    case 'backtrack':
      return said.backtrack(cell(event.cell, style), event.digit);
    case 'board':
      return said.rest(event.depth);
    case 'solution':
      return said.solution;
    case 'restart':
      return said.restart;
    case 'end':
      return event.limit === 'steps' ? said.limit : outcome(event.outcome, style);
  }
}

function outcome(name: string, { words }: Style): string {
  const ends: Readonly<Record<string, string>> = words.event.ends;
  return ends[name] ?? words.event.ends.unknown;
}

function narrowed(event: Narrowed, style: Style): string {
  const said = style.words.event;
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
      return said.choice(name, left);
    case 'hidden-single':
      return said.hiddenSingle(name, left, house);
    default:
      break;
  }
  const told: Readonly<Record<string, string>> = {
    refuted: said.refuted(name, removed),
    taken: said.taken(name, removed, by, house),
    arc: said.arc(name, removed, by, house),
    'hall-set': said.hallSet(name, removed, by, house),
    restricted: said.restricted(name, removed),
  };
  const reason = told[event.reason] ?? said.constraint(name, removed, by, house);
  return event.decides ? said.decides(reason, left) : reason;
}

function contradiction(event: Contradiction, style: Style): string {
  const said = style.words.event;
  const house = houseName(event.house ?? event.constraint, style);
  const name = event.cell === undefined ? '' : cell(event.cell, style);
  const told: Readonly<Record<string, string>> = {
    clash: said.clash(house),
    pigeonhole: said.pigeonhole(house),
    'empty-domain': said.emptyDomain(name),
    'not-allowed': said.notAllowed(name),
  };
  return told[event.kind] ?? said.violated(house);
}

function houseName(name: string | undefined, style: Style): string {
  if (name === undefined) return '';
  return cell(style.words.house(name), style);
}

/** Names of cells as the settings require. */
const cell = (name: string, { chess }: Style): string => (chess ? chessNames(name) : name);

/** Digits or names as a list of the language: `1, 2 and 3`. */
export function list(items: readonly (number | string)[], { language }: Pick<Style, 'language'>): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items.map(String));
}
