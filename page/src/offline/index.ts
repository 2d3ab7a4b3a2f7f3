import { toast } from '../shell/messages';
import { t } from '../words';

/** Keeps the page for use without a connection, and offers newer versions of it. */
export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Only the tab whose button was pressed is loaded again: others may show what a reload loses.
  let pressed = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (pressed) location.reload();
    pressed = false;
  });
  navigator.serviceWorker.controller?.postMessage('started');
  try {
    const registration = await navigator.serviceWorker.register('./sw.js');
    const offer = (worker: ServiceWorker | null): void => {
      if (worker?.state !== 'installed' || !navigator.serviceWorker.controller) return;
      const run = (): void => {
        // Another tab may have let it take over since.
        if (worker.state !== 'installed') return location.reload();
        pressed = true;
        worker.postMessage('take over');
      };
      toast(t().app.newer, { action: { label: t().app.reload, run } });
    };
    offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => offer(worker));
    });
  } catch {
    // Private windows and pages without TLS have no service workers: the page works, with a connection.
  }
}
