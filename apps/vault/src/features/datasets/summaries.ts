import { LRUCache } from 'lru-cache';
import type { ResourceAccess } from '@cairn/auth';
import type { VaultSchemas } from '@cairn/contracts';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { toAccessBody } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { listDatasets, readSummaries } from './repo.ts';
import type { ListedDataset } from './repo.ts';
import type { DatasetSummary, SummaryFilter } from './types.ts';

type Summary = VaultSchemas['DatasetSummary'];
/** Fields that depend on the user. */
type SummaryAccess = Pick<Summary, 'visibility' | 'sharing' | 'permissions' | 'folder_id' | 'folder'>;

/** Some 60,000 datasets. */
const MAX_CHARACTERS = 40_000_000;
/** Rows from the database take far more memory than their JSON. */
const BATCH = 500;

/**
 * The list of datasets as JSON. Each request asks the database which datasets the list shows and what the actor may do with them;
 * only the JSON of a dataset is cached, as long as the dataset does not change.
 */
export function createSummaries({ db, guard }: { db: Db; guard: DatasetGuard }) {
  const cache = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ length }) => length,
  });

  /** The beginning of the JSON of each dataset; `toEnd` is its end. */
  async function readHeads(listed: ListedDataset[], forVisitor: boolean): Promise<Map<number, string>> {
    const keyOf = ({ id, state }: Pick<ListedDataset, 'id' | 'state'>) => `${id} ${state} ${forVisitor}`;
    const heads = new Map<number, string>();
    const missing: number[] = [];
    for (const dataset of listed) {
      const head = cache.get(keyOf(dataset));
      if (head === undefined) missing.push(dataset.id);
      else heads.set(dataset.id, head);
    }
    for (let from = 0; from < missing.length; from += BATCH) {
      for (const summary of await readSummaries(db, missing.slice(from, from + BATCH))) {
        const readable = forVisitor ? { ...summary, owner: null, ownerId: null } : summary;
        const head = JSON.stringify(toSummaryBody(readable)).slice(0, -1);
        heads.set(summary.id, head);
        // The inspection of a file adds facts and leaves the dataset as it is.
        if (summary.isInspected) cache.set(keyOf(summary), head);
      }
    }
    return heads;
  }

  return async (actor: Actor, filter: Omit<SummaryFilter, 'visible'>): Promise<string> => {
    const access = await guard.datasetLevels(actor);
    const listed = await listDatasets(db, actor, { ...filter, visible: access.visible });
    const heads = await readHeads(listed, actor.kind === 'anonymous');
    // A list has few different ends, so each is written once.
    const ends = new Map<string, string>();
    const items = listed.flatMap((dataset) => {
      const head = heads.get(dataset.id);
      const level = access.of(dataset.id);
      if (!head || !level) return [];
      const key = `${level.permission} ${level.isPublic} ${level.isShared} ${dataset.folderId}`;
      const end = ends.get(key) ?? JSON.stringify(toEnd(level, dataset)).slice(1);
      ends.set(key, end);
      return `${head},${end}`;
    });
    return `[${items.join(',')}]`;
  };
}

function toSummaryBody(dataset: DatasetSummary): Omit<Summary, keyof SummaryAccess> {
  return {
    name: dataset.name,
    title: dataset.title,
    type: dataset.type,
    latest_version: dataset.version,
    latest_version_id: dataset.versionId,
    version_count: dataset.versionCount,
    file_name: dataset.fileName,
    file_size: dataset.size,
    format: dataset.format,
    datasource_type: dataset.datasourceType,
    created_at: dataset.createdAt.toISOString(),
    updated_at: dataset.updatedAt.toISOString(),
    archived: dataset.archivedAt !== null,
    ...(dataset.datasourceType === 'file' ? { sha256: dataset.sha256 } : {}),
    ...(dataset.description ? { description: dataset.description } : {}),
    ...(dataset.tags.length > 0 ? { tags: dataset.tags } : {}),
    ...(dataset.extentWgs84 ? { extent_wgs84: dataset.extentWgs84 } : {}),
    ...(dataset.geometryType ? { geometry_type: dataset.geometryType } : {}),
    ...(dataset.layerCount === null ? {} : { layer_count: dataset.layerCount }),
    ...(dataset.featureCount === null ? {} : { feature_count: dataset.featureCount }),
    ...(dataset.owner === null ? {} : { owner: dataset.owner }),
    ...(dataset.ownerId === null ? {} : { owner_id: dataset.ownerId }),
    ...(dataset.archivedAt ? { archived_at: dataset.archivedAt.toISOString() } : {}),
  };
}

function toEnd(access: ResourceAccess, { folderId, folder }: ListedDataset): SummaryAccess {
  return {
    visibility: access.isPublic ? 'public' : 'restricted',
    ...toAccessBody(access),
    ...(folderId === null || folder === null ? {} : { folder_id: folderId, folder }),
  };
}
