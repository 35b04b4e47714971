import { readSpatialReferences } from '@cairn/geo';
import type pg from 'pg';
import { refuseDependents } from './dependents.ts';
import {
  badTableName,
  guardedTable,
  noPostgis,
  noSuchSchema,
  notReplaceable,
  systemSchema,
  tableExists,
  unknownSrid,
} from './errors.ts';
import type { TargetTable } from './types.ts';

const NAME = /^[\p{L}_][\p{L}\p{N}_$ -]*$/u;
const SYSTEM_SCHEMA = /^(pg_|information_schema$|topology$|tiger)/i;

/** @throws {AppError} bad_request for names that programs could misread, and for system schemas */
export function checkNames({ schema, table }: TargetTable): void {
  for (const [what, name] of [
    ['schema', schema],
    ['table', table],
  ] as const) {
    if (NAME.test(name) && Buffer.byteLength(name) <= 63) continue;
    throw badTableName(what);
  }
  if (SYSTEM_SCHEMA.test(schema)) throw systemSchema(schema);
}

/** Checks that a layer can be loaded into a table. @throws {AppError} bad_request or conflict */
export async function checkTarget(
  client: pg.ClientBase,
  { schema, table }: TargetTable,
  { overwrite, srid }: { overwrite: boolean; srid: number | null },
): Promise<void> {
  const { rows } = await client.query<TargetRow>(
    `SELECT (SELECT count(*) FROM pg_extension WHERE extname = 'postgis')::int AS postgis,
            (SELECT count(*) FROM pg_namespace WHERE nspname = $1)::int AS schemas,
            c.oid, c.relkind AS kind, c.relrowsecurity AS guarded,
            EXISTS (SELECT FROM pg_depend d
              WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') AS "ofExtension"
       FROM (VALUES (true)) one LEFT JOIN (pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace)
         ON n.nspname = $1 AND c.relname = $2`,
    [schema, table],
  );
  const row = rows[0] as TargetRow;
  const name = `${schema}.${table}`;
  if (row.postgis === 0) throw noPostgis();
  if (row.schemas === 0) throw noSuchSchema(schema);
  if (row.oid !== null) {
    if (row.kind !== 'r' || row.ofExtension) throw notReplaceable(name, describeKind(row.kind));
    if (row.guarded) throw guardedTable(name);
    if (!overwrite) throw tableExists(name);
    await refuseDependents(client, name, row.oid);
  }
  if (srid !== null) await requireSrid(client, srid);
}

interface TargetRow {
  postgis: number;
  schemas: number;
  oid: number | null;
  kind: string | null;
  guarded: boolean | null;
  ofExtension: boolean;
}

async function requireSrid(client: pg.ClientBase, srid: number): Promise<void> {
  const references = await readSpatialReferences(client);
  if (!references.some((reference) => reference.srid === srid)) throw unknownSrid(srid);
}

function describeKind(kind: string | null): string {
  if (kind === 'r') return 'part of an extension';
  return kind === 'p' ? 'a partitioned table' : 'not a table';
}
