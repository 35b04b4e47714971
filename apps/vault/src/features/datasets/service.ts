import type { ResourceAccess } from '@cairn/auth';
import type { Permission } from '@cairn/contracts';
import type { Actor, Resolver } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck, datasetResource } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { findFolder } from '../folders/repo.ts';
import { listVersionsOfDatasets } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { listOutlines } from './outline-repo.ts';
import { findByFormerName, findDataset, findDatasetId } from './repo.ts';
import type { Dataset, DatasetOutline, OutlineFilter } from './types.ts';

export type DatasetService = ReturnType<typeof createDatasetService>;

export function createDatasetService({ db, guard }: { db: Db; guard: DatasetGuard }) {
  async function outlines(actor: Actor, filter: Omit<OutlineFilter, 'visible'>): Promise<DatasetOutline[]> {
    const visible = await guard.visibleDatasets(actor);
    return listOutlines(db, { ...filter, visible });
  }

  return {
    find: (name: string): Promise<Dataset | null> => findDataset(db, name),

    /** The present name of a dataset that was renamed; null when the name was never given up, or was taken again. */
    renamedTo: async (name: string): Promise<string | null> =>
      (await findDatasetId(db, name)) === null ? ((await findByFormerName(db, name))?.name ?? null) : null,

    /** The datasets that the actor may see, last changed first. */
    outlines,

    /** By name, archived ones too, each with its versions newest first. */
    async listing(actor: Actor): Promise<{ outline: DatasetOutline; versions: Version[] }[]> {
      const found = await outlines(actor, { archived: 'include' });
      const versions = await listVersionsOfDatasets(
        db,
        found.map(({ id }) => id),
      );
      const byDataset = Map.groupBy(versions, ({ datasetId }) => datasetId);
      return found
        .sort((a, b) => a.name.localeCompare(b.name))
        .map((outline) => ({ outline, versions: byDataset.get(outline.id) ?? [] }));
    },

    /** False also for a name that no dataset has. */
    async allows(actor: Actor, name: string, permission: Permission): Promise<boolean> {
      const id = await findDatasetId(db, name);
      return id !== null && guard.allows(actor, datasetCheck(id, permission));
    },

    /** What the actor may do with a dataset, and with whom it is shared. */
    accessTo: (actor: Actor, id: number): Promise<ResourceAccess | null> => guard.datasetAccess(actor, id),

    /** The folder that the dataset lies in, when the actor may open it. */
    async folderOf(actor: Actor, { folderId }: Dataset): Promise<{ id: number; name: string } | null> {
      const found = folderId === null ? null : await findFolder(db, folderId, actor);
      return found?.opens ? found.folder : null;
    },
  };
}

/** Turn the name of a dataset in an address into its resource. An unknown name yields a resource without permissions. */
export function datasetResolvers({ db, databaseConfigured }: { db: Db; databaseConfigured: boolean }): {
  dataset: Resolver;
  dataset_page: Resolver;
} {
  const keyOf = (id: number | null | undefined) => datasetResource(id ?? 0).resourceKey;
  return {
    dataset: async (name) => keyOf(databaseConfigured ? await findDatasetId(db, name) : null),
    /** For pages, which redirect from a former name. */
    dataset_page: async (name) =>
      keyOf((await findDatasetId(db, name)) ?? (await findByFormerName(db, name))?.id),
  };
}
