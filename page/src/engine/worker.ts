/** The worker that runs the library. */
import * as library from '../../pkg/arcdoku.js';
import { serve, type Answer } from './serve';

/** The part of a worker's scope that is used here. The page is compiled with the types of documents. */
const scope = self as unknown as Pick<MessagePort, 'postMessage' | 'onmessage'>;

scope.onmessage = serve(
  (compiled) => {
    library.initSync({ module: compiled });
    return library.ask as Answer;
  },
  (message) => scope.postMessage(message),
);
