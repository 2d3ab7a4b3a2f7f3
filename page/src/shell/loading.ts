import type { Engine } from '../engine';
import { t } from '../words';
import { toast } from './toast';

/** How long nothing is said: most libraries are there by then. */
const MOMENT = 500;

/** Says that an answer waits for the library, if it is still on its way after a moment. */
export function tellLoading(engine: Pick<Engine, 'isLoading'>): void {
  setTimeout(() => engine.isLoading && toast(t().app.loading), MOMENT);
}
