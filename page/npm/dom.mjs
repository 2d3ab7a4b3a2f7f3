// Provides a document for scripts in Node.
import { Window } from 'happy-dom';

const window = new Window();
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis)) {
    globalThis[name] = window[name];
  }
}
