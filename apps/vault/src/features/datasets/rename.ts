import { isUniqueViolation } from '@cairn/db';
import { badRequest, conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { refuseReleasedName, refuseUntoldRenaming } from '../portal-sync/released-names.ts';
import { lockDatasetRow } from './repo.ts';
import { datasetName } from '../versions/dataset-name.ts';
import { datasetArchived } from '../versions/errors.ts';
import { giveUpName } from '../portal-sync/give-up-name.ts';
import type { LifecycleDeps } from './deps.ts';
import { updateName } from './lifecycle-repo.ts';

/** Gives a dataset another name and returns it as it is kept. Permissions follow at the portal, owner included. */
export async function renameDataset(parts: LifecycleDeps, name: string, chosen: string): Promise<string> {
  const newName = datasetName(chosen);
  const renamed = await parts.db
    .transaction()
    .execute((trx) => rename(parts, trx, { name, newName }))
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'datasets_name_key') ? nameTaken(newName) : error;
    });
  if (renamed) await parts.releases.tell(name);
  return newName;
}

async function rename(
  { jobs }: LifecycleDeps,
  trx: Db,
  { name, newName }: { name: string; newName: string },
): Promise<boolean> {
  const dataset = await lockDatasetRow(trx, name);
  if (!dataset) throw badRequest('vault.no_such_dataset', `There is no dataset "${name}"; check its name.`);
  if (dataset.archivedAt) throw datasetArchived(name);
  if (newName === name) return false;
  if (!dataset.registeredAt) {
    throw conflict(
      'vault.not_registered',
      `The dataset "${name}" is still being made known to the portal; try again in a minute.`,
    );
  }
  await refuseUntoldRenaming(trx, name);
  // A title that nobody wrote is the name.
  const title = dataset.title === name ? newName : dataset.title;
  await updateName(trx, dataset.id, { name: newName, title });
  await refuseReleasedName(trx, newName);
  await giveUpName(trx, jobs, { name, renamedTo: newName });
  return true;
}

export function nameTaken(name: string) {
  return conflict('vault.name_taken', `The name "${name}" is not available. Choose another name.`);
}
