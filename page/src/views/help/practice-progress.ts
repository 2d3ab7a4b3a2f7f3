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
    if (!solved) {
      const found = this.storage.get(technique);
      solved = new Set(found.kind === 'value' ? found.value : []);
      this.now.set(technique, solved);
    }
    return solved;
  }

  isSolved(technique: string, line: string): boolean {
    return this.solved(technique).has(digest(line));
  }

  /** Notes a solved board; returns why that cannot be kept, if so. It is known until the page is closed anyway. */
  solve(technique: string, line: string): Problem | undefined {
    const solved = this.solved(technique);
    if (solved.has(digest(line))) return undefined;
    solved.add(digest(line));
    return this.storage.set(technique, [...solved]);
  }
}

/** A short name of a line (FNV-1a), so that boards keep their mark if the file gets others. */
function digest(line: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < line.length; at++) hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

export const practiceProgress = new PracticeProgress(() => localStorage);
