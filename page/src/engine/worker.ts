/** A worker with the library. */
import * as library from '../../pkg/arcdoku.js';
import { serve, type Answer, type FromWorker, type ToWorker } from './serve';

/** The part of a worker's scope that is used; the types of the page are those of documents. */
interface Scope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
}

const scope = self as unknown as Scope;

scope.onmessage = serve(
  (compiled) => {
    library.initSync({ module: compiled });
    return library.ask as Answer;
  },
  (message) => scope.postMessage(message),
);
