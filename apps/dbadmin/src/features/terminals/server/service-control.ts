import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram, runProgram } from '@cairn/programs';
import type { Servers } from '../../servers/service.ts';
import { cannotReload, cannotRestart } from '../errors.ts';
import { CLOSE_INHERITED_FILES } from '../shell/sandbox.ts';
import { hasSystemd, unitOf, locateServer } from './clusters.ts';
import type { Cluster } from './clusters.ts';
import type { ServiceAction } from './parse-command.ts';
import type { CommandRun } from './server-terminal.ts';

export interface ServiceDeps {
  servers: Servers;
  connectionId: number;
}

/** Shows the status of the server of a connection, restarts or reloads it. @throws {AppError} conflict with the reason */
export function controlService(action: ServiceAction, deps: ServiceDeps, run: CommandRun): Promise<void> {
  if (action === 'status') return status(deps, run);
  if (action === 'reload') return reload(deps, run);
  return restart(deps, run);
}

async function status({ servers, connectionId }: ServiceDeps, { out, signal }: CommandRun): Promise<void> {
  const facts = await servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<Record<string, string | number | boolean>>(
      `SELECT version() AS version, pg_postmaster_start_time()::text AS started,
         date_trunc('second', now() - pg_postmaster_start_time())::text AS up_for,
         pg_is_in_recovery() AS in_recovery, current_setting('max_connections') AS most_sessions,
         (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS sessions,
         (SELECT count(*)::int FROM pg_settings WHERE pending_restart) AS settings_waiting_for_restart`,
    );
    return rows[0]!;
  });
  for (const [name, value] of Object.entries(facts)) {
    out.print(`${name.replaceAll('_', ' ').padEnd(29)} ${String(value)}\n`);
  }
  const where = await locateServer(servers, connectionId);
  if (where.kind !== 'cluster') return out.print(`${LOCATION_REASONS[where.kind]}\n`);
  out.print(`${'managed as'.padEnd(29)} ${managerOf(where.cluster)}\n`);
  if (!hasSystemd()) return;
  const program = findProgram('systemctl')!;
  const args = ['status', '--no-pager', '--lines=0', unitOf(where.cluster)];
  const { stdout } = await runProgram({
    program,
    args,
    sandboxed: false,
    network: 'open',
    timeLimitMs: 10_000,
    signal,
  });
  out.print(stdout);
}

/** The server reports errors in its files only in its log, so they are read from pg_file_settings. */
async function reload({ servers, connectionId }: ServiceDeps, { out }: CommandRun): Promise<void> {
  await servers.ask(connectionId, async (client) => {
    await client.query('SELECT pg_reload_conf()').catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error;
      throw cannotReload();
    });
    const { rows } = await client
      .query<{ sourcefile: string; sourceline: number; name: string; error: string }>(
        'SELECT sourcefile, sourceline, name, error FROM pg_file_settings WHERE error IS NOT NULL',
      )
      .catch(() => ({ rows: [] }));
    for (const { sourcefile, sourceline, name, error } of rows) {
      out.print(`${sourcefile}:${sourceline}: ${name}: ${error}\n`);
    }
    out.print(
      rows.length === 0
        ? 'The configuration was reloaded.\n'
        : 'The configuration was reloaded with errors.\n',
    );
  });
}

async function restart({ servers, connectionId }: ServiceDeps, { out }: CommandRun): Promise<void> {
  const where = await locateServer(servers, connectionId);
  if (where.kind !== 'cluster') throw cannotRestart(LOCATION_REASONS[where.kind]);
  out.print(`Restarting ${managerOf(where.cluster)} …\n`);
  const { code, output } = await runManager(where.cluster);
  out.print(output);
  out.print(code === 0 ? 'Restarted.\n' : `The restart failed (exit code ${code}).\n`);
}

const LOCATION_REASONS = {
  elsewhere:
    'The server is not on this machine, the connection does not use its own port, or the admin role may not see where its files are.',
  unmanaged: 'The server runs on this machine, but was not started by systemd or pg_ctlcluster.',
};

function managerOf(cluster: Cluster): string {
  return hasSystemd() ? unitOf(cluster) : `pg_ctlcluster ${cluster.version} ${cluster.name}`;
}

/** Runs outside the sandbox, because the server inherits limits and files. */
async function runManager(cluster: Cluster): Promise<{ code: number | null; output: string }> {
  const { version, name } = cluster;
  const args = hasSystemd()
    ? [findProgram('systemctl')!, 'restart', unitOf(cluster)]
    : [findProgram('pg_ctlcluster')!, version, name, 'restart'];
  const child = spawn(
    findProgram('bash')!,
    ['-c', `${CLOSE_INHERITED_FILES}\nexec "$@"`, 'restart', ...args],
    {
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output = (output + String(chunk)).slice(0, 10_000)));
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}
