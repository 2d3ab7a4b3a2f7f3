import './shell/app';

import { keepOffline } from './offline';
import { startIntake } from './exchange/intake';
import { followFragment } from './shell/route';
import { followTheme } from './shell/theme';
import { toast } from './shell/toast';
import { followLanguage, t } from './words';

function report(reason: unknown): void {
  const message = reason instanceof Error ? reason.message : String(reason);
  toast(t().app.failed(message), { kind: 'error' });
}

addEventListener('error', (event) => report(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => report(event.reason));

followTheme();
followFragment();
startIntake();
void followLanguage();
void keepOffline();
