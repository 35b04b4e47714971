import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Limits for reading an unwanted body. */
const limits = { bytes: 32 * 1024 * 1024, totalMs: 10_000, idleMs: 1_000 };

/**
 * Reads the rest of a request's body and drops it. A connection that is closed while its client is still sending is
 * reset, and many clients then report a broken connection instead of the response, so call this before an early refusal.
 *
 * Resolves when the body has ended, when the client has left, or after 32 MiB, 10 s, or 1 s without a byte. The
 * rest is read up to the same limits while the response is sent; then the connection is cut.
 */
export async function discardBody(req: IncomingMessage): Promise<void> {
  if (!hasBody(req) || req.complete || req.destroyed) return;
  req.unpipe();
  if ((await discard(req)) === 'ended') return;
  // Not awaited: some clients stop sending only when they see the response.
  void discard(req, limits.totalMs).then((end) => end === 'limit' && req.destroy());
}

/** The same for a connection whose bytes are not HTTP, after the response was written. Then closes the connection. */
export async function discardUntilClosed(socket: Duplex): Promise<void> {
  await discard(socket, limits.totalMs);
  socket.destroy();
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

function discard(stream: IncomingMessage | Duplex, idleMs = limits.idleMs): Promise<'ended' | 'limit'> {
  return new Promise((resolve) => {
    let size = 0;
    const total = setTimeout(() => finish('limit'), limits.totalMs).unref();
    const idle = setTimeout(() => finish('limit'), idleMs).unref();
    const onData = (chunk: Buffer): void => {
      idle.refresh();
      size += chunk.length;
      if (size > limits.bytes) finish('limit');
    };
    const onEnd = (): void => finish('ended');
    function finish(end: 'ended' | 'limit'): void {
      clearTimeout(total);
      clearTimeout(idle);
      stream.off('data', onData).off('end', onEnd).off('error', onEnd).off('close', onEnd);
      resolve(end);
    }
    stream.on('data', onData).on('end', onEnd).on('error', onEnd).on('close', onEnd);
    stream.resume();
  });
}
