import { readProgress } from '../../game/link';
import { t } from '../../words';
import { boardOf, type Board } from './board';

/** A board of any text, with what is wrong with the progress of its link, or what is wrong with the text. */
export async function readBoard(
  text: string,
  progress?: string,
): Promise<{ board: Board; notes: readonly string[]; wrong?: 'newer' | 'torn' } | { problem: string }> {
  const [{ readText }, { read }] = await Promise.all([import('../../exchange/read'), import('../../exchange/library')]);
  const outcome = await readText(text, read, t());
  switch (outcome.kind) {
    case 'problem':
      return { problem: outcome.text };
    case 'own':
      return readBoard(outcome.params.get('p') ?? '', outcome.params.get('s') ?? undefined);
    case 'puzzle': {
      const saved = progress === undefined ? undefined : readProgress(outcome.puzzle, progress);
      if (typeof saved === 'string') return { board: boardOf(outcome.puzzle), notes: outcome.notes, wrong: saved };
      return { board: boardOf(outcome.puzzle, saved?.state ?? outcome.state), notes: outcome.notes };
    }
  }
}
