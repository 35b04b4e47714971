import type pg from 'pg';
import { ident } from '@cairn/db';
import type { ObjectKind } from './levels.ts';
import { privilegesOf } from './levels.ts';
import type { Level, SkippedObject } from './types.ts';

/** An object of the current database, quoted for a statement. */
export interface Grantable {
  kind: ObjectKind;
  target: string;
  /** Whether the role has privileges on it. */
  granted: boolean;
}

interface Row {
  kind: ObjectKind;
  what: string;
  schema: string | null;
  name: string;
  owner: string;
  extension: string | null;
  own: boolean;
  granted: boolean;
  grantable: boolean;
}

/**
 * The objects that a level applies to in the current database: the database, all schemas but those of the system, and their contents;
 * and the objects that are skipped, with the reason. Without a level, the objects on which the role has privileges. Privileges of
 * owners are never changed.
 */
export async function findGrantable(
  client: pg.ClientBase,
  roleOid: number,
  level: Level | null,
): Promise<{ objects: Grantable[]; skipped: SkippedObject[] }> {
  const { rows } = await client.query<Row>(
    [databaseSql(level), schemasSql(level), relationsSql(level)].join(' UNION ALL ') + ' ORDER BY 3, 4',
    [roleOid],
  );
  const objects: Grantable[] = [];
  const skipped: SkippedObject[] = [];
  for (const row of rows) {
    const reason = skipReason(row);
    if (level === null && !row.granted) continue;
    if (reason === null) objects.push({ kind: row.kind, target: target(row), granted: row.granted });
    else skipped.push({ kind: row.what, name: shownName(row), reason, extension: extensionOf(row) });
  }
  return { objects, skipped };
}

function skipReason({ own, extension, grantable, owner }: Row): string | null {
  if (own) return 'The role owns it and already has all privileges.';
  if (extension !== null)
    return `It belongs to the extension ${extension}, which defines its own privileges.`;
  if (!grantable) return `It belongs to ${owner}, and the admin role cannot grant privileges on it.`;
  return null;
}

/** Owners keep their privileges, whatever extension an object belongs to. */
const extensionOf = ({ own, extension }: Row) => (own ? null : extension);

const target = ({ schema, name }: Row) => (schema === null ? ident(name) : `${ident(schema)}.${ident(name)}`);
const shownName = ({ schema, name }: Row) => (schema === null ? name : `${schema}.${name}`);

const OF_EXTENSION = (catalog: string, oid: string) => `
  (SELECT e.extname FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
   WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.refclassid = 'pg_extension'::regclass
     AND d.deptype = 'e' LIMIT 1)`;

const HAS = (acl: string) => `EXISTS (SELECT FROM aclexplode(${acl}) a WHERE a.grantee = $1)`;

/** SQL for whether the admin role may grant all privileges of a level; to revoke, those of `readonly` suffice as a test. */
function canGrant(check: string, oid: string, kind: ObjectKind, level: Level | null): string {
  const needed = privilegesOf(level ?? 'readonly', kind);
  return needed.map((privilege) => `${check}(${oid}, '${privilege} WITH GRANT OPTION')`).join(' AND ');
}

function databaseSql(level: Level | null): string {
  return `
  SELECT 'database' AS kind, 'database' AS what, NULL::name AS schema, d.datname AS name,
    pg_get_userbyid(d.datdba) AS owner, NULL::name AS extension, d.datdba = $1 AS own, ${HAS('d.datacl')} AS granted,
    ${canGrant('has_database_privilege', 'd.oid', 'database', level)} AS grantable
  FROM pg_database d WHERE d.datname = current_database()`;
}

const USERS_SCHEMA = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

function schemasSql(level: Level | null): string {
  return `
  SELECT 'schema', 'schema', NULL, n.nspname, pg_get_userbyid(n.nspowner), ${OF_EXTENSION('pg_namespace', 'n.oid')},
    n.nspowner = $1, ${HAS('n.nspacl')}, ${canGrant('has_schema_privilege', 'n.oid', 'schema', level)}
  FROM pg_namespace n WHERE ${USERS_SCHEMA}`;
}

function relationsSql(level: Level | null): string {
  return `
  SELECT CASE c.relkind WHEN 'S' THEN 'sequence' ELSE 'table' END,
    CASE c.relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view'
      WHEN 'f' THEN 'foreign table' ELSE 'table' END,
    n.nspname, c.relname, pg_get_userbyid(c.relowner), ${OF_EXTENSION('pg_class', 'c.oid')}, c.relowner = $1,
    ${HAS('c.relacl')} OR c.oid IN (
      SELECT attrelid FROM pg_attribute t CROSS JOIN LATERAL aclexplode(t.attacl) x
      WHERE t.attacl IS NOT NULL AND x.grantee = $1),
    CASE c.relkind
      WHEN 'S' THEN ${canGrant('has_sequence_privilege', 'c.oid', 'sequence', level)}
      ELSE ${canGrant('has_table_privilege', 'c.oid', 'table', level)} END
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE ${USERS_SCHEMA} AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')`;
}
