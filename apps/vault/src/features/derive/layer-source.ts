import { chooseLayer } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { noSuchVersion, versionGone } from '../versions/errors.ts';
import { findVersion, findVersionById } from '../versions/repo.ts';
import type { Version, VersionPath } from '../versions/types.ts';
import type { LayerSource, OtherVersion } from './types.ts';

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
  { name, version: number }: VersionPath,
  layer: string | undefined,
): Promise<LayerSource> {
  const version = await findVersion(db, name, number);
  if (!version) throw noSuchVersion({ dataset: name, version: number });
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
  if (version.objectKey === null) {
    throw badRequest(
      'vault.not_stored_here',
      `The data of version ${version.version} of "${version.dataset}" is stored elsewhere. Import it to process it.`,
    );
  }
  const { info } = await contents.facts(version);
  const layers = info.layers ?? [];
  return { version, layer: chooseLayer(layers, layer), layers: layers.map(({ name }) => name) };
}
