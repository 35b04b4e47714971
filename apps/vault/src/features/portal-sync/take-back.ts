import type { LifecycleDeps } from '../datasets/deps.ts';
import { requestRemovals } from '../versions/object-gc-repo.ts';
import { deleteDatasetRow, isUntouched } from '../datasets/lifecycle-repo.ts';

/**
 * Removes a dataset of which the portal could not be told, unless somebody has built on it meanwhile. Its bytes go only
 * when no other version shares them: by now it may be the last that does.
 */
export async function takeBackDataset(
  { db, objectGc }: Pick<LifecycleDeps, 'db' | 'objectGc'>,
  { id, latestVersionId }: { id: number; latestVersionId: number },
): Promise<void> {
  const taken = await db.transaction().execute(async (trx) => {
    if (!(await isUntouched(trx, id, latestVersionId))) return false;
    await requestRemovals(trx, { datasetId: id });
    await deleteDatasetRow(trx, id);
    return true;
  });
  if (taken) await objectGc.collect();
}
