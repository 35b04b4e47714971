import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProgram, runProgram } from '@cairn/programs';
import { conflict } from '@cairn/service';
import type { Servers } from '../../servers/service.ts';
import { CLOSE_INHERITED_FILES } from '../shell/sandbox.ts';
import { hasSystemd, unitOf, whereabouts } from './clusters.ts';
import type { Cluster } from './clusters.ts';
import type { ServiceAction } from './commands.ts';
import type { Doing } from './server-terminal.ts';

export interface ServiceDeps {
  servers: Servers;
  connectionId: number;
}

/** Status, restart and reload of the server of a connection. AppError with a reason where that cannot be done from here. */
export function controlService(action: ServiceAction, parts: ServiceDeps, doing: Doing): Promise<void> {
  if (action === 'status') return status(parts, doing);
  if (action === 'reload') return reload(parts, doing);
  return restart(parts, doing);
}

async function status({ servers, connectionId }: ServiceDeps, { out, signal }: Doing): Promise<void> {
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
    out.say(`${name.replaceAll('_', ' ').padEnd(29)} ${String(value)}\n`);
  }
  const where = await whereabouts(servers, connectionId);
  if (where.kind !== 'cluster') return out.say(`${WHERE[where.kind]}\n`);
  out.say(`${'managed as'.padEnd(29)} ${managerOf(where.cluster)}\n`);
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
  out.say(stdout);
}

/** The server reports a refused file in its log alone, so it is asked for the error of each line. */
async function reload({ servers, connectionId }: ServiceDeps, { out }: Doing): Promise<void> {
  await servers.ask(connectionId, async (client) => {
    await client.query('SELECT pg_reload_conf()').catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error;
      throw conflict('dbadmin.may_not_reload', 'The account of this connection may not reload the server.');
    });
    const { rows } = await client
      .query<{ sourcefile: string; sourceline: number; name: string; error: string }>(
        'SELECT sourcefile, sourceline, name, error FROM pg_file_settings WHERE error IS NOT NULL',
      )
      .catch(() => ({ rows: [] }));
    for (const { sourcefile, sourceline, name, error } of rows) {
      out.say(`${sourcefile}:${sourceline}: ${name}: ${error}\n`);
    }
    out.say(
      rows.length === 0 ? 'The server has read its configuration again.\n' : 'It did not take all of it.\n',
    );
  });
}

async function restart({ servers, connectionId }: ServiceDeps, { out }: Doing): Promise<void> {
  const where = await whereabouts(servers, connectionId);
  if (where.kind !== 'cluster')
    throw conflict('dbadmin.cannot_restart', `It cannot be restarted from here. ${WHERE[where.kind]}`);
  out.say(`Restarting ${managerOf(where.cluster)} …\n`);
  const { code, said } = await runManager(where.cluster);
  out.say(said);
  out.say(code === 0 ? 'It has been restarted.\n' : `That did not work (exit code ${code}).\n`);
}

const WHERE = {
  elsewhere:
    'The server does not run on this machine, is not reached at its own port, or its account may not say where its files are.',
  unmanaged: 'The server runs on this machine, but neither systemd nor pg_ctlcluster has started it.',
};

function managerOf(cluster: Cluster): string {
  return hasSystemd() ? unitOf(cluster) : `pg_ctlcluster ${cluster.version} ${cluster.name}`;
}

/** Outside of the sandbox: the server that is started inherits whatever limits and files there are. */
async function runManager(cluster: Cluster): Promise<{ code: number | null; said: string }> {
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
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(0, 10_000)));
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said };
}
