import type { Socket } from 'node:net';

const EVERY_MS = 500;
/** Building an index of a large table sends nothing for about this long. */
const SILENCE_MS = 30 * 60_000;

export interface SocketWatch {
  /** Milliseconds since anything was sent or received. */
  silentMs(): number;
  stop(): void;
}

/**
 * Closes a connection when the signal is aborted, when nothing is sent or received for too long, and when the server sends more
 * than `maxBytes`; null is no limit.
 */
export function watchSocket(
  socket: Socket,
  { signal, maxBytes }: { signal: AbortSignal | undefined; maxBytes: number | null },
): SocketWatch {
  const hangUp = () => socket.destroy(new Error('the connection was ended here'));
  let seen = 0;
  let since = performance.now();
  function silentMs(): number {
    const now = performance.now();
    const moved = socket.bytesRead + socket.bytesWritten;
    if (moved !== seen) [seen, since] = [moved, now];
    return now - since;
  }
  const timer = setInterval(() => {
    if ((maxBytes !== null && socket.bytesRead > maxBytes) || silentMs() > SILENCE_MS) hangUp();
  }, EVERY_MS).unref();
  signal?.addEventListener('abort', hangUp, { once: true });
  if (signal?.aborted) hangUp();
  return {
    silentMs,
    stop() {
      clearInterval(timer);
      signal?.removeEventListener('abort', hangUp);
    },
  };
}
