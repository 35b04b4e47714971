import type pg from 'pg';
import { AppError } from '@cairn/service';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { ServerLogin } from '../servers/service.ts';

export interface Probe {
  version: string;
  versionNumber: number;
  isSuperuser: boolean;
  encrypted: boolean;
  milliseconds: number;
  /** What the admin role may not do, as sentences. */
  missingRights: string[];
}

export type ProbeOutcome = { ok: true; probe: Probe } | { ok: false; error: string };

/** Signs in to a server and reads the rights of the role. An unreachable server is an outcome, not an error. */
export async function probeServer(login: () => Promise<ServerLogin>): Promise<ProbeOutcome> {
  const started = performance.now();
  try {
    const result = await inSessionOf(await login(), MAINTENANCE, readRights);
    return { ok: true, probe: { ...result, milliseconds: Math.round(performance.now() - started) } };
  } catch (error) {
    if (error instanceof AppError && error.kind === 'bad_gateway') return { ok: false, error: error.message };
    throw error;
  }
}

async function readRights(client: pg.Client): Promise<Omit<Probe, 'milliseconds'>> {
  const { rows } = await client.query<{
    version: string;
    number: number;
    superuser: boolean;
    createdb: boolean;
    createrole: boolean;
    encrypted: boolean | null;
    rules: boolean;
    reload: boolean;
  }>(`
    SELECT current_setting('server_version') AS version,
      current_setting('server_version_num')::int AS number,
      r.rolsuper AS superuser, r.rolcreatedb AS createdb, r.rolcreaterole AS createrole,
      (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS encrypted,
      has_table_privilege('pg_catalog.pg_hba_file_rules', 'SELECT')
        AND has_function_privilege('pg_catalog.pg_hba_file_rules()', 'EXECUTE') AS rules,
      has_function_privilege('pg_catalog.pg_reload_conf()', 'EXECUTE') AS reload
    FROM pg_roles r WHERE r.rolname = current_user`);
  const [row] = rows;
  if (!row) throw new Error('the server has no role for its own session');
  const missing: [boolean, string][] = [
    [row.createdb, 'It may not create databases.'],
    [row.createrole, 'It may not create or change roles.'],
    [row.rules, 'It may not read pg_hba_file_rules, so network rules cannot be checked.'],
    [row.reload, 'It may not reload the configuration (pg_reload_conf).'],
    [row.superuser, 'It is not a superuser and may not reach settings or objects of other roles.'],
  ];
  return {
    version: row.version.split(' ')[0] ?? row.version,
    versionNumber: row.number,
    isSuperuser: row.superuser,
    encrypted: row.encrypted ?? false,
    missingRights: row.superuser ? [] : missing.filter(([has]) => !has).map(([, sentence]) => sentence),
  };
}
