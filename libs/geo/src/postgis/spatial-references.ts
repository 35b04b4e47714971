import { ident } from '@cairn/db';
import type pg from 'pg';
import { crsArgument } from '../crs/crs.ts';
import type { Crs } from '../crs/crs.ts';
import { readCopy } from './read-copy.ts';

/** A row of PostGIS's table spatial_ref_sys. */
export interface SpatialRefSys {
  srid: number;
  /** The authority of the code, such as EPSG; null for a system without one. */
  authority: string | null;
  code: number | null;
}

/**
 * The reference systems of a database; an empty list without PostGIS. The table is read by COPY, which accepts only plain tables and
 * plans no query, so no code of a replaced table runs. Call it outside a transaction. Throws errors of the driver.
 */
export async function readSpatialReferences(client: pg.ClientBase): Promise<SpatialRefSys[]> {
  const rows = await copyRows(client, ['srid', 'auth_name', 'auth_srid']);
  return rows.map(([srid, authority, code]) => ({
    srid: Number(srid),
    authority: authority ?? null,
    code: code === null ? null : Number(code),
  }));
}

/** A database's SRID of a reference system; 0 when it has none. */
export function findSrid(known: Iterable<SpatialRefSys>, crs: Crs | null): number {
  if (!crs?.authority || !/^\d{1,6}$/.test(crs.code ?? '')) return 0;
  const same = [...known].filter(
    ({ authority, code }) => authority === crs.authority && code === Number(crs.code),
  );
  return same.length === 0 ? 0 : Math.min(...same.map(({ srid }) => srid));
}

/**
 * The reference systems of SRIDs in a database: a code of EPSG or ESRI, else its own definition. Unknown SRIDs are left out.
 */
export async function readReferenceSystems(
  client: pg.ClientBase,
  srids: Iterable<number>,
): Promise<Map<number, Crs>> {
  const requested = new Set(srids);
  if (requested.size === 0) return new Map();
  const known = await readSpatialReferences(client);
  const systems = new Map(
    known.filter(({ srid }) => requested.has(srid)).map((reference) => [reference.srid, toCrs(reference)]),
  );
  const unnamed = [...systems].filter(([, crs]) => crsArgument(crs) === null);
  if (unnamed.length === 0) return systems;
  const definitions = await copyRows(client, ['srid', 'srtext', 'proj4text']);
  const bySrid = new Map(definitions.map(([srid, ...texts]) => [Number(srid), texts]));
  for (const [srid, crs] of unnamed) {
    const [wkt, proj4] = bySrid.get(srid) ?? [];
    systems.set(srid, { ...crs, ...(wkt ? { wkt } : {}), ...(proj4 ? { proj4: proj4.trim() } : {}) });
  }
  return systems;
}

function toCrs({ srid, authority, code }: SpatialRefSys): Crs {
  const name = `SRID ${srid}`;
  if (authority === null || code === null) return { name };
  return { name, authority, code: String(code), ...(authority === 'EPSG' ? { srid: code } : {}) };
}

async function copyRows(client: pg.ClientBase, columns: string[]): Promise<(string | null)[][]> {
  const schema = await schemaOfReferences(client);
  if (schema === null) return [];
  await client.query('BEGIN READ ONLY');
  try {
    // With policies COPY would plan a query.
    await client.query('SET LOCAL row_security = off');
    const copy = `COPY ${ident(schema)}.spatial_ref_sys (${columns.join(', ')}) TO STDOUT`;
    const bytes = await readCopy(client, copy);
    await client.query('COMMIT');
    const lines = bytes.toString().split('\n').slice(0, -1);
    return lines.map((line) => line.split('\t').map(fromCopyText));
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Where the table of the extension is. */
async function schemaOfReferences(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT n.nspname AS schema FROM pg_extension e
       JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
       JOIN pg_class c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid AND c.relname = 'spatial_ref_sys'
       JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE e.extname = 'postgis'`,
  );
  return rows[0]?.schema ?? null;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** PostgreSQL documentation, COPY, "Text Format". */
function fromCopyText(field: string): string | null {
  if (field === '\\N') return null;
  return field.includes('\\')
    ? field.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter)
    : field;
}
