import { ident } from '@cairn/db';
import { DatabaseError, escapeLiteral } from 'pg';
import type pg from 'pg';
import { createdDatabaseGone, databaseExists, databaseGone } from './errors.ts';

/** A database as the catalog of its server describes it. */
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

/** @throws {AppError} unprocessable */
export async function requireServerDatabase(client: pg.ClientBase, name: string): Promise<ServerDatabase> {
  const database = await findServerDatabase(client, name);
  if (!database) throw databaseGone(name);
  return database;
}

/** The present name of a database; null when it was dropped. */
export async function findDatabaseName(client: pg.ClientBase, oid: number): Promise<string | null> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE oid = $1::int8::oid',
    [oid],
  );
  return rows[0]?.datname ?? null;
}

export async function isDatabaseName(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  return rows.length > 0;
}

/**
 * Renames a database that was created under a temporary name. Does nothing when it already has the name.
 * @throws {AppError} conflict when another database got the name in the meantime, unprocessable when it was dropped.
 */
export async function renameDatabase(client: pg.ClientBase, oid: number, name: string): Promise<void> {
  const present = await findDatabaseName(client, oid);
  if (present === name) return;
  if (present === null) throw createdDatabaseGone();
  if (await isDatabaseName(client, name)) throw databaseExists(name);
  await client.query(`ALTER DATABASE ${ident(present)} RENAME TO ${ident(name)}`);
}

/** Creates an empty UTF-8 database, closed to others. From template0: template1 may hold what operators put there for themselves. */
export async function createEmptyDatabase(client: pg.ClientBase, name: string): Promise<void> {
  try {
    await createClosedDatabase(client, name, `ENCODING 'UTF8'`);
  } catch (error) {
    // The server's locale belongs to another encoding; C works with all of them.
    if (!(error instanceof DatabaseError) || error.code !== '22023') throw error;
    await createClosedDatabase(client, name, `ENCODING 'UTF8' LOCALE 'C'`);
  }
}

/** Creates an empty database, closed to others, with the encoding, locale and tablespace of another one. */
export async function createDatabaseLike(
  client: pg.ClientBase,
  model: ServerDatabase,
  name: string,
): Promise<void> {
  const text = escapeLiteral;
  const locale =
    model.provider === 'c'
      ? `LC_COLLATE ${text(model.collate)} LC_CTYPE ${text(model.ctype)}`
      : await providerLocale(client, model);
  await createClosedDatabase(
    client,
    name,
    `ENCODING ${text(model.encoding)} ${locale} TABLESPACE ${ident(model.tablespace)}`,
  );
}

/** PostgreSQL 15 and 16 call it daticulocale, 17 datlocale. */
async function providerLocale(client: pg.ClientBase, model: ServerDatabase): Promise<string> {
  const { rows } = await client.query<{ locale: string | null }>(
    `SELECT coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') AS locale
       FROM pg_database d WHERE datname = $1`,
    [model.name],
  );
  const text = escapeLiteral;
  const [provider, kind] = model.provider === 'i' ? ['icu', 'ICU_LOCALE'] : ['builtin', 'BUILTIN_LOCALE'];
  return `LOCALE_PROVIDER ${provider} ${kind} ${text(rows[0]?.locale ?? 'C')} LC_COLLATE ${text(model.collate)} LC_CTYPE ${text(model.ctype)}`;
}

/**
 * Creates a database that only the administrator can connect to, from the first moment on: other users could add functions to it
 * while it is filled. `openToPublic` or `copyProperties` open it.
 */
async function createClosedDatabase(client: pg.ClientBase, name: string, options: string): Promise<void> {
  const database = ident(name);
  await client.query(`CREATE DATABASE ${database} TEMPLATE template0 ${options} ALLOW_CONNECTIONS false`);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
}

/** Grants PUBLIC the default privileges of a new database. */
export async function openToPublic(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${ident(name)} TO PUBLIC`);
}
