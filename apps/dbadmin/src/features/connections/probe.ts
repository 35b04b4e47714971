import type pg from 'pg';
import type { DbadminSchemas } from '@cairn/contracts';
import { AppError } from '@cairn/service';
import { MAINTENANCE, inSessionOf } from '../servers/service.ts';
import type { ServerLogin } from '../servers/service.ts';

type Outcome = DbadminSchemas['ConnectionTest'];

/** Signs in to a server and reads the rights of the role. An unreachable server is an outcome, not an error. */
export async function probeServer(login: () => Promise<ServerLogin>): Promise<Outcome> {
  const started = performance.now();
  try {
    const result = await inSessionOf(await login(), MAINTENANCE, readRights);
    return { ok: true, ...result, milliseconds: Math.round(performance.now() - started) };
  } catch (error) {
    if (error instanceof AppError && error.kind === 'bad_gateway') return { ok: false, error: error.message };
    throw error;
  }
}

async function readRights(client: pg.Client) {
  const { rows } = await client.query<Rights>(`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      current_setting('server_version_num')::int AS version_number, r.rolsuper AS is_superuser,
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
      r.rolcreatedb AS createdb, r.rolcreaterole AS createrole,
      has_table_privilege('pg_catalog.pg_hba_file_rules', 'SELECT')
        AND has_function_privilege('pg_catalog.pg_hba_file_rules()', 'EXECUTE') AS rules,
      has_function_privilege('pg_catalog.pg_reload_conf()', 'EXECUTE') AS reload
    FROM pg_roles r WHERE r.rolname = current_user`);
  const [row] = rows;
  if (!row) throw new Error('the server has no role for its own session');
  const { version, version_number, is_superuser, encrypted } = row;
  const missing: [boolean, string][] = [
    [row.createdb, 'It may not create databases.'],
    [row.createrole, 'It may not create or change roles.'],
    [row.rules, 'It may not read pg_hba_file_rules, so network rules cannot be checked.'],
    [row.reload, 'It may not reload the configuration (pg_reload_conf).'],
    [is_superuser, 'It is not a superuser and may not reach settings or objects of other roles.'],
  ];
  const missing_rights = is_superuser ? [] : missing.filter(([has]) => !has).map(([, sentence]) => sentence);
  return { version, version_number, is_superuser, encrypted, missing_rights };
}

interface Rights {
  version: string;
  version_number: number;
  is_superuser: boolean;
  encrypted: boolean;
  createdb: boolean;
  createrole: boolean;
  rules: boolean;
  reload: boolean;
}
