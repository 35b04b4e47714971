import { GEOMETRY_COLUMNS, readReferenceSystems } from '@cairn/geo';
import type { Crs } from '@cairn/geo';
import { badRequest, conflict } from '@cairn/service';
import type pg from 'pg';
import type { TargetTable } from './target.ts';

/** A table that rows can be appended to. */
export interface AppendTarget {
  owner: string;
  /**
   * Whether code of the table may run with the rights of its owner: that role is no administrator and not predefined, and no other
   * role can put another table in its place, as the owner of its schema and the members of that owner can.
   */
  withOwnersRights: boolean;
  /** Of the first geometry column; 0 when it names none. */
  srid: number;
  /** What the database means by that. */
  crs: Crs | null;
  /** Sequences that belong to columns of the table, quoted and with their schemas. */
  sequences: string[];
}

interface Found {
  oid: number;
  kind: string;
  owner: string;
  withOwnersRights: boolean;
  guarded: boolean;
  forced: boolean;
  ofExtension: boolean;
  /** null: no geometry column. */
  srid: number | null;
  sequences: string[];
}

/** Whether a role, given as SQL, is the administrator of the connection or can act as a superuser. */
const isAdministrator = (role: string) => `(${role}.rolname = current_user OR EXISTS (
  SELECT FROM pg_roles u WHERE u.rolsuper AND pg_has_role(${role}.oid, u.oid, 'MEMBER')))`;

/** Reads catalogs alone. AppError with a sentence when rows cannot be appended to what has this name. */
export async function findAppendTarget(
  client: pg.ClientBase,
  { schema, table }: TargetTable,
): Promise<AppendTarget> {
  const { rows } = await client.query<Found>(
    `SELECT c.oid, c.relkind AS kind, o.rolname AS owner, c.relrowsecurity AS guarded, c.relforcerowsecurity AS forced,
        NOT ${isAdministrator('o')} AND o.rolname !~ '^pg_' AND (h.oid = o.oid OR ${isAdministrator('h')}) AS "withOwnersRights",
        EXISTS (SELECT FROM pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') AS "ofExtension",
        (SELECT g.srid FROM (${GEOMETRY_COLUMNS}) g
          WHERE g.relid = c.oid AND g.kind = 'geometry' AND NOT g.generated ORDER BY g.attnum LIMIT 1) AS srid,
        ARRAY(SELECT format('%I.%I', sn.nspname, s.relname) FROM pg_depend d
          JOIN pg_class s ON d.classid = 'pg_class'::regclass AND s.oid = d.objid AND s.relkind = 'S'
          JOIN pg_namespace sn ON sn.oid = s.relnamespace
          WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.deptype = 'a') AS sequences
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles o ON o.oid = c.relowner
        JOIN pg_roles s ON s.oid = n.nspowner
        JOIN pg_database d ON d.datname = current_database()
        JOIN pg_roles h ON h.oid = CASE s.rolname WHEN 'pg_database_owner' THEN d.datdba ELSE s.oid END
      WHERE n.nspname = $1 AND c.relname = $2`,
    [schema, table],
  );
  const name = `${schema}.${table}`;
  const [found] = rows;
  if (!found) {
    throw badRequest(
      'dbadmin.no_such_table',
      `There is no table ${name} to append to; choose one that exists, or import into a new table.`,
    );
  }
  if (found.kind !== 'r' || found.ofExtension) {
    throw conflict(
      'dbadmin.not_a_table',
      `${name} is not a plain table, so that nothing can be appended to it; choose another.`,
    );
  }
  if (found.srid === null) {
    throw conflict(
      'dbadmin.no_geometry_column',
      `The table ${name} has no geometry column; choose another, or import into a new table.`,
    );
  }
  if (found.forced || (found.guarded && !found.withOwnersRights)) {
    throw conflict(
      'dbadmin.table_guarded',
      `Row-level security of ${name} applies to imports too; insert the rows with SQL, or import into another table.`,
    );
  }
  const systems = await readReferenceSystems(client, [found.srid]);
  return { ...found, srid: found.srid, crs: systems.get(found.srid) ?? null };
}
