import type { Crs, Extent, Format, LayerInfo, TechnicalInfo } from '@cairn/geo';
import { badRequest, conflict, unprocessable } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { noSuchVersion } from '../versions/errors.ts';
import { findVersion } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';

/** What a coordinate system is assigned to: a layer, or a raster as a whole. */
export interface Part {
  name: string;
  crs: Crs | null;
  /** In the coordinates of the file; null when the layer has no features. */
  extent: Extent | null;
  /** Null for a raster. */
  layer: LayerInfo | null;
}

/** A version whose file can name another coordinate system. */
export interface Subject {
  version: Version;
  format: Exclude<Format, 'GeoJSON'>;
  parts: Part[];
}

interface SubjectDeps {
  db: Db;
  contents: ContentService;
}

/**
 * Finds a version and what in it has a coordinate system.
 * @throws {AppError} not_found for an unknown version, bad_request when its data is stored elsewhere, unprocessable for GeoJSON
 * and for a raster that is not georeferenced.
 */
export async function findSubject(
  { db, contents }: SubjectDeps,
  { name, version: number }: { name: string; version: number },
): Promise<Subject> {
  const version = await findVersion(db, name, number);
  if (!version) throw noSuchVersion({ dataset: name, version: number });
  return subjectOf(contents, version);
}

export async function subjectOf(contents: ContentService, version: Version): Promise<Subject> {
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

function rasterPart({ crs, extent }: TechnicalInfo): Part {
  if (!extent)
    throw unprocessable(
      'vault.not_georeferenced',
      'The raster is not georeferenced: it does not say where its pixels are, and a coordinate system would not change that. Georeference it in QGIS (Layer → Georeferencer) and upload it again.',
    );
  return { name: '', crs: crs ?? null, extent, layer: null };
}

function toPart(layer: LayerInfo): Part {
  return { name: layer.name, crs: layer.crs ?? null, extent: layer.extent ?? null, layer };
}

/** The layer of that name, by default the first. @throws {AppError} bad_request when there is no such layer. */
export function choosePart({ parts }: Subject, name: string | undefined): Part {
  const found = parts.find((part) => part.layer === null || name === undefined || part.name === name);
  if (!found) throw noSuchLayer(parts, name ?? '');
  return found;
}

/**
 * The parts that get the system: those in `names`, else all without a coordinate system, else the only part.
 * @throws {AppError} bad_request for an unknown layer, or when nothing says which; conflict when they have the system already.
 */
export function chooseParts({ parts }: Subject, names: string[] | undefined, srid: number): Part[] {
  const chosen = partsFor(parts, names);
  if (chosen.every(({ crs }) => crs?.srid === srid && !crs.assumed))
    throw conflict('vault.same_crs', `The file names EPSG:${srid} already; nothing was changed.`);
  return chosen;
}

function partsFor(parts: Part[], names: string[] | undefined): Part[] {
  if (names !== undefined && parts.every(({ layer }) => layer !== null))
    return [...new Set(names)].map((name) => {
      const found = parts.find((part) => part.name === name);
      if (!found) throw noSuchLayer(parts, name);
      return found;
    });
  const missing = parts.filter(({ crs }) => crs === null || crs.assumed === true);
  if (missing.length > 0) return missing;
  if (parts.length === 1) return parts;
  throw badRequest(
    'vault.no_layers_named',
    'Every layer names a coordinate system. Say in `layers` which of them get another one.',
  );
}

function noSuchLayer(parts: Part[], name: string) {
  const names = parts.map((part) => part.name).slice(0, 20);
  return badRequest(
    'vault.no_such_layer',
    `There is no layer "${name}"; choose one of: ${names.join(', ')}.`,
  );
}
