import type pg from 'pg';
import { ident } from '@cairn/db';
import { privilegeList } from './levels.ts';
import type { Level } from './types.ts';

/** Object types in pg_default_acl. */
const KINDS: Record<string, string> = {
  r: 'TABLES',
  S: 'SEQUENCES',
  f: 'FUNCTIONS',
  T: 'TYPES',
  n: 'SCHEMAS',
};

/** Applies a level to objects that the admin role creates later. Default privileges belong to the creator of objects. */
export async function setDefaultPrivileges(
  client: pg.ClientBase,
  role: { name: string; oid: number },
  level: Level | null,
): Promise<void> {
  const { rows } = await client.query<{ schema: string | null; kind: string }>(
    `SELECT DISTINCT n.nspname AS schema, d.defaclobjtype AS kind
     FROM pg_default_acl d LEFT JOIN pg_namespace n ON n.oid = d.defaclnamespace
       CROSS JOIN LATERAL aclexplode(d.defaclacl) a
     WHERE d.defaclrole = (SELECT oid FROM pg_roles WHERE rolname = current_user) AND a.grantee = $1`,
    [role.oid],
  );
  const grantee = ident(role.name);
  for (const { schema, kind } of rows) {
    const where = schema === null ? '' : `IN SCHEMA ${ident(schema)} `;
    await client.query(`ALTER DEFAULT PRIVILEGES ${where}REVOKE ALL ON ${KINDS[kind]} FROM ${grantee}`);
  }
  if (level === null) return;
  for (const [kinds, kind] of [
    ['SCHEMAS', 'schema'],
    ['TABLES', 'table'],
    ['SEQUENCES', 'sequence'],
  ] as const) {
    await client.query(
      `ALTER DEFAULT PRIVILEGES GRANT ${privilegeList(level, kind)} ON ${kinds} TO ${grantee}`,
    );
  }
}

/** Roles whose future tables get the level, and other roles that create tables here: owners of objects, and roles that may create. */
export async function findTableCreators(
  client: pg.ClientBase,
  roleOid: number,
): Promise<{ covered: string[]; uncovered: string[] }> {
  const { rows } = await client.query<{ name: string; ours: boolean }>(
    `WITH users AS (SELECT oid, nspowner, nspacl FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
     creators AS (
       SELECT nspowner AS oid FROM users
       UNION SELECT a.grantee FROM users CROSS JOIN LATERAL aclexplode(nspacl) a WHERE a.privilege_type = 'CREATE'
       UNION SELECT c.relowner FROM pg_class c JOIN users u ON u.oid = c.relnamespace
       UNION SELECT datdba FROM pg_database WHERE datname = current_database())
     SELECT DISTINCT CASE c.oid WHEN 0 THEN 'PUBLIC' ELSE r.rolname END AS name, coalesce(r.rolname = current_user, false) AS ours
     FROM creators c LEFT JOIN pg_roles r ON r.oid = c.oid
     WHERE c.oid <> $1 AND coalesce(r.rolname, '') <> 'pg_database_owner' ORDER BY 1`,
    [roleOid],
  );
  const [{ user } = { user: '' }] = (await client.query<{ user: string }>('SELECT current_user AS user'))
    .rows;
  return { covered: [user], uncovered: rows.filter(({ ours }) => !ours).map(({ name }) => name) };
}
