import { notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { lockDatasetRow } from './repo.ts';
import { findOpenFolder } from '../folders/open-folder.ts';
import { datasetArchived } from '../versions/errors.ts';
import type { LifecycleDeps } from './deps.ts';
import { updateFolder } from './lifecycle-repo.ts';

/** Puts a dataset into a folder that is open to the actor; out of all folders with null. */
export async function moveDataset(
  { db }: LifecycleDeps,
  actor: Actor,
  { name, folderId }: { name: string; folderId: number | null },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const dataset = await lockDatasetRow(trx, name);
    if (!dataset) throw notFound('vault.no_such_dataset', `There is no dataset "${name}"; check its name.`);
    if (dataset.archivedAt) throw datasetArchived(name);
    if (folderId !== null) await findOpenFolder(trx, folderId, actor);
    await updateFolder(trx, dataset.id, folderId);
  });
}
