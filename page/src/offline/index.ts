import { toast } from '../shell/toast';
import { t } from '../words';

/** Keeps the page for use without a connection, and offers newer versions of it. */
export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const controlled = navigator.serviceWorker.controller !== null;
  let reloading = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over a page that is of the same version.
    if (controlled && !reloading) location.reload();
    reloading = true;
  });
  try {
    const registration = await navigator.serviceWorker.register('./sw.js');
    const offer = (worker: ServiceWorker | null): void => {
      if (worker?.state !== 'installed' || !navigator.serviceWorker.controller) return;
      const run = (): void => worker.postMessage('take over');
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
