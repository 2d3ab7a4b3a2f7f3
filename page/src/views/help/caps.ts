import { CHOICES, type Settings } from '../../shell/settings';
import type { TechniqueRow } from '../../engine';

/** The hardest kind of technique that help may use. */
export type Cap = Settings['helpCap'];

const SINGLES = ['single', 'direct'];
const SUBSETS = [...SINGLES, 'locked', 'subset'];
/** Families whose steps follow one consequence after another. */
const CHAINS = ['chain', 'loop', 'remote-pair', 'coloring', 'kraken'];
/** Families that make an assumption and follow all its consequences. */
const NETS = ['forcing', 'implication', 'template', 'reveal'];

function isAllowed(cap: Cap, { family, name }: TechniqueRow): boolean {
  if (cap === 'singles') return SINGLES.includes(family);
  if (cap === 'subsets') return SUBSETS.includes(family);
  return !NETS.includes(family) && (cap === 'no-nets' || !(CHAINS.includes(family) || name === 'als-chain'));
}

/** The techniques that may be used; undefined if all may. */
export function allowedTechniques(cap: Cap, techniques: readonly TechniqueRow[]): string[] | undefined {
  if (cap === 'all') return undefined;
  return techniques.filter((row) => isAllowed(cap, row)).map(({ name }) => name);
}

const SIZES = ['pair', 'triple', 'quadruple'];

/** The techniques for rules, by the caps that exclude them. Steps that a single rule implies are always allowed. */
const RULED: readonly (readonly [Cap, readonly string[]])[] = [
  ['no-nets', ['deep-contradiction']],
  ['no-chains', ['contradiction', 'propagation']],
  ['subsets', ['x-wing', 'swordfish', 'jellyfish', 'leftovers']],
  ['singles', ['innies-and-outies', 'locked', ...SIZES.flatMap((size) => [`naked-${size}`, `hidden-${size}`])]],
];

/** The techniques that help does not use for puzzles with rules. */
export function leftOut(cap: Cap): string[] {
  return RULED.flatMap(([from, names]) => (CHOICES.helpCap.indexOf(cap) >= CHOICES.helpCap.indexOf(from) ? names : []));
}
