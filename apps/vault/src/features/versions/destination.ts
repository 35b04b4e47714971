import { conflict, forbidden } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { refuseReleasedName } from '../portal-sync/released-names.ts';
import { findDataset } from '../datasets/repo.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { refuseOpenEdits } from '../rows/repo.ts';
import { findOpenFolder } from '../folders/open-folder.ts';
import type { Version } from './types.ts';
import type { Destination } from './ingest-types.ts';

/** Refuses early: a dataset that the actor may not extend or that is archived, a folder that takes none from them. */
export async function settleDestination(
  { db, guard }: { db: Db; guard: DatasetGuard },
  actor: Actor,
  wanted: Omit<Destination, 'datasetId'>,
): Promise<Destination> {
  const dataset = await findDataset(db, wanted.name);
  if (dataset) {
    const check = { resourceType: RESOURCE_TYPE, resourceKey: dataset.name, permission: 'edit' as const };
    if (!(await guard.allows(actor, check))) {
      const mayView = await guard.allows(actor, { ...check, permission: 'view' });
      if (!mayView) throw nameNotAvailable(dataset.name);
      throw forbidden(
        'vault.may_not_extend',
        `There is a dataset "${dataset.name}" already, and you lack the edit permission on it; choose another name.`,
      );
    }
    if (dataset.archivedAt) throw datasetArchived(dataset.name);
    await refuseOpenEdits(db, dataset.id);
  } else await refuseReleasedName(db, wanted.name);
  if (wanted.folderId !== null) await findOpenFolder(db, wanted.folderId, actor);
  return { ...wanted, datasetId: dataset?.id ?? null };
}

/** The message must not reveal that there is a dataset which the actor may not see. */
function nameNotAvailable(name: string) {
  return forbidden('vault.may_not_extend', `The name "${name}" is not available. Choose another name.`);
}

/** The dataset of a version that another one is made from. */
export function destinationOf({ dataset, datasetId, projectId }: Version): Destination {
  return { name: dataset, datasetId, projectId, folderId: null };
}

export function datasetGone(name: string) {
  return conflict(
    'vault.dataset_gone',
    `The dataset "${name}" was removed while the work was under way; nothing was kept.`,
  );
}

export function datasetArchived(name: string) {
  return conflict(
    'vault.dataset_archived',
    `The dataset "${name}" is archived and cannot be changed; restore it first.`,
  );
}
