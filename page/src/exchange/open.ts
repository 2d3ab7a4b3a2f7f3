import { failureText, toast } from '../shell/messages';
import { puzzleFrom, showReadingNotes } from '../shell/reading';
import { go } from '../shell/route';
import { session } from '../shell/session';
import { t } from '../words';

/** Opens a text as a game and shows it. Returns the error message if that fails. */
export async function openText(text: string, name?: string): Promise<string | undefined> {
  const reading = await puzzleFrom(text).catch(failureText);
  if (typeof reading === 'string') return reading;
  const { puzzle, progress, notes } = reading;
  const named = puzzle.name || !name ? puzzle : { ...puzzle, name };
  session.start(named, progress);
  go('play');
  const message = named.name ? t().exchange.opened(named.name) : t().exchange.openedPlain;
  showReadingNotes({ ...reading, notes: [message, ...notes] });
  return undefined;
}

/** Opens pasted or dropped texts. Errors are shown as messages. */
export async function openOrShowProblem(text: string, name?: string): Promise<void> {
  const problem = await openText(text, name);
  if (problem) toast(name ? `${name}: ${problem}` : problem, { kind: 'error' });
}
