import type pg from 'pg';
import { noSuchRole } from './errors.ts';
import type { Role } from './types.ts';

type Row = Omit<Role, 'hasPassword'>;

/**
 * Reserved are the roles of the server itself, our own login, and on the platform's server the roles of its services: all of them
 * but the portal's are members of cairn_auth_reader.
 */
const ROLES = `
  SELECT r.oid, r.rolname AS name, r.rolcanlogin AS "canLogin", r.rolsuper AS "isSuperuser",
    EXISTS (SELECT FROM pg_roles s WHERE s.rolsuper AND pg_has_role(r.oid, s.oid, 'MEMBER')) AS "canActAsSuperuser",
    r.rolcreatedb AS "canCreateDatabase", r.rolcreaterole AS "canCreateRole", r.rolinherit AS inherits,
    nullif(r.rolconnlimit, -1) AS "connectionLimit",
    CASE WHEN isfinite(r.rolvaliduntil)
      THEN to_char(r.rolvaliduntil AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') END AS "validUntil",
    ARRAY(SELECT DISTINCT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
      WHERE m.member = r.oid ORDER BY 1) AS "memberOf",
    ARRAY(SELECT DISTINCT u.rolname::text FROM pg_auth_members m JOIN pg_roles u ON u.oid = m.member
      WHERE m.roleid = r.oid ORDER BY 1) AS members,
    r.oid = 10 OR r.rolname ~ '^pg_' OR r.rolname IN ('postgres', 'cairn_auth_reader', current_user)
      OR (reader.oid IS NOT NULL AND (r.rolname = 'portal' OR EXISTS (
        SELECT FROM pg_auth_members m WHERE m.roleid = reader.oid AND m.member = r.oid))) AS reserved,
    shobj_description(r.oid, 'pg_authid') AS comment
  FROM pg_roles r LEFT JOIN pg_roles reader ON reader.rolname = 'cairn_auth_reader'`;

export async function findRoles(client: pg.ClientBase, choice: { canLogin: boolean }): Promise<Role[]> {
  const { rows } = await client.query<Row>(`${ROLES} WHERE r.rolcanlogin = $1 ORDER BY r.rolname`, [
    choice.canLogin,
  ]);
  return withPasswords(client, rows);
}

/** @throws {AppError} not_found */
export async function requireRole(client: pg.ClientBase, name: string): Promise<Role> {
  const { rows } = await client.query<Row>(`${ROLES} WHERE r.rolname = $1`, [name]);
  const [role] = await withPasswords(client, rows);
  if (role) return role;
  throw noSuchRole(name);
}

/** The role that this session signed in with, and the server version, such as 150018. */
export async function readCurrentRole(client: pg.ClientBase) {
  const { rows } = await client.query<{ user: string; superuser: boolean; version: number }>(
    `SELECT rolname AS user, rolsuper AS superuser, current_setting('server_version_num')::int AS version
     FROM pg_roles WHERE rolname = current_user`,
  );
  return rows[0] as { user: string; superuser: boolean; version: number };
}

/** Only superusers may see whether a role has a password. */
async function withPasswords(client: pg.ClientBase, rows: Row[]): Promise<Role[]> {
  const { superuser } = await readCurrentRole(client);
  if (!superuser) return rows.map((row) => ({ ...row, hasPassword: null }));
  const { rows: passwords } = await client.query<{ oid: number }>(
    'SELECT oid FROM pg_authid WHERE rolpassword IS NOT NULL AND oid = ANY($1::oid[])',
    [rows.map(({ oid }) => oid)],
  );
  const withPassword = new Set(passwords.map(({ oid }) => oid));
  return rows.map((row) => ({ ...row, hasPassword: withPassword.has(row.oid) }));
}
