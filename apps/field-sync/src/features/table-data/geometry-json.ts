import { classifySessionError, ident } from '@cairn/db';
import type pg from 'pg';

/** Of one geometry and of all of an answer: a page has them within it. */
const MAX_BYTES = 256 * 1024;
const MAX_TOTAL_BYTES = 4 * 1024 * 1024;

const POSTGIS = `SELECT n.nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
 WHERE e.extname = 'postgis'`;

/** PostGIS writes NaN and infinite coordinates as they are, which is not valid JSON. */
const NO_NUMBER = /nan|inf/i;

/**
 * Geometries in EWKB as GeoJSON in WGS84, in a transaction; null for those without an SRID or an extent, for those that PostGIS cannot
 * put there, and for what is too large for a page.
 */
export async function readGeoJson(
  client: pg.ClientBase,
  geometries: (Buffer | null)[],
): Promise<(string | null)[]> {
  const sent = withinLimits(geometries);
  const { rows } = await client.query<{ schema: string }>(POSTGIS);
  if (rows[0] === undefined || sent.every((each) => each === null)) return geometries.map(() => null);
  const sql = statement(ident(rows[0].schema));
  const all = await convert(client, sql, sent);
  if (all) return all;
  const each: (string | null)[] = [];
  for (const geometry of sent) each.push((await convert(client, sql, [geometry]))?.[0] ?? null);
  return each;
}

function withinLimits(geometries: (Buffer | null)[]): (Buffer | null)[] {
  let left = MAX_TOTAL_BYTES;
  return geometries.map((geometry) => {
    if (geometry === null || geometry.length > MAX_BYTES || geometry.length > left) return null;
    left -= geometry.length;
    return geometry;
  });
}

/** Curves as lines, to a centimetre. */
function statement(postgis: string): string {
  const place = `${postgis}.ST_Transform(${postgis}.ST_CurveToLine(${postgis}.ST_Force2D(g)), 4326)`;
  return `SELECT CASE WHEN ${postgis}.ST_SRID(g) > 0 AND NOT ${postgis}.ST_IsEmpty(g)
      THEN ${postgis}.ST_AsGeoJSON(${place}, 7, 0) END AS text
    FROM unnest($1::bytea[]) WITH ORDINALITY AS w (bytes, n) CROSS JOIN LATERAL ${postgis}.ST_GeomFromEWKB(w.bytes) AS g
   ORDER BY n`;
}

/** Null when one of them cannot be converted. */
async function convert(
  client: pg.ClientBase,
  sql: string,
  geometries: (Buffer | null)[],
): Promise<(string | null)[] | null> {
  await client.query('SAVEPOINT convert');
  try {
    const { rows } = await client.query<{ text: string | null }>(sql, [geometries]);
    return rows.map(({ text }) => (text !== null && NO_NUMBER.test(text) ? null : text));
  } catch (error) {
    if (classifySessionError(error) !== null) throw error;
    await client.query('ROLLBACK TO SAVEPOINT convert');
    return null;
  }
}
