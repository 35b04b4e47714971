import { execFile, execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

export interface TestServer {
  port: number;
  /** The superuser's name and password. */
  user: string;
  password: string;
  dataFolder: string;
  hbaFile: string;
  /** Everything that the server has logged; it logs every statement. */
  log(): string;
  /** Address of a database, for the superuser unless said otherwise. */
  url(database?: string, login?: { user: string; password: string }): string;
  /** One question to one database as the superuser. */
  query<T extends pg.QueryResultRow = any>(database: string, sql: string, values?: unknown[]): Promise<T[]>;
  /** Ends it at once, as a crash would; `start` brings it back. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes all of it. */
  stop(): Promise<void>;
}

/**
 * A separate PostgreSQL server on a free port of loopback, with its own pg_hba.conf and logs. As root it runs under the
 * account `postgres`, because PostgreSQL refuses to run as root. With a certificate (PEM) it supports TLS.
 */
export async function startTestServer(
  settings: Record<string, string> = {},
  certificate?: { key: Uint8Array; cert: Uint8Array },
): Promise<TestServer> {
  const bin = newestServer();
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-server-'));
  const own = (path: string): void => void (account && chownSync(path, account.uid, account.gid));
  own(folder);
  chmodSync(folder, 0o755);
  const dataFolder = join(folder, 'data');
  const logFile = join(folder, 'log');
  const identity = account ? { uid: account.uid, gid: account.gid } : {};
  const number = takeNumber();
  const password = await createCluster(folder, number, { bin, identity, own });
  writeFileSync(logFile, '');
  own(logFile);
  if (certificate) {
    for (const [name, content] of [
      ['server.key', certificate.key],
      ['server.crt', certificate.cert],
    ] as const) {
      writeFileSync(join(dataFolder, name), content, { mode: 0o600 });
      own(join(dataFolder, name));
    }
  }
  const port = await freePort();
  const values = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    log_statement: 'all',
    log_line_prefix: '%m [%p] %q%u@%d ',
    timezone: 'UTC',
    ...(certificate ? { ssl: 'on' } : {}),
    ...settings,
  };
  const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | null = null;

  const server: TestServer = {
    port,
    user: 'postgres',
    password,
    dataFolder,
    hbaFile: join(dataFolder, 'pg_hba.conf'),
    log: () => readFileSync(logFile, 'utf8'),
    url(database = 'postgres', login = { user: 'postgres', password }) {
      const { user, password: secret } = login;
      return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
    },
    async query(database, sql, params) {
      const client = new pg.Client({ connectionString: server.url(database) });
      // A test may kill the server at this moment; the query then fails.
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(sql, params)).rows as any[];
      } finally {
        await client.end();
      }
    },
    async start() {
      child = spawn(
        '/bin/sh',
        ['-c', 'exec "$@" 2>>"$0"', logFile, join(bin, 'postgres'), '-D', dataFolder, ...options],
        {
          cwd: folder,
          env: ENV,
          stdio: 'ignore',
          ...identity,
        },
      );
      await untilReady(server, child);
    },
    kill: () => end(child, 'SIGQUIT'),
    async stop() {
      await end(child, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
      numbers.delete(number);
    },
  };
  await server.start();
  return server;
}

/** The numbers that servers of this process hold until they are stopped. */
const numbers = new Set<number>();

function takeNumber(): number {
  let number = 1;
  while (numbers.has(number)) number += 1;
  numbers.add(number);
  return number;
}

/**
 * Puts a new cluster into `data` below a folder; returns the superuser's password. Below CAIRN_TEST_CLUSTERS, initdb runs once for
 * each number, and all test files copy these clusters: initdb takes a second or more. Two servers that exist at the same time still
 * have different system identifiers.
 */
async function createCluster(folder: string, number: number, setup: ClusterSetup): Promise<string> {
  const cache = process.env.CAIRN_TEST_CLUSTERS;
  if (!cache) return initCluster(folder, setup);
  const template = join(cache, String(number));
  if (!existsSync(template)) {
    mkdirSync(cache, { recursive: true });
    // The account of the server reaches its folder in there, also where the mask of this process is strict.
    chmodSync(cache, 0o711);
    const unfinished = mkdtempSync(join(cache, 'new-'));
    setup.own(unfinished);
    writeFileSync(join(unfinished, 'password'), await initCluster(unfinished, setup), { mode: 0o600 });
    try {
      renameSync(unfinished, template);
    } catch {
      // Another test file was faster.
      rmSync(unfinished, { recursive: true });
    }
  }
  await run('cp', ['-a', '--reflink=auto', join(template, 'data'), folder]);
  return readFileSync(join(template, 'password'), 'utf8');
}

interface ClusterSetup {
  bin: string;
  identity: { uid?: number; gid?: number };
  /** Gives a file to the account of the server. */
  own(path: string): void;
}

async function initCluster(folder: string, { bin, identity, own }: ClusterSetup): Promise<string> {
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(folder, 'pwfile');
  writeFileSync(passwordFile, password);
  own(passwordFile);
  const encoding = ['-E', 'UTF8', '--locale', 'C.UTF-8'];
  const login = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  await run(join(bin, 'initdb'), ['-D', join(folder, 'data'), ...login, ...encoding, '--no-sync'], {
    cwd: folder,
    env: ENV,
    ...identity,
  });
  rmSync(passwordFile);
  return password;
}

async function untilReady(server: TestServer, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (child.exitCode !== null) break;
    const answers = await server.query('postgres', 'SELECT 1').catch(() => null);
    if (answers) return;
    await delay(50);
  }
  throw new Error(`the test server did not start:\n${server.log()}`);
}

async function end(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

/** Folder of the programs of the newest PostgreSQL from 15 on. */
function newestServer(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const newest = versions.sort((a, b) => b - a).map((version) => join(root, String(version), 'bin'));
  const found = newest.find((bin) => existsSync(join(bin, 'initdb')));
  if (found) return found;
  throw new Error('PostgreSQL 15 or newer was not found; run the tests with "npm test", which installs it.');
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
