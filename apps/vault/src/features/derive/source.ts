import { chooseLayer } from '@cairn/geo';
import type { LayerInfo } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { noSuchVersion } from '../versions/errors.ts';
import { findVersion } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';

/** A layer of a version whose file lies here. */
export interface LayerSource {
  version: Version;
  layer: LayerInfo;
  /** Names of all layers. */
  layers: string[];
}

/** AppError `not_found` for an unknown version, `bad_request` for one without features here and for an unknown layer. */
export async function findSource(
  { db, contents }: { db: Db; contents: ContentService },
  { name, version: number }: { name: string; version: number },
  layer: string | undefined,
): Promise<LayerSource> {
  const version = await findVersion(db, name, number);
  if (!version) throw noSuchVersion({ dataset: name, version: number });
  return sourceIn({ contents }, version, layer);
}

export async function sourceIn(
  { contents }: { contents: ContentService },
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
      `The data of version ${version.version} of "${version.dataset}" do not lie on this server; import a copy first.`,
    );
  }
  const { info } = await contents.facts(version);
  const layers = info.layers ?? [];
  return { version, layer: chooseLayer(layers, layer), layers: layers.map(({ name }) => name) };
}
