import type { Socket } from 'node:net';
import type pg from 'pg';

const EVERY_MS = 200;
/** The same limit as for separate sessions. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Closes a pooled connection that receives more than the limit. Returns a function that stops watching. */
export function limitResponseBytes(client: pg.ClientBase): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const before = stream.bytesRead;
  const timer = setInterval(() => {
    if (stream.bytesRead - before > MAX_BYTES) stream.destroy();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
