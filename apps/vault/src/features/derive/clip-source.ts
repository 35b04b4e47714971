import { badRequest, conflict, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import { findDataset } from '../datasets/repo.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { findLatestVersion } from '../versions/repo.ts';
import { sourceIn } from './source.ts';
import type { LayerSource } from './source.ts';

/** Finds the layer whose polygons shall cut: of the latest version of a dataset. */
export type LayerResolver = (dataset: string, layer: string | undefined) => Promise<LayerSource>;

interface Search {
  actor: Actor;
  folderId?: string | undefined;
  /** What the layer is for, as the end of a sentence. */
  purpose?: string;
}

/**
 * Finds a layer of the latest version of a dataset that the actor may view.
 * @throws {AppError} not_found for an unknown one, for one that is not in the folder that was named, and for one that the
 * actor may not view: another error would reveal that it exists.
 */
export function layerResolver(
  { db, contents, guard }: { db: Db; contents: ContentService; guard: DatasetGuard },
  { actor, folderId, purpose = 'to work with' }: Search,
): LayerResolver {
  const folder = /^[1-9]\d{0,14}$/.test(folderId ?? '') ? Number(folderId) : null;
  return async (name, layer) => {
    const dataset = await findDataset(db, name);
    const check = { resourceType: RESOURCE_TYPE, resourceKey: name, permission: 'view' as const };
    const isVisible = dataset !== null && (await guard.allows(actor, check));
    if (!dataset || !isVisible || (folder !== null && dataset.folderId !== folder)) {
      const where = folder === null ? '' : ` in folder ${folder}`;
      throw notFound('vault.no_such_dataset', `There is no dataset "${name}"${where} ${purpose}.`);
    }
    const version = await findLatestVersion(db, dataset.name);
    if (!version) throw conflict('vault.no_version', `The dataset "${name}" has no version ${purpose}.`);
    return sourceIn({ contents }, version, layer);
  };
}

/** Finds a layer with polygons to clip by. @throws {AppError} bad_request for one without polygons. */
export function clipLayerResolver(
  parts: { db: Db; contents: ContentService; guard: DatasetGuard },
  search: Search,
): LayerResolver {
  const find = layerResolver(parts, { ...search, purpose: 'to clip by' });
  return async (name, layer) => {
    const found = await find(name, layer);
    if (/Point|Line|Curve$|String$/.test(found.layer.geometryType)) {
      throw badRequest(
        'vault.no_polygons',
        `The layer "${found.layer.name}" of "${name}" has no polygons (${found.layer.geometryType}), so that nothing can be clipped by it.`,
      );
    }
    return found;
  };
}
