import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WITH_SPATIALITE } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { ProgramError } from '@cairn/programs';

/** A polygon that GEOS finds invalid. */
export interface InvalidPolygon {
  /** Position of the layer among those that were surveyed. */
  layer: number;
  feature: string;
  /** Such as Self-intersection. */
  reason: string;
  at: [number, number] | null;
}

const FILE = 'validity.geojson';
const SQL = `SELECT layer, row, reason, count(*) OVER () AS total FROM
  (SELECT layer, CAST(row AS TEXT) AS row, ST_IsValidReason("~geom") AS reason FROM sample)
  WHERE reason <> 'Valid Geometry' ORDER BY layer, CAST(row AS INTEGER) LIMIT 100`;

/**
 * The polygons of a profile's file that GEOS finds invalid (OGC 06-103r4, clause 6.1.11.1): the first hundred, and their number. Null
 * when GDAL has no SpatiaLite or takes too long.
 */
export async function findInvalidPolygons(
  gdal: Gdal,
  file: string,
  options: GdalOptions,
): Promise<{ areas: InvalidPolygon[]; total: number } | null> {
  const target = join(options.cwd, FILE);
  await rm(target, { force: true });
  try {
    await gdal.run('ogr2ogr', ['-f', 'GeoJSON', FILE, file, '-sql', SQL], {
      ...options,
      env: { ...options.env, ...WITH_SPATIALITE },
      limits: { ...options.limits, fileBytes: 16 * 1024 * 1024 },
    });
  } catch (error) {
    if (error instanceof ProgramError && (error.reason === 'failed' || error.reason === 'timeout'))
      return null;
    throw error;
  }
  const { features } = JSON.parse(await readFile(target, 'utf8')) as {
    features: { properties: { layer: number; row: string; reason: string; total: number } }[];
  };
  return {
    areas: features.map(({ properties: { layer, row, reason } }) => ({
      layer,
      feature: row,
      ...parse(reason),
    })),
    total: features[0]?.properties.total ?? 0,
  };
}

/** "Self-intersection[1 2]" */
function parse(text: string): Pick<InvalidPolygon, 'reason' | 'at'> {
  const found = /^([A-Za-z -]+?)\[([-\d.eE+]+) ([-\d.eE+]+)\]$/.exec(text);
  if (!found) return { reason: /^[A-Za-z -]+/.exec(text)?.[0].trim() ?? '', at: null };
  return { reason: found[1] as string, at: [Number(found[2]), Number(found[3])] };
}
