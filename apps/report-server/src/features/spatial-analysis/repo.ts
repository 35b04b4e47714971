import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export interface CheckedGeometry {
  valid: boolean;
  reason: string | null;
  /** GeoJSON in WGS 84. */
  location: string | null;
  repaired: string | null;
}

/** Checks a geometry in our own database, since it belongs to no datasource. Null for an SRID that PostGIS does not know. */
export async function checkGeometry(db: Db, geojson: string, srid: number): Promise<CheckedGeometry | null> {
  const { rows } = await sql<CheckedGeometry>`
    SELECT d.valid, d.reason,
        ST_AsGeoJSON(ST_Transform(ST_SetSRID(d.location, ${srid}::int), 4326), 7) AS location,
        CASE WHEN d.valid THEN NULL
          ELSE ST_AsGeoJSON(ST_Transform(ST_MakeValid(g.geometry, 'method=structure keepcollapsed=false'), 4326), 7) END AS repaired
      FROM spatial_ref_sys AS s
        CROSS JOIN LATERAL (SELECT ST_SetSRID(ST_GeomFromGeoJSON(${geojson}), s.srid) AS geometry) AS g
        CROSS JOIN LATERAL ST_IsValidDetail(g.geometry) AS d
     WHERE s.srid = ${srid}::int`.execute(db);
  return rows[0] ?? null;
}

export async function readVersions(db: Db): Promise<{ postgis: string; geos: string }> {
  const { rows } = await sql<{ postgis: string; geos: string }>`
    SELECT PostGIS_Lib_Version() AS postgis, PostGIS_GEOS_Version() AS geos`.execute(db);
  if (!rows[0]) throw new Error('PostGIS names no version');
  return rows[0];
}
