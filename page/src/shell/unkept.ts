import type { Problem } from '../game/storage';
import { t } from '../words';
import { toast } from './toast';

/** Says that something is not stored. A reader of a store of problems: it says so once, until storing works again. */
export function tellUnkept(problem: Problem | undefined): void {
  if (!problem) return;
  // Where nothing at all is stored, that is one message for games and everything else.
  toast(problem === 'denied' ? t().play.stored.denied : t().app.notStored, { kind: 'error' });
}
