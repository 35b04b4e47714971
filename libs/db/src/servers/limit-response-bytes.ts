import type { Socket } from 'node:net';
import type pg from 'pg';

const EVERY_MS = 200;
/** As for sessions of their own: whoever is asked from a pool has less to say. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Breaks a pooled connection on which more comes than there can be to say. Returns how to stop watching. */
export function limitResponseBytes(client: pg.ClientBase): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const before = stream.bytesRead;
  const timer = setInterval(() => {
    if (stream.bytesRead - before > MAX_BYTES) stream.destroy();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
