import { toAppError } from '@cairn/db';
import { badRequest, conflict, notFound } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { enqueuePortalSync } from '../portal-sync/portal-sync.ts';
import { lockDatasetRow } from './repo.ts';
import type { LifecycleDeps } from './deps.ts';
import { requestRemovals } from '../versions/object-gc-repo.ts';
import { deleteDatasetRow } from './lifecycle-repo.ts';

/** Deletes an archived dataset: its rows, then the bytes that no other version shares. A job removes it from the portal. */
export async function deleteDataset(
  parts: LifecycleDeps,
  name: string,
  { confirmed }: { confirmed: boolean },
): Promise<void> {
  if (!confirmed) {
    throw badRequest(
      'vault.not_confirmed',
      'Deleting a dataset cannot be undone; add confirm=true to the address if you mean it.',
    );
  }
  await parts.db
    .transaction()
    .execute((trx) => remove(parts, trx, name))
    // Two datasets that were made from one another may each wait for the other's history.
    .catch((error: unknown) => Promise.reject(toAppError(error)));
  parts.logger.info({ dataset: name }, 'deleted dataset');
  void parts.jobs.dispatch();
  await parts.objectGc.collect();
}

async function remove({ jobs }: LifecycleDeps, trx: Db, name: string): Promise<void> {
  const dataset = await lockDatasetRow(trx, name);
  if (!dataset) throw notFound('vault.no_such_dataset', `There is no dataset "${name}"; check its name.`);
  if (!dataset.archivedAt) {
    throw conflict(
      'vault.dataset_not_archived',
      `The dataset "${name}" is not archived; archive it first, then delete it.`,
    );
  }
  await requestRemovals(trx, { datasetId: dataset.id });
  await deleteDatasetRow(trx, dataset.id);
  await enqueuePortalSync(trx, jobs, { datasetId: dataset.id, legacyKeys: dataset.legacyKeys });
}
