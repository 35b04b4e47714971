import type { AccessLevels, ResourceAccess } from '@cairn/auth';
import type { AccessCheck, Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findFolder } from '../folders/repo.ts';
import { listVersionsOfDatasets } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { listOutlines } from './outline-repo.ts';
import { findDataset } from './repo.ts';
import type { Dataset, DatasetOutline, OutlineFilter, VisibleKeys } from './types.ts';

export const RESOURCE_TYPE = 'vault_dataset';

/** What datasets need of sign-in and access. */
export interface DatasetGuard {
  /** Present names of all groups, by id. */
  groupNames(): Promise<Map<number, string>>;
  visibleKeys(
    actor: Actor,
    resourceType: string,
    permission: AccessCheck['permission'],
  ): Promise<VisibleKeys>;
  accessLevels(actor: Actor, resourceType: string): Promise<AccessLevels>;
  allows(actor: Actor, check: AccessCheck): Promise<boolean>;
  access(actor: Actor, resource: Omit<AccessCheck, 'permission'>): Promise<ResourceAccess | null>;
}

export type DatasetService = ReturnType<typeof createDatasetService>;

export function createDatasetService({ db, guard }: { db: Db; guard: DatasetGuard }) {
  async function outlines(actor: Actor, filter: Omit<OutlineFilter, 'visible'>): Promise<DatasetOutline[]> {
    const visible = await guard.visibleKeys(actor, RESOURCE_TYPE, 'view');
    return listOutlines(db, { ...filter, visible });
  }

  return {
    find: (name: string): Promise<Dataset | null> => findDataset(db, name),

    /** The datasets that the actor may see, last changed first. */
    outlines,

    /** By name, archived ones too, each with its versions newest first. */
    async listing(actor: Actor): Promise<{ outline: DatasetOutline; versions: Version[] }[]> {
      const found = await outlines(actor, { archived: 'include' });
      const versions = await listVersionsOfDatasets(
        db,
        found.map(({ name }) => name),
      );
      const byName = Map.groupBy(versions, ({ dataset }) => dataset);
      return found
        .sort((a, b) => a.name.localeCompare(b.name))
        .map((outline) => ({ outline, versions: byName.get(outline.name) ?? [] }));
    },

    /** What the actor may do with a dataset, and with whom it is shared. */
    accessTo: (actor: Actor, name: string): Promise<ResourceAccess | null> =>
      guard.access(actor, { resourceType: RESOURCE_TYPE, resourceKey: name }),

    /** The folder that the dataset lies in, when the actor may open it. */
    async folderOf(actor: Actor, { folderId }: Dataset): Promise<{ id: number; name: string } | null> {
      const found = folderId === null ? null : await findFolder(db, folderId, actor);
      return found?.opens ? found.folder : null;
    },
  };
}
