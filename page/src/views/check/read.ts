import { readProgress } from '../../game/link';
import { t } from '../../words';
import { boardOf, type Board } from './board';

/** A board of any text, or what is wrong with the text. */
export async function readBoard(
  text: string,
  progress?: string,
): Promise<{ board: Board; notes: readonly string[] } | { problem: string }> {
  const [{ readText }, { read }] = await Promise.all([import('../../exchange/read'), import('../../exchange/library')]);
  const outcome = await readText(text, read, t());
  switch (outcome.kind) {
    case 'problem':
      return { problem: outcome.text };
    case 'own':
      return readBoard(outcome.params.get('p') ?? '', outcome.params.get('s') ?? undefined);
    case 'puzzle': {
      const saved = progress === undefined ? undefined : readProgress(outcome.puzzle, progress);
      const state = typeof saved === 'object' ? saved.state : outcome.state;
      return { board: boardOf(outcome.puzzle, state), notes: outcome.notes };
    }
  }
}
