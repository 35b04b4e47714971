import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { conflict } from '@cairn/service';
import { MAINTENANCE } from '../../servers/service.ts';
import type { Servers } from '../../servers/service.ts';
import type { LogSource, ReadingChoice } from './sources.ts';

const EVERY_MS = 500;
/** As much of a file at once, and as much of it from before. */
const PIECE_BYTES = 1024 * 1024;
/** A session is ended when it has said more than sessions have to say; a log says more than that in a day. */
const SESSION_PIECES = 16;
const NEWLINE = 10;
const EMPTY = Buffer.alloc(0);

/** What reading the log takes; the role alone does not allow the functions. */
const GRANTS =
  'GRANT pg_read_server_files TO <account>; GRANT EXECUTE ON FUNCTION pg_current_logfile(), pg_stat_file(text), pg_read_binary_file(text, bigint, bigint) TO <account>;';

/** How far the log was read. */
interface Mark {
  path: string;
  /** Up to this byte of the file. */
  at: number;
}

/** The log that a server collects by itself, read over a connection. Needs a superuser, or what one has granted. */
export function serverLog(servers: Servers, connectionId: number): LogSource {
  return {
    name: 'the log of the server',
    async read(to, choice) {
      const { signal } = choice;
      let mark: Mark | null = null;
      do {
        mark = await servers.inDatabase(
          connectionId,
          MAINTENANCE,
          (client) => readSome(client, { to, choice, mark }),
          {
            signal,
            applicationName: 'dbadmin log',
          },
        );
      } while (choice.follow && !signal.aborted);
    },
  };
}

/** AppError `conflict` with the reason when a server has no such log, or none for us. */
export async function requireServerLog(client: pg.ClientBase): Promise<void> {
  const { path } = await currentFile(client);
  await client.query('SELECT pg_read_binary_file($1, 0, 0)', [path]).catch(explain);
}

/** What one session reads; returns how far it came. */
async function readSome(
  client: pg.Client,
  { to, choice, mark }: { to: Writable; choice: ReadingChoice; mark: Mark | null },
): Promise<Mark> {
  const { lines, follow, signal } = choice;
  await beQuiet(client);
  let known = mark;
  for (let pieces = 0; ;) {
    const { bytes, ...read } = await next(client, known);
    await write(to, known ? bytes : lastLines(bytes, lines), signal);
    known = read;
    if (!follow || signal.aborted) return known;
    if (bytes.length > 0 && ++pieces === SESSION_PIECES) return known;
    if (bytes.length < PIECE_BYTES) await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Where every statement is logged, reading the log would fill it. Superusers alone may ask for this. */
async function beQuiet(client: pg.Client): Promise<void> {
  await client
    .query("SET log_statement = 'none'; SET log_min_duration_statement = -1; SET log_duration = off")
    .catch(() => undefined);
}

/** What the current file holds from a mark on. A file that is shorter, or another one, is read from its beginning. */
async function next(client: pg.Client, mark: Mark | null): Promise<Mark & { bytes: Buffer }> {
  const { path, size } = await currentFile(client);
  const goesOn = mark?.path === path && mark.at <= size;
  const from = goesOn ? mark.at : mark ? 0 : Math.max(0, size - PIECE_BYTES);
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
  if (path === null) throw notCollected();
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

function notCollected() {
  return conflict(
    'dbadmin.log_not_collected',
    'The server does not collect its log (logging_collector is off), and it is no service of this machine.',
  );
}

function explain(error: { code?: string }): never {
  if (error.code !== '42501') throw error;
  throw conflict(
    'dbadmin.may_not_read_log',
    `The account of this connection may not read the log. A superuser can let it, in the database ${MAINTENANCE}: ${GRANTS}`,
  );
}
