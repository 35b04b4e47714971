import { ident } from '@cairn/db';
import type pg from 'pg';
import { paused } from './errors.ts';
import type { Target } from './session.ts';

export interface Server {
  /** The schema of PostGIS, quoted. */
  postgis: string;
  hasSchema: boolean;
  warnings: string[];
}

interface ServerRow {
  is_replica: boolean;
  postgis: string | null;
  has_schema: boolean;
  may_use: boolean;
  may_create: boolean;
  may_create_schema: boolean;
  may_stage: boolean;
  is_superuser: boolean;
}

/**
 * Whether the target can take the tables of a project.
 * @throws {TargetError} pause with what is missing, and the grant that gives it
 */
export async function requireServer(target: Target, needs: { create: boolean }): Promise<Server> {
  const { client, place } = target;
  const { rows } = await client.query<ServerRow>(
    `SELECT pg_is_in_recovery() AS is_replica,
       (SELECT nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'postgis') AS postgis,
       s.oid IS NOT NULL AS has_schema,
       coalesce(has_schema_privilege(s.oid, 'USAGE'), true) AS may_use,
       coalesce(has_schema_privilege(s.oid, 'CREATE'), true) AS may_create,
       has_database_privilege(current_database(), 'CREATE') AS may_create_schema,
       has_database_privilege(current_database(), 'TEMP') AS may_stage,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_superuser
     FROM (SELECT) one LEFT JOIN pg_namespace s ON s.nspname = $1`,
    [place.schema],
  );
  const row = rows[0] as ServerRow;
  const { database, user } = place.address;
  const [schema, role] = [ident(place.schema), ident(user)];
  if (row.is_replica)
    throw paused(
      'database_read_only',
      `The database "${database}" is a read-only replica. Choose its primary server.`,
    );
  if (row.postgis === null)
    throw paused(
      'no_postgis',
      `The database "${database}" has no PostGIS. Run CREATE EXTENSION postgis there.`,
    );
  if (!row.has_schema && !row.may_create_schema)
    throw noRight(
      `There is no schema ${schema}, and "${user}" may not create it`,
      `CREATE SCHEMA ${schema} AUTHORIZATION ${role}`,
    );
  if (!row.may_use)
    throw noRight(`"${user}" may not use the schema ${schema}`, `GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  if (needs.create && !row.may_create)
    throw noRight(
      `"${user}" may not create tables in the schema ${schema}`,
      `GRANT CREATE ON SCHEMA ${schema} TO ${role}`,
    );
  if (!row.may_stage)
    throw noRight(
      `"${user}" may not create temporary tables`,
      `GRANT TEMPORARY ON DATABASE ${ident(database)} TO ${role}`,
    );
  const warnings = row.is_superuser
    ? [
        `The database link signs in as the superuser "${user}": triggers of the tables run with its rights. Use a login of its own.`,
      ]
    : [];
  return { postgis: ident(row.postgis), hasSchema: row.has_schema, warnings };
}

function noRight(problem: string, statement: string) {
  return paused('no_right', `${problem}. Run ${statement} there as an administrator.`);
}

export interface ExistingColumn {
  name: string;
  /** As `format_type` spells it, without length but with the modifiers of a geometry. */
  type: string;
  isGenerated: boolean;
  /** Required and without a default. */
  isRequired: boolean;
}

export interface ExistingTable {
  name: string;
  /** A plain or partitioned table. */
  isTable: boolean;
  /** Whether the login has the rights of its owner. */
  isOwned: boolean;
  /** The one column of the primary key; null without one. */
  key: string | null;
  columns: ExistingColumn[];
}

/** All that has a name in the schema. */
export async function readTables(target: Target): Promise<Map<string, ExistingTable>> {
  const { rows } = await target.client.query<ExistingTable>(
    `SELECT c.relname AS name, c.relkind IN ('r', 'p') AS "isTable", pg_has_role(c.relowner, 'USAGE') AS "isOwned",
       (SELECT min(a.attname) FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
         WHERE i.indrelid = c.oid AND i.indisprimary AND i.indnkeyatts = 1 AND i.indimmediate) AS key,
       coalesce((SELECT json_agg(json_build_object('name', a.attname, 'type', CASE t.typname WHEN 'geometry' THEN format_type(a.atttypid, a.atttypmod) ELSE format_type(a.atttypid, NULL) END,
             'isGenerated', a.attgenerated <> '', 'isRequired', a.attnotnull AND NOT a.atthasdef AND a.attidentity = '') ORDER BY a.attnum)
         FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped), '[]') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1`,
    [target.place.schema],
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** Triggers, rules and policies that may change or suppress rows of a table, as a sentence names them. */
export async function readCulprits(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ culprit: string }>(
    `SELECT 'the trigger ' || tgname AS culprit FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgenabled <> 'D'
     UNION ALL SELECT 'the rule ' || rulename FROM pg_rewrite WHERE ev_class = $1::regclass
     UNION ALL SELECT 'the policy ' || polname FROM pg_policy WHERE polrelid = $1::regclass`,
    [table],
  );
  return rows.map(({ culprit }) => culprit);
}
