import type { Engine } from '../engine';
import { t } from '../words';
import { toast } from './messages';

/** Delay before the message, in milliseconds. */
const MOMENT = 500;

/** Shows that an answer waits for the library, if it is still loading after a moment. */
export function showLoading(engine: Pick<Engine, 'isLoading'>): void {
  setTimeout(() => engine.isLoading && toast(t().app.loading), MOMENT);
}
