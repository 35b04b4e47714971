import { conflict, notFound } from '@cairn/service';
import { lockDatasetRow } from '../datasets/repo.ts';
import { datasetArchived } from './destination.ts';
import type { LifecycleDeps } from '../datasets/deps.ts';
import { requestRemovals } from './object-gc-repo.ts';
import { deleteVersionRow, findVersion } from './repo.ts';

/** Deletes a version that is not the latest: its row, then its bytes when no other version shares them. */
export async function deleteVersion(
  { db, removals, logger }: Pick<LifecycleDeps, 'db' | 'removals' | 'logger'>,
  { name, number }: { name: string; number: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const dataset = await lockDatasetRow(trx, name);
    const version = dataset ? await findVersion(trx, name, number) : null;
    if (!dataset || !version) {
      throw notFound('vault.no_such_version', `There is no version ${number} of a dataset "${name}".`);
    }
    if (dataset.archivedAt) throw datasetArchived(name);
    if (version.latest) {
      throw conflict(
        'vault.latest_version',
        `Version ${number} is the latest of "${name}" and stays; make another one first, or delete the dataset.`,
      );
    }
    await requestRemovals(trx, { datasetId: dataset.id, versionId: version.id });
    await deleteVersionRow(trx, version.id);
  });
  logger.info({ dataset: name, version: number }, 'a version was deleted');
  await removals.workOff();
}
