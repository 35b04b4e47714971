import type { Socket } from 'node:net';
import type pg from 'pg';

const EVERY_MS = 200;
/** Bytes that a session may receive unless its user says otherwise. A server that loads a file sends little. */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * Closes a pooled connection that receives more than the limit; null is no limit. Returns a function that stops watching.
 */
export function limitResponseBytes(client: pg.ClientBase, maxBytes: number | null): () => void {
  if (maxBytes === null) return () => undefined;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const before = stream.bytesRead;
  const timer = setInterval(() => {
    if (stream.bytesRead - before > maxBytes) stream.destroy();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
