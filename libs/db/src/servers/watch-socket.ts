import type { Socket } from 'node:net';

const EVERY_MS = 500;
/** Building an index of a large table sends nothing for about this long. */
const SILENCE_MS = 30 * 60_000;

/**
 * Closes a connection when the signal is aborted, when nothing is sent or received for too long, and when the server sends more
 * than `maxBytes`; null is no limit. Returns a function that stops watching.
 */
export function watchSocket(
  socket: Socket,
  { signal, maxBytes }: { signal: AbortSignal | undefined; maxBytes: number | null },
): () => void {
  const hangUp = () => socket.destroy(new Error('the connection was ended here'));
  let seen = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const moved = socket.bytesRead + socket.bytesWritten;
    if (moved !== seen) [seen, since] = [moved, now];
    if ((maxBytes !== null && socket.bytesRead > maxBytes) || now - since > SILENCE_MS) hangUp();
  }, EVERY_MS).unref();
  signal?.addEventListener('abort', hangUp, { once: true });
  if (signal?.aborted) hangUp();
  return () => {
    clearInterval(timer);
    signal?.removeEventListener('abort', hangUp);
  };
}
