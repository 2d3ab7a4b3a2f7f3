import { toast } from '../shell/messages';
import { t } from '../words';

/** Stores the page for use without a connection, and offers newer versions. */
export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Only the tab whose button was pressed is reloaded. Other tabs might lose data.
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
        // Another tab may have activated it in the meantime.
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
    // Private windows and pages without TLS have no service workers. The page works with a connection.
  }
}
