import { constants } from 'node:fs';
import { open, readFile, readdir, readlink, realpath, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

/** The server writes the file shortly before its start time. */
const START_TOLERANCE_S = 60;
const MAX_BYTES = 4096;
/** A server may name any folder: links are not followed, and pipes do not block. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ROOT = 0;
/** State of a listening socket. */
const LISTENING = '0A';

/** A server on this machine, whose files this process can read. */
export interface LocalServer {
  /** Its data folder, by its real path. */
  folder: string;
  /** The id of the account that it runs as. */
  account: number;
  /** Its system identifier from pg_control, in the notation of `pg_control_system()`. */
  identifier: string;
}

/**
 * The server of a session, if it verifiably runs on this machine; null otherwise. A server may report the folder of another server
 * here. So the postmaster.pid in the folder must belong to the account of the folder and have the same port and start time, the
 * process in it must be the one that listens on the port of this session, and the identifier stored in the folder must match.
 */
export async function findLocalServer(client: pg.ClientBase): Promise<LocalServer | null> {
  const { rows } = await client.query<{ folder: string | null; port: string; started: number }>(
    `SELECT (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder,
       current_setting('port') AS port, extract(epoch FROM pg_postmaster_start_time())::float8 AS started`,
  );
  const [reported] = rows;
  if (!reported?.folder) return null;
  const lock = await readLockFile(reported.folder).catch(() => null);
  if (!lock) return null;
  const { folder, account } = lock;
  const [pid, dataFolder, started, port] = lock.lines;
  const matches =
    dataFolder === reported.folder &&
    port === reported.port &&
    Math.abs(Number(started) - reported.started) <= START_TOLERANCE_S;
  if (!matches || !isConnectedTo(client, Number(port))) return null;
  if (!(await isServer(Number(pid), account)) || !(await listensAlone(Number(pid), Number(port))))
    return null;
  const identifier = await readIdentifier(folder, account).catch(() => null);
  if (identifier === null || identifier !== (await askIdentifier(client))) return null;
  return { folder, account, identifier };
}

async function readLockFile(path: string): Promise<{ folder: string; account: number; lines: string[] }> {
  const folder = await realpath(path);
  const handle = await open(join(folder, 'postmaster.pid'), READ);
  try {
    const file = await handle.stat();
    const isPlain = file.isFile() && file.size <= MAX_BYTES;
    if (!isPlain || file.uid === ROOT || file.uid !== (await stat(folder)).uid) {
      throw new Error('not written by the server');
    }
    const lines = (await handle.readFile('utf8')).split('\n').map((line) => line.trim());
    return { folder, account: file.uid, lines };
  } finally {
    await handle.close();
  }
}

/** Whether a process is a PostgreSQL server that runs as an account. */
async function isServer(pid: number, account: number): Promise<boolean> {
  const process = `/proc/${pid}`;
  try {
    const name = await readFile(join(process, 'comm'), 'utf8');
    return (await stat(process)).uid === account && /postgres|postmaster/.test(name);
  } catch {
    return false;
  }
}

/** Whether a session is connected to a port of this machine. */
function isConnectedTo(client: pg.ClientBase, port: number): boolean {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const { remoteAddress = '', remotePort } = stream;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const isOwn = /^127\.|^::1$/.test(remoteAddress) || own.some(({ address }) => address === remoteAddress);
  return isOwn && remotePort === port;
}

/**
 * Whether only this process listens on a port of this machine, at any address: another process may be a tunnel to another
 * machine.
 */
async function listensAlone(pid: number, port: number): Promise<boolean> {
  try {
    const listening = await Promise.all(['tcp', 'tcp6'].map((table) => listeners(table, port)));
    const own = new Set(await socketsOf(pid));
    const sockets = listening.flat();
    return sockets.length > 0 && sockets.every((inode) => own.has(inode));
  } catch {
    return false;
  }
}

/** Inodes of the sockets that listen on a port (Linux kernel, proc_net_tcp.txt). */
async function listeners(table: string, port: number): Promise<string[]> {
  // Without IPv6 there is no tcp6.
  const text = await readFile(`/proc/net/${table}`, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    const isOnPort = Number.parseInt(local.split(':')[1] ?? '', 16) === port;
    return isOnPort && state === LISTENING && inode ? [inode] : [];
  });
}

async function socketsOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')),
  );
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/** pg_control begins with the system identifier, in the byte order of the machine (PostgreSQL, catalog/pg_control.h). */
async function readIdentifier(folder: string, account: number): Promise<string> {
  const handle = await open(join(folder, 'global', 'pg_control'), READ);
  try {
    const file = await handle.stat();
    if (!file.isFile() || file.uid !== account) throw new Error('not written by the server');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    if (bytesRead !== 8) throw new Error('the file is too short');
    return String(endianness() === 'LE' ? buffer.readBigInt64LE() : buffer.readBigInt64BE());
  } finally {
    await handle.close();
  }
}

/** null when the role may not read it. */
async function askIdentifier(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client
    .query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()')
    .catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error;
      return { rows: [] };
    });
  return rows[0]?.id ?? null;
}
