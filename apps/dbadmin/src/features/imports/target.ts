import { badRequest, conflict } from '@cairn/service';
import type pg from 'pg';
import { postgisSchema } from '../databases/catalog.ts';

/** Where a layer goes. */
export interface TargetTable {
  schema: string;
  table: string;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_$ -]*$/u;
const OF_THE_SYSTEM = /^(pg_|information_schema$|topology$|tiger)/i;

/** AppError `bad_request` for names that no program may be given, or that are PostgreSQL's own. */
export function checkNames({ schema, table }: TargetTable): void {
  for (const [what, name] of [
    ['schema', schema],
    ['table', table],
  ] as const) {
    if (NAME.test(name) && Buffer.byteLength(name) <= 63) continue;
    throw badRequest(
      'dbadmin.bad_table_name',
      `The name of the ${what} has 1 to 63 bytes: a letter or "_" first, then also digits, "$", "-" and spaces.`,
    );
  }
  if (OF_THE_SYSTEM.test(schema)) {
    throw badRequest(
      'dbadmin.system_schema',
      `The schema "${schema}" belongs to PostgreSQL; choose another.`,
    );
  }
}

/** Whether a layer can be loaded here; AppError with a sentence otherwise. */
export async function checkTarget(
  client: pg.ClientBase,
  { schema, table }: TargetTable,
  { overwrite, srid }: { overwrite: boolean; srid: number | null },
): Promise<void> {
  const { rows } = await client.query<Found>(
    `SELECT (SELECT count(*) FROM pg_extension WHERE extname = 'postgis')::int AS postgis,
            (SELECT count(*) FROM pg_namespace WHERE nspname = $1)::int AS schemas,
            (SELECT c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = $1 AND c.relname = $2) AS kind,
            (SELECT c.relrowsecurity FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = $1 AND c.relname = $2) AS guarded,
            EXISTS (SELECT 1 FROM pg_depend d JOIN pg_class c ON c.oid = d.objid JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE d.classid = 'pg_class'::regclass AND d.deptype = 'e' AND n.nspname = $1 AND c.relname = $2) AS "ofExtension"`,
    [schema, table],
  );
  const found = rows[0] as Found;
  const name = `${schema}.${table}`;
  if (found.postgis === 0) {
    throw conflict(
      'dbadmin.no_postgis',
      'The database has no PostGIS; run CREATE EXTENSION postgis in it, then import.',
    );
  }
  if (found.schemas === 0)
    throw badRequest(
      'dbadmin.no_such_schema',
      `There is no schema "${schema}" in the database; create it first.`,
    );
  if (found.kind !== null && (!['r', 'p'].includes(found.kind) || found.ofExtension)) {
    throw conflict(
      'dbadmin.not_a_table',
      `${name} is not a table that could be replaced; choose another name.`,
    );
  }
  if (found.guarded) throw guardedTable(name);
  if (found.kind !== null && !overwrite) {
    throw conflict(
      'dbadmin.table_exists',
      `The table ${name} is there already; allow overwriting or choose another name.`,
    );
  }
  if (srid !== null) await requireSrid(client, srid);
}

interface Found {
  postgis: number;
  schemas: number;
  kind: string | null;
  guarded: boolean | null;
  ofExtension: boolean;
}

async function requireSrid(client: pg.ClientBase, srid: number): Promise<void> {
  const { rows } = await client.query(
    `SELECT 1 FROM ${await postgisSchema(client)}.spatial_ref_sys WHERE srid::float8 = $1`,
    [srid],
  );
  if (rows.length > 0) return;
  throw badRequest(
    'dbadmin.unknown_srid',
    `The database knows no coordinate system EPSG:${srid}; check the number.`,
  );
}

/** In its place there would be a table whose rows everybody sees who may read it. */
export function guardedTable(name: string) {
  return conflict(
    'dbadmin.table_guarded',
    `Policies say who sees which rows of ${name}, and a new table would have none; import into another table.`,
  );
}

export function noUpload() {
  return badRequest(
    'dbadmin.no_such_upload',
    'source_path must be what your upload to this database answered; uploads are kept for a day.',
  );
}

export function noLayer(layer: string) {
  return badRequest(
    'dbadmin.no_such_layer',
    `The file holds no layer "${layer}"; choose one that its upload named.`,
  );
}
