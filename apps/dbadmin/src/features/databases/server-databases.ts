import { ident } from '@cairn/db';
import { conflict, unprocessable } from '@cairn/service';
import type pg from 'pg';

/** What a server says of one of its databases. */
export interface ServerDatabase {
  oid: number;
  name: string;
  owner: string;
  encoding: string;
  collate: string;
  ctype: string;
  /** `c` for the C library, `i` for ICU, `b` for PostgreSQL itself. */
  provider: string;
  tablespace: string;
  sizeBytes: number | null;
  sessions: number;
}

const SELECT = `
  SELECT d.oid::int8::float8 AS oid, d.datname AS name, pg_get_userbyid(d.datdba) AS owner,
         pg_encoding_to_char(d.encoding) AS encoding, d.datcollate AS collate, d.datctype AS ctype,
         coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') AS provider, t.spcname AS tablespace,
         CASE WHEN has_database_privilege(d.oid, 'CONNECT') THEN pg_database_size(d.oid)::float8 END AS "sizeBytes",
         (SELECT count(*)::int FROM pg_stat_activity a WHERE a.datid = d.oid) AS sessions
    FROM pg_database d JOIN pg_tablespace t ON t.oid = d.dattablespace`;

export async function findServerDatabase(
  client: pg.ClientBase,
  name: string,
): Promise<ServerDatabase | null> {
  const { rows } = await client.query<ServerDatabase>(`${SELECT} WHERE d.datname = $1`, [name]);
  return rows[0] ?? null;
}

export async function requireServerDatabase(client: pg.ClientBase, name: string): Promise<ServerDatabase> {
  const found = await findServerDatabase(client, name);
  if (found) return found;
  throw unprocessable(
    'dbadmin.database_gone',
    `There is no database "${name}" on the server any more; nothing was changed.`,
  );
}

/** The name that a database has by now; null when it is gone. */
export async function nameOf(client: pg.ClientBase, oid: number): Promise<string | null> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE oid = $1::int8::oid',
    [oid],
  );
  return rows[0]?.datname ?? null;
}

export async function databaseExists(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  return rows.length > 0;
}

/**
 * Gives a database that was made under another name its own. Harmless when it has it already; AppError `conflict` when
 * somebody else took the name meanwhile.
 */
export async function renameDatabase(client: pg.ClientBase, oid: number, name: string): Promise<void> {
  const present = await nameOf(client, oid);
  if (present === name) return;
  if (present === null) {
    throw unprocessable(
      'dbadmin.copy_gone',
      'The database that was made is gone from the server; ask for it once more.',
    );
  }
  if (await databaseExists(client, name)) {
    throw conflict(
      'dbadmin.database_exists',
      `Somebody made a database "${name}" on the server meanwhile; choose another name.`,
    );
  }
  await client.query(`ALTER DATABASE ${ident(present)} RENAME TO ${ident(name)}`);
}

export function inUse(name: string, sessions: number) {
  const who = sessions === 1 ? '1 session is' : `${sessions} sessions are`;
  return conflict(
    'dbadmin.database_in_use',
    `${who} connected to "${name}"; nothing was changed. Close them, then try again.`,
  );
}
