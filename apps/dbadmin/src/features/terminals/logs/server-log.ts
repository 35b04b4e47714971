import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { MAINTENANCE } from '../../servers/service.ts';
import type { Servers } from '../../servers/service.ts';
import { cannotReadLog, logNotCollected } from '../errors.ts';
import type { LogSource, ReadOptions } from '../types.ts';

const POLL_MS = 500;
/** The largest piece of a file that is read at once, and how far back reading starts. */
const PIECE_BYTES = 1024 * 1024;
/** A session is closed when it has returned too much data, and a log has more than that in a day. */
const SESSION_PIECES = 16;
const NEWLINE = 10;
const EMPTY = Buffer.alloc(0);

/** The privileges for reading the log; the predefined role does not include the functions. */
const GRANTS =
  'GRANT pg_read_server_files TO <role>; GRANT EXECUTE ON FUNCTION pg_current_logfile(), pg_stat_file(text), pg_read_binary_file(text, bigint, bigint) TO <role>;';

/** The position up to which the log was read. */
interface Mark {
  path: string;
  /** Offset in the file. */
  at: number;
}

/** The log that a server collects itself, read over a connection. Needs a superuser or the privileges in `GRANTS`. */
export function serverLog(servers: Servers, connectionId: number): LogSource {
  return {
    name: 'the log of the server',
    async read(to, options) {
      const { signal } = options;
      let mark: Mark | null = null;
      do {
        mark = await servers.inDatabase(
          connectionId,
          MAINTENANCE,
          (client) => readSession(client, { to, options, mark }),
          { signal, applicationName: 'dbadmin log' },
        );
      } while (options.follow && !signal.aborted);
    },
  };
}

/** @throws {AppError} conflict when a server has no such log, or the admin role may not read it */
export async function requireServerLog(client: pg.ClientBase): Promise<void> {
  const { path } = await currentFile(client);
  await client.query('SELECT pg_read_binary_file($1, 0, 0)', [path]).catch(explain);
}

/** Reads in one session; returns the position after it. */
async function readSession(
  client: pg.Client,
  { to, options, mark }: { to: Writable; options: ReadOptions; mark: Mark | null },
): Promise<Mark> {
  const { lines, follow, signal } = options;
  await disableStatementLog(client);
  let position = mark;
  for (let pieces = 0; ;) {
    const { bytes, ...end } = await readNext(client, position);
    await write(to, position ? bytes : lastLines(bytes, lines), signal);
    position = end;
    if (!follow || signal.aborted) return position;
    if (bytes.length > 0 && ++pieces === SESSION_PIECES) return position;
    if (bytes.length < PIECE_BYTES) await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** If every statement is logged, reading the log would fill it. Only superusers may change these settings. */
async function disableStatementLog(client: pg.Client): Promise<void> {
  await client
    .query("SET log_statement = 'none'; SET log_min_duration_statement = -1; SET log_duration = off")
    .catch(() => undefined);
}

/** The content of the current file after a mark. A file that was truncated or replaced is read from its beginning. */
async function readNext(client: pg.Client, mark: Mark | null): Promise<Mark & { bytes: Buffer }> {
  const { path, size } = await currentFile(client);
  const isSameFile = mark?.path === path && mark.at <= size;
  const from = isSameFile ? mark.at : mark ? 0 : Math.max(0, size - PIECE_BYTES);
  if (from === size) return { path, at: from, bytes: EMPTY };
  const read = await client
    .query<{ bytes: Buffer }>('SELECT pg_read_binary_file($1, $2, $3) AS bytes', [path, from, PIECE_BYTES])
    .catch(explain);
  const { bytes } = read.rows[0]!;
  return { path, at: from + bytes.length, bytes };
}

async function currentFile(client: pg.ClientBase): Promise<{ path: string; size: number }> {
  const { rows } = await client
    .query<{ path: string | null; size: number }>(
      'SELECT path, (pg_stat_file(path)).size::float8 AS size FROM pg_current_logfile() AS path',
    )
    .catch(explain);
  const { path, size } = rows[0]!;
  if (path === null) throw logNotCollected();
  return { path, size };
}

async function write(to: Writable, bytes: Buffer, signal: AbortSignal): Promise<void> {
  if (bytes.length === 0 || to.write(bytes)) return;
  await once(to, 'drain', { signal }).catch(() => undefined);
}

function lastLines(bytes: Buffer, lines: number): Buffer {
  let at = bytes.length - 1;
  for (let left = lines; left > 0 && at > 0; left -= 1) at = bytes.lastIndexOf(NEWLINE, at - 1);
  return bytes.subarray(at <= 0 ? 0 : at + 1);
}

function explain(error: { code?: string }): never {
  if (error.code !== '42501') throw error;
  throw cannotReadLog(MAINTENANCE, GRANTS);
}
