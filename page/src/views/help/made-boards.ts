import type { PracticeProgress, PracticeReply } from '../../engine';
import { Work } from '../../shell/job';
import { Store } from '../../shell/store';
import { shippedBoards } from './practice';

const COUNT = 6;

/** Notifies components when boards are made. */
export const boardsMade = new Store({});

/** Boards of a technique that were made while the page is open, and the search for more. */
class MadeBoards extends Work {
  readonly lines = new Set<string>();
  tried = 0;

  constructor(private readonly technique: string) {
    super(() => (boardsMade.value = {}));
  }

  /** Makes further boards. Boards that were found stay if the search is cancelled. */
  make(): void {
    if (this.working) return;
    this.tried = 0;
    const take = ({ rows, tried }: PracticeProgress | PracticeReply) => {
      for (const { library } of rows) this.lines.add(library);
      this.tried = tried;
      this.changed();
    };
    const seed = String(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
    const { technique } = this;
    void this.start(true, (run) => run('practice', { technique, seed, count: COUNT }, take), take);
  }

  override stop(): void {
    this.error = undefined;
    super.stop();
  }
}

const known = new Map<string, MadeBoards>();

export function madeBoards(technique: string): MadeBoards {
  let made = known.get(technique);
  if (!made) known.set(technique, (made = new MadeBoards(technique)));
  return made;
}

/** All boards of a technique: shipped ones, then made ones. */
export async function allBoards(technique: string): Promise<readonly string[]> {
  const shipped = (await shippedBoards()).get(technique) ?? [];
  return [...shipped, ...madeBoards(technique).lines];
}
