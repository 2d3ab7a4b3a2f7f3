import { viewShown } from './shell/app';
import { keepOffline } from './offline';
import { startIntake } from './exchange/intake';
import { failureText, toast, showStoreProblem, showUnreadable } from './shell/messages';
import { followFragment } from './shell/route';
import { found, unkept, followLook } from './shell/settings';
import { followLanguage, wordsLoaded } from './words';

function report(reason: unknown): void {
  toast(failureText(reason), { kind: 'error' });
}

addEventListener('error', (event) => report(event.error ?? event.message));
addEventListener('unhandledrejection', (event) => report(event.reason));

unkept.subscribe(showStoreProblem);
followLook();
followFragment();
startIntake();
void followLanguage();
void wordsLoaded.then(() => showUnreadable('settings', found));
void loadRest();

/** Loads the library and then all other files for offline use. */
async function loadRest(): Promise<void> {
  await viewShown;
  try {
    await (await import('./engine')).engine.warm();
  } catch {
    // The first question tries again and reports a failure.
  }
  await keepOffline();
}
