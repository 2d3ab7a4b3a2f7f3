/** A worker with the library. */
import * as library from '../../pkg/arcdoku.js';
import { serve, type Answer } from './serve';

/** The part of a worker's scope that is used; the types of the page are those of documents. */
const scope = self as unknown as Pick<MessagePort, 'postMessage' | 'onmessage'>;

scope.onmessage = serve(
  (compiled) => {
    library.initSync({ module: compiled });
    return library.ask as Answer;
  },
  (message) => scope.postMessage(message),
);
