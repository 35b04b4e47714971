import { access, constants } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { findProgram, runProgram } from '@cairn/programs';
import { conflict } from '@cairn/service';
import type { Servers } from '../../servers/service.ts';
import { hasSystemd, listClusters, unitOf, whereabouts } from '../server/clusters.ts';
import type { Cluster } from '../server/clusters.ts';
import { requireServerLog, serverLog } from './server-log.ts';

export interface ReadingChoice {
  /** How many lines from before. */
  lines: number;
  /** Whether to go on with what is written from now on, until the signal. */
  follow: boolean;
  signal: AbortSignal;
}

/** Where the lines of a database service come from. */
export interface LogSource {
  /** For people. */
  name: string;
  /** Writes lines, no faster than they are taken. */
  read(to: Writable, choice: ReadingChoice): Promise<void>;
}

/**
 * The log of a server: the file that Debian keeps of a cluster of this machine, else the journal of its service, else what the
 * server itself lets its administrator read. Without a connection, the database service of this machine. AppError with a reason
 * when there is none.
 */
export async function findLogSource(servers: Servers, connectionId: number | undefined): Promise<LogSource> {
  if (connectionId === undefined) return ofThisMachine();
  const where = await whereabouts(servers, connectionId);
  const local = where.kind === 'cluster' ? await ofCluster(where.cluster) : null;
  if (local) return local;
  await servers.ask(connectionId, requireServerLog);
  return serverLog(servers, connectionId);
}

async function ofThisMachine(): Promise<LogSource> {
  const running = (await listClusters()).filter(({ isRunning }) => isRunning);
  const [only] = running;
  const source = only && running.length === 1 ? await ofCluster(only) : null;
  if (source) return source;
  if (keepsJournal()) return journal('postgresql*');
  throw conflict(
    'dbadmin.no_journal',
    `${whyNot(running)} Choose a connection to see the log of its server.`,
  );
}

function whyNot([only, ...others]: Cluster[]): string {
  if (!only) return 'No cluster of PostgreSQL runs as a service of this machine.';
  if (others.length > 0) return `${others.length + 1} clusters of PostgreSQL run on this machine.`;
  return `The log of the only cluster on this machine, ${only.logFile}, cannot be read by this service.`;
}

function keepsJournal(): boolean {
  return hasSystemd() && findProgram('journalctl') !== null;
}

async function ofCluster(cluster: Cluster): Promise<LogSource | null> {
  if (cluster.logFile !== '' && (await isReadable(cluster.logFile))) return file(cluster.logFile);
  return keepsJournal() ? journal(unitOf(cluster)) : null;
}

function file(path: string): LogSource {
  return {
    name: path,
    read: (to, { lines, follow, signal }) =>
      pour('tail', ['-n', String(lines), ...(follow ? ['-F'] : []), '--', path], { to, signal }),
  };
}

function journal(unit: string): LogSource {
  return {
    name: `the journal of ${unit}`,
    read: (to, { lines, follow, signal }) =>
      pour(
        'journalctl',
        ['-u', unit, '-n', String(lines), '--no-pager', '-o', 'short-iso', ...(follow ? ['-f'] : [])],
        { to, signal },
      ),
  };
}

async function pour(
  name: string,
  args: string[],
  { to, signal }: { to: Writable; signal: AbortSignal },
): Promise<void> {
  await runProgram({
    program: findProgram(name)!,
    args,
    sandboxed: false,
    stdout: to,
    timeLimitMs: null,
    limits: { cpuSeconds: null },
    signal,
  });
}

async function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}
