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

/** pg_dump holds the names of everything in the database, some kilobytes a table. */
const MEMORY_BYTES = 4 * 1024 ** 3;
/** A line for each of some hundred thousand objects. */
const MAX_OUTPUT = 64 * 1024 ** 2;
const CONNECT_SECONDS = 15;
const RELAY_PORT = 5432;
/** Rows arrive continuously, and no query of a catalog takes as long. */
export const DUMP_SILENCE_MS = 10 * 60_000;
/** While the server builds an index of a large table it sends nothing. */
export const RESTORE_SILENCE_MS = 60 * 60_000;
/** vacuumdb and reindexdb open one for each of up to eight jobs, and one more. */
const MAX_CONNECTIONS = 16;

export interface PgRun {
  login: ServerLogin;
  database: string;
  /** How its sessions are found, should they outlive it. */
  applicationName: string;
  /** A folder of the job's own. */
  cwd: string;
  signal: AbortSignal;
  /** See `RelayOptions`; without it a connection may be silent for ever. */
  silenceMs?: number;
  logger: Logger;
  input?: Readable;
  /** A stream, or an open file, in which the program may move about. */
  stdout?: Writable | number;
  files?: number[];
  /** Parameters of the session that the program is to read with these values instead of the server's. */
  reports?: Record<string, string>;
  onErrorLine?(line: string): void;
}

/**
 * Runs a program of PostgreSQL against a database, in the sandbox, through a relay that signs in for it: older versions of libpq
 * would send the password itself to a false server that asks for it. The name of the database is passed in the environment, where
 * it is not taken for a connection string. Returns the standard output, unless `stdout` takes it.
 * @throws {AppError} what the program says of its failure, see `explainProgramError`.
 */
export async function runPg(program: string, args: string[], run: PgRun): Promise<string> {
  const listener = createErrorCollector();
  return withRelay(run, async (folder) => {
    try {
      const { stdout } = await runProgram({
        program,
        args,
        cwd: run.cwd,
        env: environment(run, folder),
        // Its server is at the other end of the socket.
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
          listener.hear(line);
          run.onErrorLine?.(line);
        },
      });
      return stdout;
    } catch (error) {
      throw explainProgramError(error, listener.heard(), run.login);
    }
  });
}

/** Does some work while a socket in a folder leads to the server of a run, signed in already. */
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
