import { forbidden } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findDataset } from '../datasets/repo.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { findOpenFolder } from '../folders/open-folder.ts';
import { datasetArchived, datasetGone, openEdits } from './errors.ts';
import { findOpenEdits } from './repo.ts';
import type { Destination, Version } from './types.ts';

/**
 * Resolves the dataset of a new version before its bytes arrive.
 * @throws {AppError} forbidden for a dataset that the actor may not edit, conflict for an archived one and for unpublished
 * edits, bad_request for a folder that is not open to the actor.
 */
export async function resolveDestination(
  { db, guard }: { db: Db; guard: DatasetGuard },
  actor: Actor,
  request: Omit<Destination, 'datasetId'>,
): Promise<Destination> {
  const dataset = await findDataset(db, request.name);
  if (dataset) {
    if (!(await guard.allows(actor, datasetCheck(dataset.id, 'edit')))) {
      const mayView = await guard.allows(actor, datasetCheck(dataset.id, 'view'));
      throw mayView ? mayNotEdit(dataset.name) : nameNotAvailable(dataset.name);
    }
    if (dataset.archivedAt) throw datasetArchived(dataset.name);
    await refuseOpenEdits(db, dataset.id);
  }
  if (request.folderId !== null) await findOpenFolder(db, request.folderId, actor);
  return { ...request, datasetId: dataset?.id ?? null };
}

function mayNotEdit(name: string) {
  return forbidden(
    'vault.may_not_extend',
    `There is already a dataset "${name}", and you do not have the edit permission on it. Choose another name.`,
  );
}

/** The message must not reveal that there is a dataset which the actor may not see. */
function nameNotAvailable(name: string) {
  return forbidden('vault.may_not_extend', `The name "${name}" is not available. Choose another name.`);
}

/** The dataset of a version, for a new version that is created from it. */
export function destinationOf({ dataset, datasetId, projectId }: Version): Destination {
  return { name: dataset, datasetId, projectId, folderId: null };
}

/** Refuses early what the version writer would refuse at the end. @throws {AppError} conflict. */
export async function requireChangeable(db: Db, { dataset: name }: Version): Promise<void> {
  const dataset = await findDataset(db, name);
  if (!dataset) throw datasetGone(name);
  if (dataset.archivedAt) throw datasetArchived(name);
  await refuseOpenEdits(db, dataset.id);
}

/**
 * A version beside unpublished edits would be undone by them, or they would be lost. The caller holds the lock of the dataset.
 * @throws {AppError} conflict when there are unpublished edits.
 */
export async function refuseOpenEdits(db: Db, datasetId: number): Promise<void> {
  const edits = await findOpenEdits(db, datasetId);
  if (edits.count > 0) throw openEdits(edits);
}
