import { refresh } from './refresh.ts';

const EVERY_MS = 2_000;

/** Keeps the parts marked `data-live` up to date while the page is visible. Returns a function that stops it. */
export function followChanges(root: HTMLElement, onChange: () => void): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy || document.hidden || !root.querySelector('[data-live]')) return;
    busy = true;
    void refresh(root, { liveOnly: true })
      .then(onChange)
      // What the page shows stays until the server answers again.
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  }, EVERY_MS);
  return () => clearInterval(timer);
}
