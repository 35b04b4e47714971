import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * What `COPY … TO STDOUT` sends, held in memory. The driver ends the time limit of a statement through its callback, which
 * the stream does not call: the limit would outlive the copy, and keep the process from ending. Throws what the driver throws.
 */
export async function readCopy(client: pg.ClientBase, statement: string): Promise<Buffer> {
  const stream = client.query(copyTo(statement));
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer);
  } finally {
    (stream as { callback?: () => void }).callback?.();
  }
  return Buffer.concat(chunks);
}
