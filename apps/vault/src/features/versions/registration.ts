import type { PortalRegistry } from '@cairn/auth';
import type { Jobs } from '@cairn/jobs';
import { unavailable } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';

export interface NewResource {
  name: string;
  title: string;
  ownerId: number | null;
}

/** Registers a dataset with the portal, which stores its permissions. @throws {AppError} unavailable when the portal fails. */
export async function registerDataset(registry: PortalRegistry | null, dataset: NewResource): Promise<void> {
  if (!registry) {
    throw unavailable(
      'vault.no_portal',
      'The vault is not connected to a portal. Ask the operator to set PORTAL_URL.',
    );
  }
  try {
    await registry.registerResource({
      resourceType: RESOURCE_TYPE,
      resourceKey: dataset.name,
      displayName: dataset.title,
      ownerId: dataset.ownerId,
      visibility: 'restricted',
    });
  } catch (error) {
    throw Object.assign(
      unavailable(
        'vault.portal_failed',
        'The dataset could not be registered with the portal, so nothing was stored. Try again in a moment.',
      ),
      { cause: error },
    );
  }
}

/** One attempt in five minutes, for years: only administrators can use a dataset that is not registered. */
const ATTEMPTS = 1_000_000;

/** Call it in the transaction of a new dataset: a worker registers it if this process dies before it has. */
export async function registerLater(
  trx: Db,
  jobs: Jobs,
  { datasetId, requestedBy }: { datasetId: number; requestedBy: number | null },
): Promise<void> {
  await jobs.enqueue(trx, {
    kind: 'dataset.register',
    payload: { dataset_id: datasetId },
    idempotencyKey: String(datasetId),
    requestedBy,
    maxAttempts: ATTEMPTS,
    runAfter: new Date(Date.now() + 60_000),
  });
}
