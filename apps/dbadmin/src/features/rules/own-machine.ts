import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** The file is written a little before the server counts itself as started. */
const START_TOLERANCE_S = 60;

/**
 * Whether a server runs where this process sees its files. What it says of paths may be true of another machine, or of
 * another server here: so its own postmaster.pid must be there and tell the same port and time of start.
 */
export async function runsHere(client: pg.ClientBase): Promise<boolean> {
  return (await accountHere(client)) !== null;
}

/** The number of the account under which a server runs here; null when it runs elsewhere. */
export async function accountHere(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ folder: string | null; port: string; started: number }>(
    `SELECT (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder,
       current_setting('port') AS port, extract(epoch FROM pg_postmaster_start_time())::float8 AS started`,
  );
  const [row] = rows;
  if (!row?.folder) return null;
  const path = join(row.folder, 'postmaster.pid');
  const pidFile = await readFile(path, 'utf8').catch(() => '');
  const [, folder, started, port] = pidFile.split('\n').map((line) => line.trim());
  const isIt =
    folder === row.folder &&
    port === row.port &&
    Math.abs(Number(started) - row.started) <= START_TOLERANCE_S;
  return isIt ? (await lstat(path)).uid : null;
}
