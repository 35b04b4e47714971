import type { Socket } from 'node:net';
import type { Read, Statement } from '../datasources/read.ts';
import { answerTooLarge } from './errors.ts';

/** Rows of a statement as texts, in batches. */
export type ReadBatches = (
  read: Read,
  statement: Statement,
  limit: { maxBytes: number },
) => AsyncIterable<(string | null)[][]>;

/** Bytes that a batch has about; one feature may have more. */
const BATCH_LENGTH = 4 * 1024 ** 2;
const FIRST_ROWS = 50;
const MAX_ROWS = 5_000;

/**
 * All rows at once, for results that fit into memory. PostgreSQL may use parallel workers.
 * @throws {AppError} unprocessable for more bytes than `maxBytes`, at which the session is ended
 */
export async function* readAtOnce(
  read: Read,
  statement: Statement,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<(string | null)[][]> {
  const before = receivedBytes(read);
  const refuseTooLarge = () => {
    if (receivedBytes(read) - before + FEW_BYTES > maxBytes) throw answerTooLarge(maxBytes);
  };
  const rows = await read.texts(statement).catch((error: unknown) => {
    refuseTooLarge();
    throw error;
  });
  refuseTooLarge();
  yield rows;
}

/** What an inspection has received before the result. */
const FEW_BYTES = 4096;

function receivedBytes({ client }: Read): number {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream.bytesRead;
}

/** By a cursor, in batches of a few MiB whatever the size of the features. */
export async function* readByCursor(read: Read, statement: Statement): AsyncGenerator<(string | null)[][]> {
  // All rows are read, so the plan with the fastest first rows is not the best one.
  await read.texts({ text: `SELECT pg_catalog.set_config('cursor_tuple_fraction', '1', true)` });
  await read.texts({ ...statement, text: `DECLARE result NO SCROLL CURSOR FOR ${statement.text}` });
  let rows = FIRST_ROWS;
  for (;;) {
    const batch = await read.texts({ text: `FETCH ${rows} FROM result` });
    if (batch.length > 0) yield batch;
    if (batch.length < rows) return;
    const length = batch.flat().reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const perRow = Math.max(1, length / batch.length);
    rows = Math.min(MAX_ROWS, Math.max(1, Math.floor(BATCH_LENGTH / perRow)));
  }
}
