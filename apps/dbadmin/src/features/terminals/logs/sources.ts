import { access, constants } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { findProgram, runProgram } from '@cairn/programs';
import type { Servers } from '../../servers/service.ts';
import { hasSystemd, listClusters, unitOf, locateServer } from '../server/clusters.ts';
import type { Cluster } from '../server/clusters.ts';
import { noMachineLog } from '../errors.ts';
import type { LogSource } from '../types.ts';
import { requireServerLog, serverLog } from './server-log.ts';

/**
 * Finds the log of a server: the file of a Debian cluster on this machine, else the journal of its unit, else the log that the server
 * itself lets the admin role read. Without a connection, the log of the database service of this machine.
 * @throws {AppError} conflict with the reason why there is no such log
 */
export async function findLogSource(servers: Servers, connectionId: number | undefined): Promise<LogSource> {
  if (connectionId === undefined) return findMachineLog();
  const where = await locateServer(servers, connectionId);
  const local = where.kind === 'cluster' ? await findClusterLog(where.cluster) : null;
  if (local) return local;
  await servers.ask(connectionId, requireServerLog);
  return serverLog(servers, connectionId);
}

async function findMachineLog(): Promise<LogSource> {
  const running = (await listClusters()).filter(({ isRunning }) => isRunning);
  const [only] = running;
  const source = only && running.length === 1 ? await findClusterLog(only) : null;
  if (source) return source;
  if (hasJournal()) return journal('postgresql*');
  throw noMachineLog(noLogReason(running));
}

function noLogReason([only, ...others]: Cluster[]): string {
  if (!only) return 'No PostgreSQL cluster runs as a service on this machine.';
  if (others.length > 0) return `${others.length + 1} PostgreSQL clusters run on this machine.`;
  return `This service cannot read ${only.logFile}, the log of the only cluster on this machine.`;
}

function hasJournal(): boolean {
  return hasSystemd() && findProgram('journalctl') !== null;
}

async function findClusterLog(cluster: Cluster): Promise<LogSource | null> {
  if (cluster.logFile !== '' && (await isReadable(cluster.logFile))) return file(cluster.logFile);
  return hasJournal() ? journal(unitOf(cluster)) : null;
}

function file(path: string): LogSource {
  return {
    name: path,
    read: (to, { lines, follow, signal }) =>
      pipeProgram('tail', ['-n', String(lines), ...(follow ? ['-F'] : []), '--', path], { to, signal }),
  };
}

function journal(unit: string): LogSource {
  return {
    name: `the journal of ${unit}`,
    read: (to, { lines, follow, signal }) =>
      pipeProgram(
        'journalctl',
        ['-u', unit, '-n', String(lines), '--no-pager', '-o', 'short-iso', ...(follow ? ['-f'] : [])],
        { to, signal },
      ),
  };
}

async function pipeProgram(
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
