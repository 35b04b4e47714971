import { toWgs84 } from '@cairn/geo';
import type { Crs, Extent, Format, Gdal, LayerInfo, ResolvedCrs, TechnicalInfo } from '@cairn/geo';
import { badRequest, conflict, unprocessable } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { noSuchVersion } from '../versions/errors.ts';
import { findVersion } from '../versions/repo.ts';
import type { Version, VersionPath } from '../versions/types.ts';

/** A layer, or a raster as a whole, that a coordinate system is assigned to. */
export interface FilePart {
  name: string;
  crs: Crs | null;
  /** In the coordinates of the file; null when the layer has no features. */
  extent: Extent | null;
  /** Null for a raster. */
  layer: LayerInfo | null;
}

/** A version whose file can be given another coordinate system. */
export interface AssignableFile {
  version: Version;
  format: Exclude<Format, 'GeoJSON'>;
  parts: FilePart[];
}

export interface AssignableFileDeps {
  db: Db;
  contents: ContentService;
}

/** Longitudes may be one turn beyond the antimeridian, latitudes a rounding error beyond the poles. */
const MAX_DEGREES: Extent = [-360, -90.000001, 360, 90.000001];

/**
 * Finds a version and its parts.
 * @throws {AppError} not_found for an unknown version, bad_request when its data is stored elsewhere, unprocessable for GeoJSON
 * and for a raster that is not georeferenced.
 */
export async function findAssignableFile(
  { db, contents }: AssignableFileDeps,
  path: VersionPath,
): Promise<AssignableFile> {
  const version = await findVersion(db, path.datasetId, path.version);
  if (!version) throw noSuchVersion(path);
  return toAssignableFile(contents, version);
}

export async function toAssignableFile(contents: ContentService, version: Version): Promise<AssignableFile> {
  const { format } = version;
  if (version.objectKey === null)
    throw badRequest(
      'vault.not_stored_here',
      `The data of version ${version.version} is stored elsewhere. Import it to set its coordinate system.`,
    );
  if (format === 'GeoJSON')
    throw unprocessable(
      'vault.always_wgs84',
      'GeoJSON is always in WGS 84. For data in another coordinate system, upload a GeoPackage, a shapefile or a GeoTIFF.',
    );
  const { info } = await contents.facts(version);
  return {
    version,
    format,
    parts: version.type === 'raster' ? [rasterPart(info)] : (info.layers ?? []).map(toPart),
  };
}

function rasterPart({ crs, extent }: TechnicalInfo): FilePart {
  if (!extent)
    throw unprocessable(
      'vault.not_georeferenced',
      'The raster is not georeferenced: a coordinate system does not define where its pixels are. Georeference it in QGIS (Layer → Georeferencer) and upload it again.',
    );
  return { name: '', crs: crs ?? null, extent, layer: null };
}

function toPart(layer: LayerInfo): FilePart {
  return { name: layer.name, crs: layer.crs ?? null, extent: layer.extent ?? null, layer };
}

/** The layer of that name, by default the first. @throws {AppError} bad_request when there is no such layer. */
export function choosePart({ parts }: AssignableFile, name: string | undefined): FilePart {
  const chosen = parts.find((part) => part.layer === null || name === undefined || part.name === name);
  if (!chosen) throw noSuchLayer(parts, name ?? '');
  return chosen;
}

/**
 * The parts that get the system: those in `names`, else all without a coordinate system, else the only part.
 * @throws {AppError} bad_request for an unknown layer, or when it is unclear which layers are meant; conflict when they already have the
 * system.
 */
export function chooseParts(
  { parts }: AssignableFile,
  names: string[] | undefined,
  srid: number,
): FilePart[] {
  const chosen = partsFor(parts, names);
  if (chosen.every(({ crs }) => crs?.srid === srid && !crs.assumed))
    throw conflict('vault.same_crs', `The file already has EPSG:${srid}. Nothing was changed.`);
  return chosen;
}

function partsFor(parts: FilePart[], names: string[] | undefined): FilePart[] {
  if (names !== undefined && parts.every(({ layer }) => layer !== null))
    return [...new Set(names)].map((name) => {
      const part = parts.find((each) => each.name === name);
      if (!part) throw noSuchLayer(parts, name);
      return part;
    });
  const missing = parts.filter(({ crs }) => crs === null || crs.assumed === true);
  if (missing.length > 0) return missing;
  if (parts.length === 1) return parts;
  throw badRequest(
    'vault.no_layers_named',
    'Every layer has a coordinate system. List in `layers` those that get another one.',
  );
}

/**
 * The extent of a part in WGS 84 (west, south, east, north) if its coordinates were in this system; null without features.
 * @throws {AppError} unprocessable when the coordinates cannot be in this system.
 */
export async function locateExtent(
  gdal: Gdal,
  { entry, crs }: ResolvedCrs,
  { part: { name, extent }, cwd }: { part: FilePart; cwd: string },
): Promise<Extent | null> {
  if (extent === null) return null;
  const what = name === '' ? 'The coordinates' : `The coordinates of the layer "${name}"`;
  const numbers = extent.map((value) => Number(value.toPrecision(7))).join(', ');
  if (crs.kind === 'geographic' && crs.unit === 'degree' && !isWithin(extent, MAX_DEGREES))
    throw unprocessable(
      'vault.crs_does_not_fit',
      `${what} (${numbers}) are not degrees, so they are not in "${entry.name}". Choose a projected system.`,
    );
  const located = await toWgs84(gdal, extent, { crs, cwd });
  if (located) return located;
  throw unprocessable(
    'vault.crs_does_not_fit',
    `${what} (${numbers}) are not in "${entry.name}" (EPSG:${entry.srid}). Choose another coordinate system.`,
  );
}

function isWithin(inner: Extent, outer: Extent): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];
}

function noSuchLayer(parts: FilePart[], name: string) {
  const names = parts.map((part) => part.name).slice(0, 20);
  return badRequest(
    'vault.no_such_layer',
    `There is no layer "${name}". Choose one of: ${names.join(', ')}.`,
  );
}
