import type { Branch, Fate, SearchTree } from './tree';

export interface Spot {
  readonly branch: Branch;
  readonly fate: Fate;
  /** Column and row, in units. */
  readonly x: number;
  readonly y: number;
  /** The spot of the parent; undefined for the root. */
  readonly above?: Spot;
  /** The number of branches that are folded into this one. */
  readonly folded: number;
  readonly onPath: boolean;
}

/** The drawn branches, the size in columns and rows, and the last open branch. */
export type Layout = ReturnType<typeof layout>;

/** Which failed branches are folded. A folded branch and all branches below it are one spot. */
export interface Folding {
  readonly folded: boolean;
  /** Branches that differ from `folded`. */
  readonly except: ReadonlySet<number>;
  readonly most: number;
}

/** The width of a failed branch without children. */
const NARROW = 0.62;

/**
 * Lays out the branches of the first `count` events.
 *
 * Each branch is at the first free place of its row that is not to the left of its parent. Branches are placed in the
 * order of the search, so existing branches do not move when later ones are added, and edges do not cross.
 */
export function layout(tree: SearchTree, count: number, folding: Folding) {
  const path = tree.path(count);
  const onPath = new Set(path.map((branch) => branch.id));
  const shown = visible(tree, count, folding);
  const skip = leftOut(shown, onPath, folding.most);
  const free: number[] = [];
  const spots: Spot[] = [];
  const byId = new Map<number, Spot>();
  let width = 0;
  for (const { branch, folded } of shown) {
    if (skip.has(branch.id)) continue;
    const fate = tree.fate(branch, count);
    const above = byId.get(branch.parent);
    const room = fate === 'failed' && branch.below === 0 ? NARROW : 1;
    const x = Math.max(free[branch.depth] ?? 0, above?.x ?? 0);
    free[branch.depth] = x + room;
    width = Math.max(width, x + 1);
    const spot = { branch, fate, x, y: branch.depth, above, folded, onPath: onPath.has(branch.id) };
    spots.push(spot);
    byId.set(branch.id, spot);
  }
  const tip = byId.get(path[path.length - 1].id) ?? spots[0];
  // `left` counts omitted branches, without folded ones.
  return { spots, width, height: free.length, left: skip.size, tip };
}

type Shown = Pick<Spot, 'branch' | 'folded'>;

/** The existing branches that are not folded into another one, in the order of the search. */
function visible(tree: SearchTree, count: number, { folded, except }: Folding): Shown[] {
  const shown: Shown[] = [];
  const { branches } = tree;
  // Branches are numbered in the order of the search, so all branches below a branch directly follow it.
  for (let id = 0; id < branches.length && branches[id].born <= count;) {
    const branch = branches[id];
    const closed = branch.below > 0 && tree.fate(branch, count) === 'failed' && folded !== except.has(branch.id);
    shown.push({ branch, folded: closed ? branch.below : 0 });
    id += closed ? branch.below + 1 : 1;
  }
  return shown;
}

/** The branches to omit if there are too many: failed branches without children, the oldest first. */
function leftOut(shown: readonly Shown[], onPath: ReadonlySet<number>, most: number): Set<number> {
  const skip = new Set<number>();
  const excess = shown.length - most;
  if (excess <= 0) return skip;
  const parents = new Map<number, number>();
  for (const { branch } of shown) parents.set(branch.parent, (parents.get(branch.parent) ?? 0) + 1);
  // A branch becomes a leaf when all its children are omitted, so deeper branches come first, and older ones before
  // newer.
  const byDepth = shown.toSorted((a, b) => b.branch.depth - a.branch.depth || a.branch.id - b.branch.id);
  for (const { branch } of byDepth) {
    if (skip.size >= excess) break;
    if (onPath.has(branch.id) || (parents.get(branch.id) ?? 0) > 0) continue;
    skip.add(branch.id);
    parents.set(branch.parent, (parents.get(branch.parent) ?? 1) - 1);
  }
  return skip;
}
