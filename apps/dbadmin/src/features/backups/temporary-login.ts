import { randomBytes } from 'node:crypto';
import { ident } from '@cairn/db';
import type pg from 'pg';
import { setPassword } from '../roles/password.ts';
import { readCurrentRole } from '../roles/server-queries.ts';

/** Programs sign in at the start; their sessions may last longer. */
const VALID_MINUTES = 10;

export interface TemporaryLogin {
  name: string;
  password: string;
}

/** In a transaction: creates a role with a random password that cannot sign in until `enableLogin`. */
export async function createTemporaryLogin(
  client: pg.ClientBase,
  name: string,
  attributes: 'INHERIT' | 'NOINHERIT',
): Promise<TemporaryLogin> {
  const login = { name, password: randomBytes(24).toString('base64url') };
  const { superuser } = await readCurrentRole(client);
  await client.query(`CREATE ROLE ${ident(name)} NOLOGIN ${attributes}`);
  await setPassword(client, { ...login, superuser });
  return login;
}

/** Allows a login to sign in to one database for a short time. */
export async function enableLogin(client: pg.ClientBase, name: string, database: string): Promise<void> {
  const until = new Date(Date.now() + VALID_MINUTES * 60_000).toISOString();
  await client.query(`ALTER ROLE ${ident(name)} LOGIN VALID UNTIL '${until}'`);
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_database_privilege($1, $2, 'CONNECT') AS may`,
    [name, database],
  );
  // When PUBLIC may connect, the privileges of the database stay unchanged.
  if (!rows[0]?.may) await client.query(`GRANT CONNECT ON DATABASE ${ident(database)} TO ${ident(name)}`);
}

/** Reverts `enableLogin`. Open sessions continue. */
export async function disableLogin(client: pg.ClientBase, name: string, database: string): Promise<void> {
  await client.query(`ALTER ROLE ${ident(name)} NOLOGIN`);
  const { rows } = await client.query(
    `SELECT FROM pg_database d, aclexplode(d.datacl) acl JOIN pg_roles r ON r.oid = acl.grantee
      WHERE d.datname = $1 AND r.rolname = $2`,
    [database, name],
  );
  if (rows.length > 0)
    await client.query(`REVOKE CONNECT ON DATABASE ${ident(database)} FROM ${ident(name)}`);
}
