// The first script contains the first view and the client of the library, because each level of imports takes another
// round trip.
import './views/play';
import { engine } from './engine';
import { viewShown } from './shell/app';
import { keepOffline } from './offline';
import { startIntake } from './exchange/intake';
import { failureText, toast, showKept, showStoreProblem, showUnreadable } from './shell/messages';
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
showKept();
void loadRest();

/** Loads the library and then all other files for offline use. The first view is shown while the library loads. */
async function loadRest(): Promise<void> {
  try {
    await engine.warm();
  } catch {
    // The first question tries again and reports a failure.
  }
  await viewShown;
  await keepOffline();
}
