import { ident } from '@cairn/db';
import type pg from 'pg';

/**
 * The schema in which a table is created, filled and indexed before it is moved to `schema`: our own schema, because the owner of
 * `schema` can rename it at any moment and put another in its place, and the next statement would then plan a query on a table of that
 * owner. It is `schema` itself when the admin role may not create schemas; such a role is not a superuser.
 */
export async function chooseStaging(client: pg.ClientBase, name: string, schema: string): Promise<string> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_database_privilege(current_database(), 'CREATE') AS may`,
  );
  return rows[0]?.may ? name : schema;
}

/** Object types in pg_default_acl. */
const KINDS: Record<string, string> = { r: 'TABLES', S: 'SEQUENCES' };

/** Creates it in the caller's transaction, with the same default privileges as `schema`. */
export async function createStaging(client: pg.ClientBase, staging: string, schema: string): Promise<void> {
  if (staging === schema) return;
  await client.query(`CREATE SCHEMA ${ident(staging)}`);
  const { rows } = await client.query<DefaultPrivilege>(
    `SELECT d.defaclobjtype AS kind, a.privilege_type AS privilege, a.is_grantable AS grantable,
       CASE WHEN a.grantee <> 0 THEN pg_get_userbyid(a.grantee) END AS grantee
     FROM pg_default_acl d JOIN pg_namespace n ON n.oid = d.defaclnamespace CROSS JOIN LATERAL aclexplode(d.defaclacl) a
     WHERE n.nspname = $1 AND d.defaclrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
       AND d.defaclobjtype IN ('r', 'S')`,
    [schema],
  );
  for (const { kind, privilege, grantee, grantable } of rows.filter((row) => /^[A-Z]+$/.test(row.privilege)))
    await client.query(
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${ident(staging)} GRANT ${privilege} ON ${KINDS[kind]}
         TO ${grantee === null ? 'PUBLIC' : ident(grantee)}${grantable ? ' WITH GRANT OPTION' : ''}`,
    );
}

interface DefaultPrivilege {
  kind: string;
  privilege: string;
  /** null for PUBLIC. */
  grantee: string | null;
  grantable: boolean;
}

/** Moves the finished table to `schema`. */
export async function leaveStaging(
  client: pg.ClientBase,
  { staging, schema, table }: { staging: string; schema: string; table: string },
): Promise<void> {
  if (staging === schema) return;
  await client.query(`ALTER TABLE ${ident(staging)}.${ident(table)} SET SCHEMA ${ident(schema)}`);
  await client.query(`DROP SCHEMA ${ident(staging)}`);
}
