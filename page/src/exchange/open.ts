import { isIncomplete, isSame, type Puzzle } from '../game/puzzle';
import { failureText, toast } from '../shell/messages';
import { go, routeTo } from '../shell/route';
import { session } from '../shell/session';
import { t } from '../words';
import { read } from './library';
import { type Outcome, readText } from './read';
import { improperText } from './verdict';

/**
 * Opens a text as a game and shows it. The previous game stays in the list of games. Returns the error message, if
 * the text cannot be opened.
 */
export async function openText(text: string, name?: string): Promise<string | undefined> {
  let outcome: Outcome;
  try {
    outcome = await readText(text, read, t());
  } catch (error) {
    return failureText(error);
  }
  switch (outcome.kind) {
    case 'problem':
      return outcome.text;
    case 'own':
      location.hash = routeTo('play', Object.fromEntries(outcome.params));
      return undefined;
    case 'puzzle': {
      const { puzzle, state, notes } = outcome;
      const named = puzzle.name || !name ? puzzle : { ...puzzle, name };
      session.start(named, state && { state, auto: false, spent: 0 });
      go('play');
      const message = named.name ? t().exchange.opened(named.name) : t().exchange.openedPlain;
      toast([message, ...notes].join(' '));
      if (!isIncomplete(named)) void warn(named);
      return undefined;
    }
  }
}

/** Shows a message if the opened puzzle is not proper, unless another game was started in the meantime. */
async function warn(puzzle: Puzzle): Promise<void> {
  try {
    const { engine } = await import('../engine');
    const verdict = await improperText(puzzle, (ask) => engine.run('solve', ask), t());
    const opened = session.value?.puzzle;
    if (verdict !== undefined && opened && isSame(opened, puzzle)) toast(verdict);
  } catch {
    // The library could not be loaded. Views that need it show that.
  }
}

/** Opens pasted or dropped texts. Errors are shown as messages. */
export async function openOrShowProblem(text: string, name?: string): Promise<void> {
  const problem = await openText(text, name);
  if (problem) toast(name ? `${name}: ${problem}` : problem, { kind: 'error' });
}
