import { cellIndex } from '../../element/cells';
import type { CellState } from '../../element/types';
import type { StepReply } from '../../engine';
import { VersionedStorage, type Problem } from '../../game/storage';

/** Which boards of a technique were solved, by their lines. */
export class PracticeProgress {
  private readonly storage: VersionedStorage<string[]>;
  private readonly now = new Map<string, Set<string>>();

  constructor(area: () => Storage) {
    this.storage = new VersionedStorage(area, 'arcdoku.practice.', 1, (value) => {
      const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
      return isList ? (value as string[]) : undefined;
    });
  }

  private solved(technique: string): Set<string> {
    let solved = this.now.get(technique);
    if (!solved) this.now.set(technique, (solved = this.stored(technique)));
    return solved;
  }

  private stored(technique: string): Set<string> {
    const found = this.storage.get(technique);
    return new Set(found.kind === 'value' ? found.value : []);
  }

  isSolved(technique: string, line: string): boolean {
    return this.solved(technique).has(digest(line));
  }

  /**
   * Records a solved board. Returns the reason if it cannot be stored; the record is then lost when the page is closed.
   */
  solve(technique: string, line: string): Problem | undefined {
    const solved = this.solved(technique);
    if (solved.has(digest(line))) return undefined;
    // Keep the boards that another tab has stored in the meantime.
    for (const one of this.stored(technique)) solved.add(one);
    solved.add(digest(line));
    return this.storage.set(technique, [...solved]);
  }
}

/** A short hash of a line (FNV-1a), so boards stay marked as solved if the file changes. */
function digest(line: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < line.length; at++) hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

export const practiceProgress = new PracticeProgress(() => localStorage);

/** Boards of a technique, as lines of a regression library, clearer ones first. */
export type Boards = ReadonlyMap<string, readonly string[]>;

/** Reads the boards that are shipped: `# technique puzzles` and then its lines. */
export function readBoards(text: string): Boards {
  const boards = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    const title = /^# ([a-z0-9-]+) \d+$/.exec(line);
    if (title) boards.set(title[1], (lines = []));
    else if (line.startsWith(':')) lines.push(line);
  }
  return boards;
}

let shipped: Promise<Boards> | undefined;

/** The boards that are shipped, loaded once. */
export function shippedBoards(): Promise<Boards> {
  shipped ??= load().catch((error: unknown) => {
    shipped = undefined;
    throw error;
  });
  return shipped;
}

async function load(): Promise<Boards> {
  const answer = await fetch(new URL('./practice.txt', import.meta.url));
  if (!answer.ok) throw new Error(`practice.txt: ${answer.status}`);
  return readBoards(await answer.text());
}

/** What the player changed on a practice board. */
type Changes = ReturnType<typeof changesBetween>;

/**
 * The digits entered and the candidates struck out between two states of a board. Marks that were removed because of a
 * new digit do not count.
 */
export function changesBetween(before: readonly CellState[], after: readonly CellState[]) {
  const placed: { cell: number; digit: number }[] = [];
  const removed: { cell: number; digit: number }[] = [];
  after.forEach((cell, index) => {
    const old = before[index];
    if (cell.digit !== undefined && cell.digit !== old.digit) placed.push({ cell: index, digit: cell.digit });
  });
  if (placed.length > 0) return { placed, removed };
  after.forEach((cell, index) => {
    if (cell.digit !== undefined) return;
    for (const digit of before[index].center ?? []) {
      if (!cell.center?.includes(digit)) removed.push({ cell: index, digit });
    }
  });
  return { placed, removed };
}

/** The verdict on a player's changes. */
export type Verdict =
  | { readonly kind: 'none' }
  /** All conclusions of some step of the technique. */
  | { readonly kind: 'found'; readonly step: StepReply }
  /** A part of it. */
  | { readonly kind: 'part'; readonly found: number; readonly all: number }
  /** A change that is not a conclusion of any step of the technique. */
  | { readonly kind: 'other'; readonly cell: number; readonly digit: number };

const key = (cell: number | undefined, digit: number) => `${cell} ${digit}`;

/** Compares a player's changes with the steps of the technique in this state. */
export function judge(changes: Changes, steps: readonly StepReply[], size = 9): Verdict {
  const made = [...changes.placed, ...changes.removed];
  if (made.length === 0) return { kind: 'none' };
  const conclusions = steps.map((step) => {
    const list = changes.placed.length > 0 ? step.placements : step.eliminations;
    return new Set((list ?? []).map(({ cell, digit }) => key(cellIndex(cell, size), digit)));
  });
  const known = (cell: number, digit: number) => conclusions.some((set) => set.has(key(cell, digit)));
  const strange = made.find(({ cell, digit }) => !known(cell, digit));
  if (strange) return { kind: 'other', ...strange };
  const keys = made.map(({ cell, digit }) => key(cell, digit));
  let best = { found: 0, all: Infinity, step: steps[0] };
  conclusions.forEach((set, index) => {
    const found = keys.filter((one) => set.has(one)).length;
    if (set.size > 0 && found / set.size > best.found / best.all) best = { found, all: set.size, step: steps[index] };
  });
  return best.found === best.all
    ? { kind: 'found', step: best.step }
    : { kind: 'part', found: best.found, all: best.all };
}
