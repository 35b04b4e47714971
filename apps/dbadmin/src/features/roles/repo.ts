import type pg from 'pg';
import { notFound } from '@cairn/service';
import type { Role } from './types.ts';

interface Row {
  oid: number;
  name: string;
  can_login: boolean;
  is_superuser: boolean;
  can_act_as_superuser: boolean;
  can_create_database: boolean;
  can_create_role: boolean;
  inherits: boolean;
  connection_limit: number;
  valid_until: string | null;
  member_of: string[];
  members: string[];
  reserved: boolean;
  comment: string | null;
}

/**
 * Reserved are the roles of the server itself, the one that we sign in as, and on the platform's own server the roles of
 * its services: all but the portal's are members of cairn_auth_reader.
 */
const ROLES = `
  SELECT r.oid, r.rolname AS name, r.rolcanlogin AS can_login, r.rolsuper AS is_superuser,
    EXISTS (SELECT FROM pg_roles s WHERE s.rolsuper AND pg_has_role(r.oid, s.oid, 'MEMBER')) AS can_act_as_superuser,
    r.rolcreatedb AS can_create_database, r.rolcreaterole AS can_create_role, r.rolinherit AS inherits,
    r.rolconnlimit AS connection_limit,
    CASE WHEN isfinite(r.rolvaliduntil)
      THEN to_char(r.rolvaliduntil AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') END AS valid_until,
    ARRAY(SELECT DISTINCT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
      WHERE m.member = r.oid ORDER BY 1) AS member_of,
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

/** AppError `not_found` when the server has no such role. */
export async function requireRole(client: pg.ClientBase, name: string): Promise<Role> {
  const { rows } = await client.query<Row>(`${ROLES} WHERE r.rolname = $1`, [name]);
  const [role] = await withPasswords(client, rows);
  if (role) return role;
  throw noSuchRole(name);
}

export function noSuchRole(name: string) {
  return notFound(
    'dbadmin.no_such_role',
    `There is no role "${name}" of this kind on the server; choose one from the list.`,
  );
}

/** Whether we are a superuser there, and which version it is, such as 150018. */
export async function whoWeAre(client: pg.ClientBase) {
  const { rows } = await client.query<{ user: string; superuser: boolean; version: number }>(
    `SELECT rolname AS user, rolsuper AS superuser, current_setting('server_version_num')::int AS version
     FROM pg_roles WHERE rolname = current_user`,
  );
  return rows[0] as { user: string; superuser: boolean; version: number };
}

/** Who has a password is for superusers to see. */
async function withPasswords(client: pg.ClientBase, rows: Row[]): Promise<Role[]> {
  const { superuser } = await whoWeAre(client);
  if (!superuser) return rows.map((row) => toRole(row, null));
  const { rows: known } = await client.query<{ oid: number }>(
    'SELECT oid FROM pg_authid WHERE rolpassword IS NOT NULL AND oid = ANY($1::oid[])',
    [rows.map(({ oid }) => oid)],
  );
  const having = new Set(known.map(({ oid }) => oid));
  return rows.map((row) => toRole(row, having.has(row.oid)));
}

function toRole(row: Row, hasPassword: boolean | null): Role {
  return {
    oid: row.oid,
    name: row.name,
    canLogin: row.can_login,
    isSuperuser: row.is_superuser,
    canActAsSuperuser: row.can_act_as_superuser,
    canCreateDatabase: row.can_create_database,
    canCreateRole: row.can_create_role,
    inherits: row.inherits,
    connectionLimit: row.connection_limit === -1 ? null : row.connection_limit,
    validUntil: row.valid_until,
    hasPassword,
    memberOf: row.member_of,
    members: row.members,
    reserved: row.reserved,
    comment: row.comment,
  };
}
