import { randomBytes } from 'node:crypto';
import { ident } from '@cairn/db';
import type pg from 'pg';
import { setPassword } from '../roles/password.ts';
import { whoWeAre } from '../roles/repo.ts';

/** Programs sign in when they start; how long they work afterwards does not matter. */
const VALID_MINUTES = 10;

export interface TemporaryLogin {
  name: string;
  password: string;
}

/** Within a transaction: creates a role with a random password that cannot sign in until `admit`. */
export async function createTemporaryLogin(
  client: pg.ClientBase,
  name: string,
  attributes: 'INHERIT' | 'NOINHERIT',
): Promise<TemporaryLogin> {
  const login = { name, password: randomBytes(24).toString('base64url') };
  const { superuser } = await whoWeAre(client);
  await client.query(`CREATE ROLE ${ident(name)} NOLOGIN ${attributes}`);
  await setPassword(client, { ...login, superuser });
  return login;
}

/** Lets it sign in to one database, for a short while. */
export async function admit(client: pg.ClientBase, name: string, database: string): Promise<void> {
  const until = new Date(Date.now() + VALID_MINUTES * 60_000).toISOString();
  await client.query(`ALTER ROLE ${ident(name)} LOGIN VALID UNTIL '${until}'`);
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_database_privilege($1, $2, 'CONNECT') AS may`,
    [name, database],
  );
  // Where everybody may connect, the privileges of the database stay as they are.
  if (!rows[0]?.may) await client.query(`GRANT CONNECT ON DATABASE ${ident(database)} TO ${ident(name)}`);
}

/** Takes back what `admit` gave; sessions that are open stay. */
export async function dismiss(client: pg.ClientBase, name: string, database: string): Promise<void> {
  await client.query(`ALTER ROLE ${ident(name)} NOLOGIN`);
  const { rows } = await client.query(
    `SELECT FROM pg_database d, aclexplode(d.datacl) acl JOIN pg_roles r ON r.oid = acl.grantee
      WHERE d.datname = $1 AND r.rolname = $2`,
    [database, name],
  );
  if (rows.length > 0)
    await client.query(`REVOKE CONNECT ON DATABASE ${ident(database)} FROM ${ident(name)}`);
}
