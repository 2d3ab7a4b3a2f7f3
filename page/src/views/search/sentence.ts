import { spoken } from '../../draw/names';
import { language, t } from '../../words';
import type { TraceEvent, TraceLiteral } from '../../engine';

type Narrowed = Extract<TraceEvent, { event: 'narrowed' }>;
type Contradiction = Extract<TraceEvent, { event: 'contradiction' }>;

/** A sentence about an event, or about the given puzzle if there is no event. */
export function sentence(event: TraceEvent | undefined): string {
  const texts = t().search.event;
  if (!event) return texts.begin;
  switch (event.event) {
    case 'start':
      return texts.start;
    case 'node': {
      const digits = list(event.candidates);
      const name = spoken(event.cell);
      if (event.candidates.length === 0) return texts.nodeNone(name);
      return event.candidates.length === 1 ? texts.nodeOne(name, digits) : texts.node(name, digits);
    }
    case 'guess':
      return texts.guess(spoken(event.cell), event.digit);
    case 'narrowed':
      return narrowed(event);
    case 'contradiction':
      return contradiction(event);
    case 'exclude':
      return texts.exclude(spoken(event.cell), event.digit);
    case 'conflict':
      return texts.conflict(list(event.literals.map(literal)), event.literals.length);
    case 'learned':
      if (event.clause.length === 0) return texts.learnedNone;
      return texts.learned(list(event.clause.map(literal), 'disjunction'));
    case 'jump':
      return texts.jump(event.depth);
    case 'backtrack':
      return texts.backtrack(spoken(event.cell), event.digit);
    case 'board':
      return texts.rest(event.depth);
    case 'solution':
      return texts.solution;
    case 'restart':
      return texts.restart;
    case 'end': {
      const ends: Readonly<Record<string, string>> = texts.ends;
      return event.limit === 'steps' ? texts.limit : (ends[event.outcome] ?? texts.ends.unknown);
    }
  }
}

function narrowed(event: Narrowed): string {
  const texts = t().search.event;
  const name = spoken(event.cell);
  const removed = list(event.removed);
  const left = list(event.left);
  const by = list((event.because ?? []).map(spoken));
  const house = houseName(event.house ?? event.constraint);
  if (event.reason === 'choice') return texts.choice(name, left);
  if (event.reason === 'hidden-single') return texts.hiddenSingle(name, left, house);
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

function contradiction(event: Contradiction): string {
  const texts = t().search.event;
  const house = houseName(event.house ?? event.constraint);
  const name = event.cell === undefined ? '' : spoken(event.cell);
  const reasons: Readonly<Record<string, string>> = {
    clash: texts.clash(house),
    pigeonhole: texts.pigeonhole(house),
    'empty-domain': texts.emptyDomain(name),
    'not-allowed': texts.notAllowed(name),
  };
  return reasons[event.kind] ?? texts.violated(house);
}

const houseName = (name: string | undefined): string => (name === undefined ? '' : spoken(t().search.house(name)));

/** A guess or a consequence as text. */
export const literal = ({ cell, digit, holds }: TraceLiteral): string =>
  `${spoken(cell)} ${holds ? '=' : '≠'} ${digit}`;

/** Digits or names as a list of the language: `1, 2 and 3`. */
export function list(items: readonly (number | string)[], type: Intl.ListFormatType = 'conjunction'): string {
  return new Intl.ListFormat(language(), { type }).format(items.map(String));
}
