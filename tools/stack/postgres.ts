import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgres } from '../bootstrap/programs.mjs';
import { privateFolder, type Account } from './account.ts';
import { minimalEnvironment, startProcess, type ManagedProcess } from './managed-process.ts';
import { clearPidFile, endOrphans } from './processes.ts';

const run = promisify(execFile);

/** SQLSTATE of a server that is starting up or recovering. */
const cannotConnectNow = '57P03';

export interface PostgresRequest {
  folder: string;
  port: number;
  password: string;
  logFile: string;
  account: Account | null;
  /** false for tests: no fsync, so that a suite does not wait for the disk. */
  durable: boolean;
}

export interface PostgresServer extends ManagedProcess {
  /** Superuser address. */
  adminUrl: string;
}

/** Starts a private cluster, created at the first start, on loopback only and with password authentication only. */
export async function startPostgres(request: PostgresRequest): Promise<PostgresServer> {
  const part = await spawnPostgres(request);
  await untilPostgresReady(request, part);
  return { ...part, adminUrl: postgresAdminUrl(request) };
}

export function postgresAdminUrl({ password, port }: Pick<PostgresRequest, 'password' | 'port'>): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Starts the server's process; it may not accept sessions yet. */
export async function spawnPostgres(request: PostgresRequest): Promise<ManagedProcess> {
  const found = findPostgres();
  if (!found)
    throw new Error(
      'PostgreSQL 15 or newer with PostGIS was not found. Run "npm start", which installs it or says how.',
    );
  const folder = privateFolder(request.folder, request.account);
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(found.bin, data, request);
  refuseOtherVersion(data, found.version);
  await clearPidFile(join(data, 'postmaster.pid'), data);
  await endOrphans(data, 'postgres');
  return startProcess({
    name: 'PostgreSQL',
    command: [join(found.bin, 'postgres'), '-D', data, ...settings(request)],
    logFile: request.logFile,
    account: request.account,
    cwd: folder,
    // Fast shutdown: ends sessions and rolls back transactions.
    stopSignal: 'SIGINT',
    graceMs: 30_000,
  });
}

function settings({ port, durable }: PostgresRequest): string[] {
  const values: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    // No socket: its path may not exceed 107 bytes, and paths of checkouts can be long.
    unix_socket_directories: '',
    max_connections: '200',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
  };
  if (!durable)
    Object.assign(values, {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_wal_size: '2GB',
      // Tests open many sessions, and each one that loads PostGIS itself takes 8 ms of processor time for it.
      shared_preload_libraries: 'postgis-3',
    });
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function initialise(bin: string, data: string, request: PostgresRequest): Promise<void> {
  // Created under another name and renamed, because an interrupted initdb leaves an incomplete cluster.
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = join(dirname(data), 'password.tmp');
  writeFileSync(passwordFile, request.password, { mode: 0o600 });
  if (request.account) chownSync(passwordFile, request.account.uid, request.account.gid);
  const args = [
    '-D',
    unfinished,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--locale',
    'C.UTF-8',
  ];
  if (!request.durable) args.push('--no-sync');
  try {
    await run(join(bin, 'initdb'), args, {
      cwd: dirname(data),
      env: minimalEnvironment(),
      ...(request.account ? { uid: request.account.uid, gid: request.account.gid } : {}),
    });
    renameSync(unfinished, data);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(
      `The database cluster could not be created: ${lastLine((error as { stderr?: string }).stderr)}`,
      { cause: error },
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function refuseOtherVersion(data: string, version: number): void {
  const made = Number(readFileSync(join(data, 'PG_VERSION'), 'utf8').trim());
  if (made !== version) {
    throw new Error(
      `The data under .data/ was created by PostgreSQL ${made}, and ${version} is installed. Install ${made} again, or start over with "npm start -- --reset".`,
    );
  }
}

/** Waits until the server accepts sessions. Recovery after a crash may take as long as it needs. */
export async function untilPostgresReady(request: PostgresRequest, part: ManagedProcess): Promise<void> {
  let deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (part.hasEnded()) break;
    const client = new pg.Client({
      connectionString: postgresAdminUrl(request),
      connectionTimeoutMillis: 2_000,
    });
    try {
      await client.connect();
      return;
    } catch (error) {
      if ((error as { code?: string }).code === cannotConnectNow) deadline = Date.now() + 60_000;
      await delay(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  await part.stop();
  throw new Error(`PostgreSQL did not start (${await part.ended}): ${lastLine(part.logTail())}`);
}

function lastLine(text: string | undefined): string {
  return text?.trimEnd().split('\n').at(-1) ?? 'no reason was given';
}
