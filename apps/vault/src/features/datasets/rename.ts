import { isUniqueViolation } from '@cairn/db';
import { badRequest, conflict } from '@cairn/service';
import { enqueuePortalSync } from '../portal-sync/portal-sync.ts';
import { datasetName } from '../versions/dataset-name.ts';
import { datasetArchived } from '../versions/errors.ts';
import type { LifecycleDeps } from './deps.ts';
import { updateName } from './lifecycle-repo.ts';
import { lockDatasetRow } from './repo.ts';

/** Renames a dataset and returns the name as stored. Its permissions refer to its id and stay. */
export async function renameDataset(
  { db, jobs }: Pick<LifecycleDeps, 'db' | 'jobs'>,
  name: string,
  chosen: string,
): Promise<string> {
  const newName = datasetName(chosen);
  const work = db.transaction().execute(async (trx) => {
    const dataset = await lockDatasetRow(trx, name);
    if (!dataset) throw badRequest('vault.no_such_dataset', `There is no dataset "${name}"; check its name.`);
    if (dataset.archivedAt) throw datasetArchived(name);
    if (newName === name) return;
    // The title is the name until a user sets one.
    const title = dataset.title === name ? newName : dataset.title;
    await updateName(trx, dataset, { name: newName, title });
    await enqueuePortalSync(trx, jobs, { datasetId: dataset.id });
  });
  await work.catch((error: unknown) => {
    throw isUniqueViolation(error, 'datasets_name_key') ? nameTaken(newName) : error;
  });
  void jobs.dispatch();
  return newName;
}

export function nameTaken(name: string) {
  return conflict('vault.name_taken', `The name "${name}" is not available. Choose another name.`);
}
