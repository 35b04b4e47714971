import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_MS = 10_000;

export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/**
 * Reads on after an early refusal, so that a client that is still sending gets to see the answer instead of a reset
 * connection; gives up after 32 MiB or 10 s.
 */
export function discardBody(req: IncomingMessage): void {
  let size = 0;
  const timer = setTimeout(() => req.destroy(), MAX_MS).unref();
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BYTES) req.destroy();
  });
  req.once('close', () => clearTimeout(timer));
  req.resume();
}
