import { chooseLayer, requireSpatialReference } from '@cairn/geo';
import type { Area, LayerFrame, LayerInfo, Tool } from '@cairn/geo';
import { AppError, badRequest, conflict, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { isTable } from '../content/service.ts';
import type { ContentService } from '../content/service.ts';
import { findDataset } from '../versions/dataset-repo.ts';
import { noSuchVersion, versionGone } from '../versions/errors.ts';
import { findLatestVersion, findVersion, findVersionById } from '../versions/repo.ts';
import type { Version, VersionPath } from '../versions/types.ts';
import type { ClipArea, Derivation, LayerSource, OtherVersion } from './types.ts';

export interface LayerSourceDeps {
  db: Db;
  contents: ContentService;
}

/**
 * Finds a layer of a version; by default the first.
 * @throws {AppError} not_found for an unknown version; bad_request for a raster, for data that is stored elsewhere and for an
 * unknown layer.
 */
export async function findLayerSource(
  { db, contents }: LayerSourceDeps,
  path: VersionPath,
  layer: string | undefined,
): Promise<LayerSource> {
  const version = await findVersion(db, path.datasetId, path.version);
  if (!version) throw noSuchVersion(path);
  return layerSourceOf(contents, version, layer);
}

/** The same by id, for jobs. @throws {AppError} not_found when the version was deleted since the request. */
export async function findLayerSourceById(
  { db, contents }: LayerSourceDeps,
  { versionId, layer }: OtherVersion,
): Promise<LayerSource> {
  const version = await findVersionById(db, versionId);
  if (!version) throw versionGone();
  return layerSourceOf(contents, version, layer);
}

export async function layerSourceOf(
  contents: ContentService,
  version: Version,
  layer: string | undefined,
): Promise<LayerSource> {
  if (version.type === 'raster') {
    throw badRequest(
      'vault.no_features',
      `The dataset "${version.dataset}" is a raster and has no features.`,
    );
  }
  if (isTable(version)) {
    throw badRequest(
      'vault.not_stored_here',
      `The data of version ${version.version} of "${version.dataset}" is a table of a database. Import a file to process it.`,
    );
  }
  const { info } = await contents.facts(version);
  const layers = info.layers ?? [];
  return { version, layer: chooseLayer(layers, layer), layers: layers.map(({ name }) => name) };
}

/** Finds a layer of the latest version of a second dataset. */
export type LayerResolver = (dataset: string, layer: string | undefined) => Promise<LayerSource>;

export interface ResolverDeps extends LayerSourceDeps {
  guard: DatasetGuard;
}

interface ResolverOptions {
  actor: Actor;
  /** Only datasets in this folder. */
  folderId?: number | null;
  /** End of the sentence for a dataset that is not found. */
  purpose?: string;
}

/**
 * Finds a layer of the latest version of a dataset that the actor may view.
 * @throws {AppError} not_found for an unknown dataset, for one outside the folder, and for one that the actor may not view:
 * another error would reveal that it exists.
 */
export function layerResolver(
  { db, contents, guard }: ResolverDeps,
  { actor, folderId = null, purpose = 'to work with' }: ResolverOptions,
): LayerResolver {
  return async (name, layer) => {
    const dataset = await findDataset(db, name);
    const isVisible = dataset !== null && (await guard.allows(actor, datasetCheck(dataset.id, 'view')));
    if (!dataset || !isVisible || (folderId !== null && dataset.folderId !== folderId)) {
      const where = folderId === null ? '' : ` in folder ${folderId}`;
      throw notFound('vault.no_such_dataset', `There is no dataset "${name}"${where} ${purpose}.`);
    }
    const version = await findLatestVersion(db, dataset.id);
    if (!version) throw conflict('vault.no_version', `The dataset "${name}" has no version ${purpose}.`);
    return layerSourceOf(contents, version, layer);
  };
}

/** Finds a layer with polygons to clip by. @throws {AppError} bad_request for a layer without polygons. */
export function clipLayerResolver(deps: ResolverDeps, options: ResolverOptions): LayerResolver {
  const resolve = layerResolver(deps, { ...options, purpose: 'to clip by' });
  return async (name, layer) => {
    const source = await resolve(name, layer);
    const { name: layerName, geometryType } = source.layer;
    if (/Point|Line|Curve$|String$/.test(geometryType)) {
      throw badRequest(
        'vault.no_polygons',
        `The layer "${layerName}" of "${name}" (${geometryType}) has no polygons to clip by. Choose a polygon layer.`,
      );
    }
    return source;
  };
}

/**
 * The CRS and the extent of a layer, which clipping needs.
 * @throws {AppError} bad_request for a layer without features, conflict for one without a known CRS.
 */
export function requireLayerFrame(layer: LayerInfo): LayerFrame {
  const { extent, extentWgs84 } = layer;
  if (!extent) throw badRequest('vault.nothing_fits', `The layer "${layer.name}" has no features to clip.`);
  return {
    ...spatialReferenceOf(layer),
    extent,
    extentWgs84: extentWgs84 as NonNullable<typeof extentWgs84>,
  };
}

/** @throws {AppError} conflict for a layer without a known CRS. */
export function spatialReferenceOf(layer: LayerInfo): Pick<LayerFrame, 'crs' | 'srs'> {
  try {
    return requireSpatialReference(layer);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error;
    throw conflict(error.code, error.message);
  }
}

type ToolDerivation = Exclude<Derivation, { operation: 'filter' | 'dissolve' | 'clip' | 'calculate' }>;

/** The derivation with the files and coordinate systems of its layers. */
export async function toTool(
  deps: LayerSourceDeps,
  layer: LayerInfo,
  derivation: ToolDerivation,
): Promise<Tool> {
  const reference = spatialReferenceOf(layer);
  const { geometryType } = layer;
  if (!('other' in derivation)) return { ...derivation, reference, geometryType };
  const { version, layer: second } = await findLayerSourceById(deps, derivation.other);
  const { path } = await deps.contents.readable(version);
  const other = {
    path,
    layer: second.name,
    reference: spatialReferenceOf(second),
    geometryType: second.geometryType,
  };
  return { ...derivation, reference, geometryType, other };
}

/** The clip area with the file of its layer. */
export async function toArea(deps: LayerSourceDeps, area: ClipArea): Promise<Area> {
  if ('polygons' in area) return area;
  const { version, layer } = await findLayerSourceById(deps, area);
  const { path } = await deps.contents.readable(version);
  const { crs, srs, extent } = requireLayerFrame(layer);
  return { clipLayer: { path, layer: layer.name, crs, srs, extent } };
}
