import type { Socket } from 'node:net';

const EVERY_MS = 500;
/** Building an index of a large table takes this long without a word, and not much longer. */
const SILENCE_MS = 30 * 60_000;
/** A server that loads a file has little to say. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Ends a connection when the work is called off, when nothing goes either way for too long, and when the other side sends
 * more than it has to say. Returns how to stop watching.
 */
export function watchSocket(socket: Socket, signal: AbortSignal | undefined): () => void {
  const hangUp = () => socket.destroy(new Error('the connection was ended here'));
  let seen = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const moved = socket.bytesRead + socket.bytesWritten;
    if (moved !== seen) [seen, since] = [moved, now];
    if (socket.bytesRead > MAX_BYTES || now - since > SILENCE_MS) hangUp();
  }, EVERY_MS).unref();
  signal?.addEventListener('abort', hangUp, { once: true });
  if (signal?.aborted) hangUp();
  return () => {
    clearInterval(timer);
    signal?.removeEventListener('abort', hangUp);
  };
}
