import type { CellState } from '../../element/types';
import type { StepReply } from '../../engine';
import { fillMarks, newGame } from '../../game/game';
import { puzzleFrom } from '../../shell/reading';
import { routeTo } from '../../shell/route';

/* Lines of a regression library: `:code:digits:values:deleted:eliminations:placements:`. */

/** The line without its step, as a text of the state. */
export function stateText(line: string): string {
  const fields = line.trim().split(':');
  return `:0000:x:${fields[3]}:${fields[4] ?? ''}:::`;
}

/** The digits of a line, and the candidates of all other cells as center marks; undefined for other texts. */
export async function stateOf(line: string): Promise<readonly CellState[] | undefined> {
  const reading = await puzzleFrom(stateText(line));
  if (typeof reading === 'string') return undefined;
  const game = { ...newGame(reading.puzzle, '', 0), ...reading.progress };
  // The library returns no candidates if none is deleted.
  return game.state.some(({ center }) => center) ? game.state : fillMarks(game, 0).state;
}

export const playLink = (line: string): string => routeTo('play', { p: stateText(line) });

/** The conclusion of a line as a step of its technique. Its fields are triples `DRC`: digit, row, column. */
export function conclusionOf(technique: string, line: string): StepReply {
  const [eliminations, placements] = line
    .split(':')
    .slice(5, 7)
    .map((field) =>
      (field.match(/\d{3}/g) ?? []).map(([digit, r, c]) => ({ cell: `r${r}c${c}`, digit: Number(digit) })),
    );
  return { technique, name: technique, digits: [], placements, eliminations };
}
