import { CHOICES, type Settings } from '../../shell/settings';
import type { TechniqueRow } from '../../engine';

/** How far help may go. */
export type Cap = Settings['helpCap'];

const SINGLES = ['single', 'direct'];
const SUBSETS = [...SINGLES, 'locked', 'subset'];
/** Families whose steps follow one consequence after another. */
const CHAINS = ['chain', 'loop', 'remote-pair', 'coloring', 'kraken'];
/** Families that assume something and follow everything that comes of it. */
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

/** The techniques for rules by how far they go; what a rule itself implies is always allowed. */
const RULED: readonly (readonly [Cap, readonly string[]])[] = [
  ['no-nets', ['deep-contradiction']],
  ['no-chains', ['contradiction', 'propagation']],
  ['subsets', ['x-wing', 'swordfish', 'jellyfish', 'leftovers']],
  [
    'singles',
    [
      'innies-and-outies',
      'locked',
      ...['naked', 'hidden'].flatMap((kind) => ['pair', 'triple', 'quadruple'].map((size) => `${kind}-${size}`)),
    ],
  ],
];

/** The techniques that are left out of help with puzzles with rules. */
export function leftOut(cap: Cap): string[] {
  return RULED.flatMap(([from, names]) => (CHOICES.helpCap.indexOf(cap) >= CHOICES.helpCap.indexOf(from) ? names : []));
}
