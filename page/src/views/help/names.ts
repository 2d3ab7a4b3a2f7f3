import type { House } from '../../element/houses';
import { t } from '../../words';

/** The name of a house in the language of the page. */
export function houseName({ kind, number }: Pick<House, 'kind' | 'number'>): string {
  return t().help.houses[kind](number);
}

/** The name of a constraint of the library: a house in the language of the page, else the text of its rule. */
export function constraintName(name: string): string {
  const { houses } = t().help;
  const [, kind, number] = /^([a-z]+) (\d+)$/.exec(name) ?? [];
  return kind !== undefined && kind in houses ? houses[kind as House['kind']](Number(number)) : name;
}
