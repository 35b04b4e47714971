import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { runProgram } from '@cairn/programs';
import type { ServerLogin } from '../features/servers/service.ts';
import { createListener, toolFailure } from './tool-failure.ts';

/** How long a program that is stopped may say goodbye to its server. */
const GRACE_MS = 3_000;
/** pg_dump holds the names of everything in the database, some kilobytes a table. */
const MEMORY_BYTES = 4 * 1024 ** 3;
/** A line for each of some hundred thousand objects. */
const MAX_OUTPUT = 64 * 1024 ** 2;
const CONNECT_SECONDS = 15;
/** Where Debian and its kin keep the authorities that the system trusts; libpq looks nowhere by itself. */
const AUTHORITIES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'];

export interface PgRun {
  login: ServerLogin;
  database: string;
  /** How its sessions are found, should they outlive it. */
  applicationName: string;
  /** A folder of the job's own. */
  cwd: string;
  signal: AbortSignal;
  input?: Readable;
  stdout?: Writable;
  files?: number[];
  onErrorLine?(line: string): void;
}

/**
 * Runs a program of PostgreSQL against a database. Login and database travel in the environment, where neither a list of
 * processes shows them nor a name is taken for a connection string; nothing of them lies on the disk.
 * Returns its standard output, unless a stream takes that. What the program says of its failure becomes an AppError, see toolFailure.
 */
export async function runPg(program: string, args: string[], run: PgRun): Promise<string> {
  const listener = createListener();
  try {
    const { stdout } = await runProgram({
      program,
      args,
      cwd: run.cwd,
      env: environment(run),
      network: 'open',
      timeLimitMs: null,
      maxOutputBytes: MAX_OUTPUT,
      graceMs: GRACE_MS,
      limits: { cpuSeconds: null, fileBytes: null, memoryBytes: MEMORY_BYTES },
      signal: run.signal,
      ...(run.input ? { input: run.input } : {}),
      ...(run.stdout ? { stdout: run.stdout } : {}),
      ...(run.files ? { files: run.files } : {}),
      onErrorLine(line) {
        listener.hear(line);
        run.onErrorLine?.(line);
      },
    });
    return stdout;
  } catch (error) {
    throw toolFailure(error, listener.heard(), run.login);
  }
}

function environment({ login, database, applicationName }: PgRun): Record<string, string> {
  const authorities = AUTHORITIES.find(existsSync);
  return {
    PGHOST: login.host,
    // Looked up and judged before; the name is for the certificate alone.
    PGHOSTADDR: login.address,
    PGPORT: String(login.port),
    PGUSER: login.user,
    PGPASSWORD: login.password,
    PGDATABASE: database,
    PGSSLMODE: login.sslmode,
    PGGSSENCMODE: 'disable',
    PGAPPNAME: applicationName,
    PGCONNECT_TIMEOUT: String(CONNECT_SECONDS),
    ...(authorities && login.sslmode.startsWith('verify') ? { PGSSLROOTCERT: authorities } : {}),
  };
}
