import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { PROGRAM_ACCOUNT, probeSandbox, runProgram } from '@cairn/programs';
import type { Logger } from '@cairn/service';
import { startRelay } from '../features/servers/relay/relay.ts';
import { signIn } from '../features/servers/relay/sign-in.ts';
import type { ServerLogin } from '../features/servers/service.ts';
import { createErrorCollector, explainProgramError } from './program-error.ts';

/** pg_dump keeps the definitions of all objects in memory, some kilobytes a table. */
const MEMORY_BYTES = 4 * 1024 ** 3;
/** One line for each of some hundred thousand objects. */
const MAX_OUTPUT = 64 * 1024 ** 2;
const CONNECT_SECONDS = 15;
const RELAY_PORT = 5432;
/** Rows arrive continuously, and no catalog query takes this long. */
export const DUMP_SILENCE_MS = 10 * 60_000;
/** The server sends nothing while it builds an index of a large table. */
export const RESTORE_SILENCE_MS = 60 * 60_000;
/** vacuumdb and reindexdb open one for each of up to eight jobs, plus one. */
const MAX_CONNECTIONS = 16;

export interface PgRun {
  login: ServerLogin;
  database: string;
  /** Identifies its sessions, in case they outlive it. */
  applicationName: string;
  /** A folder of this job only. */
  cwd: string;
  signal: AbortSignal;
  /** See `RelayOptions`; without it a connection may be silent forever. */
  silenceMs?: number;
  logger: Logger;
  input?: Readable;
  /** A stream, or an open file in which the program may seek. */
  stdout?: Writable | number;
  files?: number[];
  /** Session parameters that the program reads with these values instead of the server's. */
  reports?: Record<string, string>;
  onErrorLine?(line: string): void;
}

/**
 * Runs a PostgreSQL program against a database, in the sandbox, through a relay that signs in for it: older versions of libpq would
 * send the password to a false server that asks for it. The name of the database is passed in the environment, where it is not taken
 * for a connection string. Returns the standard output, unless `stdout` receives it.
 * @throws {AppError} see `explainProgramError`.
 */
export async function runPg(program: string, args: string[], run: PgRun): Promise<string> {
  const collector = createErrorCollector();
  return withRelay(run, async (folder) => {
    try {
      const { stdout } = await runProgram({
        program,
        args,
        cwd: run.cwd,
        env: environment(run, folder),
        // The socket in the folder leads to its server.
        network: 'none',
        reads: [folder, dirname(dirname(program))],
        timeLimitMs: null,
        maxOutputBytes: MAX_OUTPUT,
        limits: { cpuSeconds: null, fileBytes: null, memoryBytes: MEMORY_BYTES },
        signal: run.signal,
        ...(run.input ? { input: run.input } : {}),
        ...(run.stdout === undefined ? {} : { stdout: run.stdout }),
        ...(run.files ? { files: run.files } : {}),
        onErrorLine(line) {
          collector.add(line);
          run.onErrorLine?.(line);
        },
      });
      return stdout;
    } catch (error) {
      throw explainProgramError(error, collector.output(), run.login);
    }
  });
}

/** Does some work while a socket in a folder leads to the server, already signed in. */
async function withRelay<T>(
  { login, applicationName, silenceMs, logger, reports = {} }: PgRun,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  // Not in the job's folder: the path of a socket is short (unix(7)), and that folder belongs to the program.
  const folder = await mkdtemp(join(tmpdir(), 'cairn-pg-'));
  try {
    const isOtherAccount = (await probeSandbox()).protection === 'account';
    if (isOtherAccount) await chmod(folder, 0o711);
    const relay = await startRelay({
      path: join(folder, `.s.PGSQL.${RELAY_PORT}`),
      ...(isOtherAccount ? { uid: PROGRAM_ACCOUNT } : {}),
      maxConnections: MAX_CONNECTIONS,
      user: login.user,
      async signIn(database) {
        const upstream = await signIn(login, database, { applicationName });
        const parameters = new Map([...upstream.parameters, ...Object.entries(reports)]);
        return { ...upstream, parameters };
      },
      ...(silenceMs === undefined ? {} : { silenceMs }),
      logger,
    });
    try {
      return await work(folder);
    } finally {
      await relay.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function environment({ login, database }: PgRun, folder: string): Record<string, string> {
  return {
    PGHOST: folder,
    PGPORT: String(RELAY_PORT),
    PGUSER: login.user,
    PGDATABASE: database,
    PGSSLMODE: 'disable',
    PGGSSENCMODE: 'disable',
    PGCONNECT_TIMEOUT: String(CONNECT_SECONDS),
  };
}
