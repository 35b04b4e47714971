import { badRequest, conflict, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { findDataset } from '../datasets/repo.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { findLatestVersion } from '../versions/repo.ts';
import { layerSourceOf } from './layer-source.ts';
import type { LayerSourceDeps } from './layer-source.ts';
import type { LayerSource } from './types.ts';

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
    const version = await findLatestVersion(db, dataset.name);
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
