import { Store } from '../../shell/store';
import type { Words } from '../../words';
import type { Made } from './made';

/** The names of techniques in the language of the page, by their names in options. */
export const techniqueNames = new Store<ReadonlyMap<string, string>>(new Map());

/** The ratings of a puzzle, as far as there are any: `Medium, score 478, SE 2.0`. */
export function ratingText({ level, score, er }: Made, { make: texts }: Words): string {
  const parts = [
    level === undefined ? '' : ((texts.levels as Record<string, string>)[level] ?? level),
    score === undefined ? '' : texts.score(score),
    er === undefined ? '' : texts.er(er.toFixed(1)),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
