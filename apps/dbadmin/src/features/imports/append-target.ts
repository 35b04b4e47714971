import { GEOMETRY_COLUMNS, readReferenceSystems } from '@cairn/geo';
import type { Crs } from '@cairn/geo';
import type pg from 'pg';
import { appendGuarded, noGeometryColumn, noTableToAppendTo, notAppendable } from './errors.ts';
import type { TargetTable } from './types.ts';

/** A table that rows can be appended to. */
export interface AppendTarget {
  owner: string;
  /**
   * Whether code of the table may run with the rights of its owner: that role is neither an administrator nor predefined, and no other
   * role can replace the table, as the owner of its schema and its members can.
   */
  withOwnersRights: boolean;
  /** The SRID of the first geometry column; 0 when it has none. */
  srid: number;
  /** The database's definition of that SRID. */
  crs: Crs | null;
  /** Sequences of the table's columns, quoted and with their schemas. */
  sequences: string[];
}

interface Row {
  oid: number;
  kind: string;
  owner: string;
  withOwnersRights: boolean;
  guarded: boolean;
  forced: boolean;
  ofExtension: boolean;
  /** null without a geometry column. */
  srid: number | null;
  sequences: string[];
}

/** Whether a role, given as SQL, is the administrator of the connection or can act as a superuser. */
const isAdministrator = (role: string) => `(${role}.rolname = current_user OR EXISTS (
  SELECT FROM pg_roles u WHERE u.rolsuper AND pg_has_role(${role}.oid, u.oid, 'MEMBER')))`;

/** Checks a table from the catalogs. @throws {AppError} bad_request or conflict when rows cannot be appended to it */
export async function findAppendTarget(
  client: pg.ClientBase,
  { schema, table }: TargetTable,
): Promise<AppendTarget> {
  const { rows } = await client.query<Row>(
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
  const [row] = rows;
  if (!row) throw noTableToAppendTo(name);
  if (row.kind !== 'r' || row.ofExtension) throw notAppendable(name);
  if (row.srid === null) throw noGeometryColumn(name);
  if (row.forced || (row.guarded && !row.withOwnersRights)) throw appendGuarded(name);
  const systems = await readReferenceSystems(client, [row.srid]);
  return { ...row, srid: row.srid, crs: systems.get(row.srid) ?? null };
}
