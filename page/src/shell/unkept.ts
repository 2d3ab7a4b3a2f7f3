import type { Found, Problem } from '../game/storage';
import { t } from '../words';
import { toast } from './toast';

/** Says that something is not stored. A reader of a store of problems: it says so once, until storing works again. */
export function tellUnkept(problem: Problem | undefined): void {
  if (!problem) return;
  // Where nothing at all is stored, that is one message for games and everything else.
  toast(problem === 'denied' ? t().play.stored.denied : t().app.notStored, { kind: 'error' });
}

/** Says that what is stored of one kind cannot be read. Where nothing can be read at all, that is said once, for games. */
export function tellUnread(kind: 'settings' | 'draft', found: Found<unknown>): void {
  if (found.kind !== 'problem') return;
  const { problem } = found;
  if (problem === 'torn' || problem === 'newer') toast(t().app.unread[kind][problem], { kind: 'error' });
}
