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

/** Makes a dataset known to the portal, which holds its permissions; AppError `unavailable` when it cannot. */
export async function registerDataset(registry: PortalRegistry | null, dataset: NewResource): Promise<void> {
  if (!registry) {
    throw unavailable('vault.no_portal', 'The vault knows no portal; ask the operator to set PORTAL_URL.');
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
        'The portal could not be told of the new dataset, so nothing was kept; try again in a moment.',
      ),
      { cause: error },
    );
  }
}

/** Every five minutes in the end, for years: nobody but administrators can use a dataset that the portal does not know. */
const ATTEMPTS = 1_000_000;

/** In the transaction of a new dataset: should this process die before it has told the portal, a worker does it. */
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
