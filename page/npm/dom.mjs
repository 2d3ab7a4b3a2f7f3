// A document for scripts in Node, which has none.
import { Window } from 'happy-dom';

const window = new Window();
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis)) {
    globalThis[name] = window[name];
  }
}
