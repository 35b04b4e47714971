import type { InScratch } from '@cairn/files';
import { checkGeometry, openGdal, fitGeometriesToLayer, positionsOf } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type { FileLayer } from './file-layer.ts';
import type { Cells } from './types.ts';

/**
 * Checks the geometry of a new row, in WGS84, against the layer: its type, its heights, and whether it fits into the CRS.
 * @throws {AppError} bad_request
 */
export async function validateGeometry(
  input: unknown,
  layer: FileLayer,
  { anyPlural, inScratch }: { anyPlural: boolean; inScratch: InScratch },
): Promise<Cells> {
  const geometry = checkGeometry(input);
  const { crs, hasZ, hasM, schema } = layer;
  if (!crs) throw badGeometry('has no coordinate system, so it cannot take a row with a geometry');
  if (hasM)
    throw badGeometry(
      'has measures (M) in its coordinates, which GeoJSON cannot carry. Add the row in a desktop GIS',
    );
  if (!hasZ && (positionsOf(geometry)[0]?.length ?? 0) > 2)
    throw badGeometry('has no heights. Send positions of longitude and latitude only');
  const [placed] = await inScratch(async (cwd) =>
    fitGeometriesToLayer(await openGdal(), [geometry], {
      crs,
      geometryType: schema.geometryType,
      anyPlural,
      cwd,
    }),
  );
  if (!placed)
    throw badGeometry(
      `has geometries of the type ${schema.geometryType} in ${crs.name}. This ${geometry.type} has another type, or is outside the area of that coordinate system`,
    );
  return { type: geometry.type, coordinates: geometry.coordinates };
}

function badGeometry(what: string) {
  return badRequest('vault.bad_geometry', `The layer ${what}.`);
}
