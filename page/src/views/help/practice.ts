import { cellIndex } from '../../element/cells';
import type { CellState } from '../../element/types';
import type { StepReply } from '../../engine';
import { StoredStore, type Problem } from '../../game/storage';

const readSolved = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;

/** Which boards of a technique were solved, by their lines. */
export class PracticeProgress {
  private readonly known = new Map<string, StoredStore<readonly string[]>>();

  constructor(private readonly area: () => Storage) {}

  private solved(technique: string): StoredStore<readonly string[]> {
    let solved = this.known.get(technique);
    if (!solved) {
      solved = new StoredStore(this.area, 'arcdoku.practice.', technique, [], readSolved);
      this.known.set(technique, solved);
    }
    return solved;
  }

  isSolved(technique: string, line: string): boolean {
    return this.solved(technique).value.includes(digest(line));
  }

  /**
   * Records a solved board. Returns the reason if it cannot be stored; the record is then lost when the page is closed.
   */
  solve(technique: string, line: string): Problem | undefined {
    if (this.isSolved(technique, line)) return undefined;
    const solved = this.solved(technique);
    return solved.change((stored) => [...new Set([...solved.value, ...stored, digest(line)])]);
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

/** The board without marks, if the mark of a cell would be its answer. */
export function unanswered(cells: readonly CellState[], { placements = [] }: StepReply): readonly CellState[] {
  const isAnswer = placements.some(({ cell }) => cells[cellIndex(cell, 9) ?? -1]?.center?.length === 1);
  return isAnswer ? cells.map((cell) => (cell.digit === undefined ? {} : cell)) : cells;
}

type Changes = ReturnType<typeof changesBetween>;

/**
 * The digits entered and the candidates struck out between two states of a board. Marks that were removed because of a
 * new digit do not count.
 */
export function changesBetween(before: readonly CellState[], after: readonly CellState[]) {
  const placed = after.flatMap(({ digit }, cell) =>
    digit !== undefined && digit !== before[cell].digit ? [{ cell, digit }] : [],
  );
  if (placed.length > 0) return { placed, removed: [] };
  const removed = after.flatMap(({ digit: filled, center = [] }, cell) =>
    (before[cell].center ?? [])
      .filter((digit) => filled === undefined && !center.includes(digit))
      .map((digit) => ({ cell, digit })),
  );
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
export function judge({ placed, removed }: Changes, steps: readonly StepReply[]): Verdict {
  const made = [...placed, ...removed];
  if (made.length === 0) return { kind: 'none' };
  const conclusions = steps.map((step) => {
    const list = placed.length > 0 ? step.placements : step.eliminations;
    return new Set((list ?? []).map(({ cell, digit }) => key(cellIndex(cell, 9), digit)));
  });
  const strange = made.find(({ cell, digit }) => !conclusions.some((set) => set.has(key(cell, digit))));
  if (strange) return { kind: 'other', ...strange };
  const keys = made.map(({ cell, digit }) => key(cell, digit));
  let best = { found: 0, all: Infinity, step: steps[0] };
  conclusions.forEach((set, index) => {
    const found = keys.filter((one) => set.has(one)).length;
    if (set.size > 0 && found / set.size > best.found / best.all) best = { found, all: set.size, step: steps[index] };
  });
  const { found, all, step } = best;
  return found === all ? { kind: 'found', step } : { kind: 'part', found, all };
}
