import { EngineError } from '../../engine';
import { t } from '../../words';
import type { FromWorker, Grid } from './worker';

/** A photo, at most 2000 pixels wide and high, and its grid if there is one. */
export interface Photo {
  readonly picture: ImageBitmap;
  readonly grid?: Grid;
}

/**
 * Reads a photo in a new worker, whose memory is released afterwards. The signal terminates it. Resolves to a
 * message if the image cannot be decoded.
 */
export function readPhoto(file: Blob, signal: AbortSignal): Promise<Photo | string> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'arcdoku-photo' });
  const found = new Promise<Photo | string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new EngineError('load', event.message));
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'photo') resolve(data);
      else if (data.kind === 'undecoded') resolve(t().photo.undecoded);
      else reject(new EngineError(data.kind === 'missing' ? 'load' : 'trap', data.message));
    };
    worker.postMessage(file);
  });
  return found.finally(() => worker.terminate());
}
