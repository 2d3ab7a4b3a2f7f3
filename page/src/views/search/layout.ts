import type { Branch, Fate, SearchTree } from './tree';

/** A branch that is drawn. */
export interface Spot {
  readonly branch: Branch;
  readonly fate: Fate;
  /** Column and row, in units. */
  readonly x: number;
  readonly y: number;
  /** The spot above; undefined for the root. */
  readonly above?: Spot;
  /** The number of branches that are folded into this one. */
  readonly folded: number;
  /** Whether it is open now: on the path from the root to where the search is. */
  readonly onPath: boolean;
}

export interface Layout {
  readonly spots: readonly Spot[];
  /** Columns and rows. */
  readonly width: number;
  readonly height: number;
  /** Branches that are left out because there are too many, not counting folded ones. */
  readonly left: number;
  /** The last open branch. */
  readonly tip: Spot;
}

/** What is folded: failed branches with others below are one spot, unless they are unfolded. */
export interface Folding {
  readonly folded: boolean;
  /** Branches that are not as `folded` says. */
  readonly except: ReadonlySet<number>;
  /** The maximum number of spots. */
  readonly most: number;
}

/** The room of a failed branch without others below. */
const NARROW = 0.62;

/**
 * Places the branches of the first `count` events.
 *
 * Each is at the first free place of its row that is not left of its parent. In the order of the search, this
 * leaves every branch where it is while later ones come, and edges do not cross.
 */
export function layout(tree: SearchTree, count: number, folding: Folding): Layout {
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
  return { spots, width, height: free.length, left: skip.size, tip };
}

type Shown = Pick<Spot, 'branch' | 'folded'>;

/** The branches that exist and are not folded into another, in the order of the search. */
function visible(tree: SearchTree, count: number, { folded, except }: Folding): Shown[] {
  const shown: Shown[] = [];
  const { branches } = tree;
  // Numbers are in the order of the search: all below a branch follow it at once.
  for (let id = 0; id < branches.length && branches[id].born <= count;) {
    const branch = branches[id];
    const closed = branch.below > 0 && tree.fate(branch, count) === 'failed' && folded !== except.has(branch.id);
    shown.push({ branch, folded: closed ? branch.below : 0 });
    id += closed ? branch.below + 1 : 1;
  }
  return shown;
}

/** Which branches are left out if there are too many: failed ones without others below them, the oldest first. */
function leftOut(shown: readonly Shown[], onPath: ReadonlySet<number>, most: number): Set<number> {
  const skip = new Set<number>();
  const excess = shown.length - most;
  if (excess <= 0) return skip;
  const parents = new Map<number, number>();
  for (const { branch } of shown) parents.set(branch.parent, (parents.get(branch.parent) ?? 0) + 1);
  // The oldest leaves first; a branch whose children are all left out is a leaf too, so deeper ones come first.
  const byDepth = shown.toSorted((a, b) => b.branch.depth - a.branch.depth || a.branch.id - b.branch.id);
  for (const { branch } of byDepth) {
    if (skip.size >= excess) break;
    if (onPath.has(branch.id) || (parents.get(branch.id) ?? 0) > 0) continue;
    skip.add(branch.id);
    parents.set(branch.parent, (parents.get(branch.parent) ?? 1) - 1);
  }
  return skip;
}
