import type { Socket } from 'node:net';
import { unprocessable } from '@cairn/service/errors';
import type pg from 'pg';

const MAX_ROW_LENGTH = 8 * 1024 * 1024;
const MAX_BATCH_BYTES = 64 * 1024 * 1024;

/**
 * Ends a connection that receives more than `maxBytes` (64 MiB) for one batch of rows: the driver holds a whole batch in memory, outside of the
 * heap that limits a thread, and one value may have a gigabyte.
 */
export function limitBatches(client: pg.ClientBase, maxBytes = MAX_BATCH_BYTES) {
  const stream = socketOf(client);
  let received = 0;
  stream.on('data', (bytes: Buffer) => {
    received += bytes.length;
    if (received > maxBytes) stream.destroy();
  });
  return {
    /** Before each batch. */
    start(): void {
      received = 0;
    },
    /** The error of a batch, which is another one when the limit ended it. */
    explain(error: unknown, { subject, rows }: { subject: string; rows: number }): unknown {
      if (received <= maxBytes) return error;
      return unprocessable(
        'report-server.rows_too_large',
        `${rows} rows of the ${subject} have more than ${maxBytes / 1024 / 1024} MiB. Choose fewer columns, or shorten their values.`,
      );
    },
  };
}

/**
 * Refuses a row of more than 8 MiB. A thread that is short of memory ends alone only while it grows in small steps: one allocation
 * beyond its heap and the 16 MiB that Node adds would end the whole process.
 * @throws {AppError} unprocessable
 */
export function refuseLargeRow(texts: readonly (string | null)[], subject: string): void {
  let length = 0;
  for (const text of texts) length += text?.length ?? 0;
  if (length <= MAX_ROW_LENGTH) return;
  throw unprocessable(
    'report-server.row_too_large',
    `A row of the ${subject} has more than 8 MiB. Choose fewer columns, or shorten their values.`,
  );
}

/** Ends the connection at once. */
export function disconnect(client: pg.ClientBase): void {
  socketOf(client).destroy();
}

/** Resolves when the connection is gone: statements that it has are never answered then. */
export function disconnected(client: pg.ClientBase): Promise<void> {
  const stream = socketOf(client);
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.once('close', () => resolve());
  });
}

function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

export type BatchLimit = ReturnType<typeof limitBatches>;
