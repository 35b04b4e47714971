import { ident } from '@cairn/db';
import { identifyCrs, postgisSchema } from '@cairn/geo';
import type { Crs, Gdal } from '@cairn/geo';
import { unprocessable } from '@cairn/service';
import { DatabaseError, escapeLiteral } from 'pg';
import type pg from 'pg';
import type { SridPolicy } from './srid-policy.ts';

/** The SRID under which rows are loaded, and what must be done to their coordinates afterwards. */
export interface Reference {
  srid: number;
  /** Where they are from, if they are to be transformed: a code that the database knows, or a definition. */
  from: number | string | null;
}

interface Around {
  client: pg.ClientBase;
  gdal: Gdal;
  cwd: string;
  signal: AbortSignal;
}

/**
 * What a policy makes of a layer's reference system. What the file does not say is not guessed from its coordinates.
 * AppError `unprocessable` when it was to be detected and cannot be.
 */
export async function chooseReference(
  policy: SridPolicy,
  told: Crs | null,
  around: Around,
): Promise<Reference> {
  const crs = told?.assumed ? null : told;
  const own = crs ? await knownSrid(around.client, crs) : 0;
  if (policy.kind === 'preserve') return { srid: own, from: null };
  if (policy.kind === 'detect') return { srid: own === 0 ? await detect(crs, around) : own, from: null };
  if (own === policy.srid) return { srid: own, from: null };
  if (own !== 0) return { srid: own, from: own };
  // Without any reference system the coordinates are taken to be in the one that was named.
  return crs?.wkt ? { srid: 0, from: crs.wkt } : { srid: policy.srid, from: null };
}

/** The code under which this database knows it; 0 when it knows none. */
async function knownSrid(client: pg.ClientBase, { authority, code }: Crs): Promise<number> {
  if (authority === undefined || !/^\d{1,6}$/.test(code ?? '')) return 0;
  const { rows } = await client.query<{ srid: number }>(
    `SELECT srid FROM ${await postgisSchema(client)}.spatial_ref_sys
      WHERE auth_name = $1 AND auth_srid = $2 ORDER BY srid LIMIT 1`,
    [authority, Number(code)],
  );
  return rows[0]?.srid ?? 0;
}

async function detect(crs: Crs | null, { client, gdal, cwd, signal }: Around): Promise<number> {
  const code = crs ? await identifyCrs(gdal, crs, { cwd, signal }) : null;
  const srid =
    code === null ? 0 : await knownSrid(client, { name: '', authority: 'EPSG', code: String(code) });
  if (srid !== 0) return srid;
  throw unprocessable(
    'dbadmin.srid_not_detected',
    crs
      ? `The coordinate system of the file, "${crs.name.slice(0, 100)}", is none that the database knows; name one as EPSG:<number>.`
      : 'The file does not say which coordinate system it is in; name one as EPSG:<number>.',
  );
}

/** Transforms the coordinates of a table that nobody sees yet, by the server's own PROJ. */
export async function transformTable(
  client: pg.ClientBase,
  { schema, table }: { schema: string; table: string },
  { from, to }: { from: number | string; to: number },
): Promise<void> {
  const postgis = await postgisSchema(client);
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT a.attname AS name, ${postgis}.postgis_typmod_type(a.atttypmod) AS type
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_type t ON t.oid = a.atttypid
      WHERE n.nspname = $1 AND c.relname = $2 AND t.typname = 'geometry' AND NOT a.attisdropped`,
    [schema, table],
  );
  // ST_Transform looks its own table up by the search path; nothing in these statements fits another function better.
  await client.query(`SET LOCAL search_path = pg_catalog, ${postgis}`);
  for (const { name, type } of rows) {
    const column = ident(name);
    const source = typeof from === 'number' ? '' : ` ${escapeLiteral(from)}::text,`;
    await client
      .query(
        `ALTER TABLE ${ident(schema)}.${ident(table)} ALTER COLUMN ${column}
           TYPE ${postgis}.geometry(${plainType(type)}, ${to}) USING ${postgis}.ST_Transform(${column},${source} ${to})`,
      )
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        throw unprocessable(
          'dbadmin.not_transformed',
          `The coordinates of the file cannot be transformed to EPSG:${to}; nothing was imported.`,
        );
      });
  }
  await client.query('SET LOCAL search_path = pg_catalog');
}

/** PostGIS spells its types with letters alone. */
function plainType(type: string): string {
  return /^[A-Za-z]+$/.test(type) ? type : 'Geometry';
}
