import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import type { Read } from '../datasources/read.ts';
import type { CompiledExport } from './compile-export.ts';

const CHUNK = 256 * 1024;

/** A stream of the driver, with the fields by which it limits the time of statements. */
interface TimedStream extends Readable {
  query_timeout: number;
  callback?: () => void;
}

/**
 * Runs a COPY and gives its bytes to `use` once the first of them have come, so that a statement that fails has sent nothing. When
 * `use` fails before the last row, `stop` ends the session, which would have to read all other rows otherwise.
 */
export async function copyOut<T>(
  read: Read,
  { bind, copy }: Pick<CompiledExport, 'bind' | 'copy'>,
  { use, timeoutMs, stop }: { use: (rows: Readable) => Promise<T>; timeoutMs: number; stop: AbortController },
): Promise<T> {
  await read.rows(bind);
  // The driver's own limit is for statements whose rows come at once.
  const stream = Object.assign(copyTo(copy, { highWaterMark: CHUNK }), { query_timeout: timeoutMs });
  let refused = false;
  // It stays: the connection may fail after the last listener has gone.
  stream.on('error', () => (refused = true));
  const rows = read.client.query(stream) as unknown as TimedStream;
  try {
    await once(rows, 'readable');
    return await use(rows);
  } catch (error) {
    if (!refused && !rows.readableEnded) stop.abort(error);
    throw error;
  } finally {
    rows.callback?.();
  }
}
