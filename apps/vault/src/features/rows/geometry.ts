import type { InScratch } from '@cairn/files';
import { checkGeometry, openGdal, fitGeometriesToLayer, positionsOf } from '@cairn/geo';
import type { Extent, GeoJsonGeometry, Point } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import { extentOf } from './feature-extents.ts';
import type { FileLayer } from './file-layer.ts';
import type { Cells } from './types.ts';

/**
 * A geometry in WGS84 that somebody sent for a new row, checked against the layer: its type, heights, a place in the layer's
 * CRS. Throws AppError `bad_request`.
 */
export async function validateGeometry(
  input: unknown,
  layer: FileLayer,
  { anyPlural, inScratch }: { anyPlural: boolean; inScratch: InScratch },
): Promise<Cells> {
  const geometry = checkGeometry(input);
  const { crs, hasZ, hasM, schema } = layer;
  if (!crs) throw bad('names no coordinate system, so that a row with a geometry has no place in it');
  if (hasM)
    throw bad(
      'has measures (M) in its coordinates, which GeoJSON cannot carry; add the row in a desktop GIS',
    );
  if (!hasZ && (positionsOf(geometry)[0]?.length ?? 0) > 2)
    throw bad('has no heights; send positions of longitude and latitude alone');
  const [placed] = await inScratch(async (cwd) =>
    fitGeometriesToLayer(await openGdal(), [geometry], {
      crs,
      geometryType: schema.geometryType,
      anyPlural,
      cwd,
    }),
  );
  if (!placed)
    throw bad(
      `holds geometries of the type ${schema.geometryType} in ${crs.name}; this ${geometry.type} does not fit, or lies where that coordinate system ends`,
    );
  return { type: geometry.type, coordinates: geometry.coordinates };
}

/** Where a new row lies. */
export function extentOfGeometry(geometry: Cells | null): Extent | null {
  if (!geometry) return null;
  const positions = positionsOf(geometry as unknown as GeoJsonGeometry);
  return extentOf(positions.map(([x, y]): Point => [x as number, y as number]));
}

function bad(what: string) {
  return badRequest('vault.bad_geometry', `The layer ${what}.`);
}
