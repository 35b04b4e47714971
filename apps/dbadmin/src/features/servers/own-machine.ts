import { constants } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

/** The file is written a little before the server counts itself as started. */
const START_TOLERANCE_S = 60;
const MOST_BYTES = 4096;
/** A server may name any folder: neither a link in it leads elsewhere, nor does a pipe in it keep us waiting. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ROOT = 0;

/** A server whose files this process sees. */
export interface OwnServer {
  /** Its data folder, by its real path. */
  folder: string;
  /** The number of the account that it runs under. */
  account: number;
  /** Whether it is a process of this machine; a container may share no more than the folder. */
  runsHere: boolean;
}

/**
 * Where a server has its files, if this process sees them. What it says of itself may be true of another machine, or of another
 * server here: so its postmaster.pid must be in that folder, belong to whom the folder belongs, and tell the same port and time
 * of start. If the process that is named there runs here, we must have come to its port on this machine.
 */
export async function ownServer(client: pg.ClientBase): Promise<OwnServer | null> {
  const { rows } = await client.query<{ folder: string | null; port: string; started: number }>(
    `SELECT (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder,
       current_setting('port') AS port, extract(epoch FROM pg_postmaster_start_time())::float8 AS started`,
  );
  const [said] = rows;
  if (!said?.folder) return null;
  const found = await readLockFile(said.folder).catch(() => null);
  if (!found) return null;
  const [pid, folder, started, port] = found.lines;
  const isIt =
    folder === said.folder &&
    port === said.port &&
    Math.abs(Number(started) - said.started) <= START_TOLERANCE_S;
  if (!isIt) return null;
  const runsHere = await isServer(Number(pid), found.account);
  if (runsHere && !cameTo(client, Number(port))) return null;
  return { folder: found.folder, account: found.account, runsHere };
}

async function readLockFile(named: string): Promise<{ folder: string; account: number; lines: string[] }> {
  const folder = await realpath(named);
  const handle = await open(join(folder, 'postmaster.pid'), READ);
  try {
    const file = await handle.stat();
    const isPlain = file.isFile() && file.size <= MOST_BYTES;
    if (!isPlain || file.uid === ROOT || file.uid !== (await stat(folder)).uid) {
      throw new Error('no server has written this');
    }
    const lines = (await handle.readFile('utf8')).split('\n').map((line) => line.trim());
    return { folder, account: file.uid, lines };
  } finally {
    await handle.close();
  }
}

/** Whether a process of this machine is a server of that account. */
async function isServer(pid: number, account: number): Promise<boolean> {
  const process = `/proc/${pid}`;
  try {
    const name = await readFile(join(process, 'comm'), 'utf8');
    return (await stat(process)).uid === account && /postgres|postmaster/.test(name);
  } catch {
    return false;
  }
}

/** Whether a session goes to a port of this machine: one alone listens there. */
function cameTo(client: pg.ClientBase, port: number): boolean {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const { remoteAddress = '', remotePort } = stream;
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const isOwn = /^127\.|^::1$/.test(remoteAddress) || own.some(({ address }) => address === remoteAddress);
  return isOwn && remotePort === port;
}
