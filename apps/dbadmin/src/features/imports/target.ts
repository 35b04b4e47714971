import { readSpatialReferences } from '@cairn/geo';
import { badRequest, conflict } from '@cairn/service';
import type pg from 'pg';
import { refuseDependents } from './dependents.ts';

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
            c.oid, c.relkind AS kind, c.relrowsecurity AS guarded,
            EXISTS (SELECT FROM pg_depend d
              WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') AS "ofExtension"
       FROM (VALUES (true)) one LEFT JOIN (pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace)
         ON n.nspname = $1 AND c.relname = $2`,
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
  if (found.oid !== null) {
    if (found.kind !== 'r' || found.ofExtension) throw notPlain(name, found.kind);
    if (found.guarded) throw guardedTable(name);
    if (!overwrite) {
      throw conflict(
        'dbadmin.table_exists',
        `The table ${name} is there already; allow overwriting or choose another name.`,
      );
    }
    await refuseDependents(client, name, found.oid);
  }
  if (srid !== null) await requireSrid(client, srid);
}

interface Found {
  postgis: number;
  schemas: number;
  oid: number | null;
  kind: string | null;
  guarded: boolean | null;
  ofExtension: boolean;
}

async function requireSrid(client: pg.ClientBase, srid: number): Promise<void> {
  const known = await readSpatialReferences(client);
  if (known.some((reference) => reference.srid === srid)) return;
  throw badRequest(
    'dbadmin.unknown_srid',
    `The database knows no coordinate system EPSG:${srid}; check the number.`,
  );
}

function notPlain(name: string, kind: string | null) {
  const what = kind === 'r' ? 'part of an extension' : kind === 'p' ? 'a partitioned table' : 'no table';
  return conflict('dbadmin.not_a_table', `${name} is ${what} and cannot be replaced; choose another name.`);
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
    'source_path must be what your upload to this database answered; uploads are kept for a day, as long as newer ones leave room.',
  );
}

export function noLayer(layer: string) {
  return badRequest(
    'dbadmin.no_such_layer',
    `The file holds no layer "${layer}"; choose one that its upload named.`,
  );
}
