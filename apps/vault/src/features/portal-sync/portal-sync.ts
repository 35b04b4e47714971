import type { PortalRegistry } from '@cairn/auth';
import type { Jobs, Processor } from '@cairn/jobs';
import { AppError, unavailable } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { pagePath } from '../../page-path.ts';
import { datasetResource } from '../access/dataset-guard.ts';
import { confirmRegistration, findRegistration, listUnregistered, nextDatasetId } from './repo.ts';

export const PORTAL_SYNC = 'portal.sync';

/** Years, at one attempt every five minutes: only administrators can use a dataset that the portal does not have. */
const MAX_ATTEMPTS = 1_000_000;

/** Far longer than it takes to write a dataset after its registration. */
const CREATED_BY_THEN_MS = 15 * 60_000;

interface Payload {
  /** All datasets that the portal does not have by their ids, when left out. */
  dataset_id?: number;
  /** Names under which the portal may still have a dataset that was deleted. */
  legacy_keys?: string[];
}

interface PortalSyncDeps {
  db: Db;
  jobs: Jobs;
  registry: PortalRegistry | null;
  config: { basePath: string };
  logger: Logger;
}

export type PortalSync = ReturnType<typeof createPortalSync>;

/** In the transaction that changes or deletes a dataset: after the commit a job makes the portal's entry equal to it. */
export async function enqueuePortalSync(
  trx: Db,
  jobs: Jobs,
  { datasetId, legacyKeys = [], runAfter }: { datasetId: number; legacyKeys?: string[]; runAfter?: Date },
): Promise<void> {
  const payload: Payload = { dataset_id: datasetId, legacy_keys: legacyKeys };
  await jobs.enqueue(trx, { kind: PORTAL_SYNC, payload, maxAttempts: MAX_ATTEMPTS, runAfter });
}

/** Keeps the portal's resources in sync with the datasets. Every step may be repeated. */
export function createPortalSync({ db, jobs, registry, config, logger }: PortalSyncDeps) {
  async function sync(datasetId: number, legacyKeys: string[] = []): Promise<void> {
    const portal = requirePortal(registry);
    const resource = datasetResource(datasetId);
    for (;;) {
      const dataset = await findRegistration(db, datasetId);
      if (!dataset) {
        for (const resourceKey of [resource.resourceKey, ...legacyKeys])
          await portal.forgetResource({ ...resource, resourceKey });
        return;
      }
      await portal.registerResource({
        ...resource,
        displayName: dataset.title,
        url: pagePath(dataset.name, config.basePath),
        replaces: dataset.legacyKeys,
        // Owner and visibility are set once; later only the portal changes them.
        ...(dataset.isRegistered ? {} : { ownerId: dataset.ownerId, visibility: 'restricted' }),
      });
      // A change in the meantime may have reached the portal before this one, so compare again.
      if (await confirmRegistration(db, dataset)) return;
    }
  }

  async function syncAll(signal: AbortSignal): Promise<{ failed: number }> {
    let failed = 0;
    for (const id of await listUnregistered(db)) {
      signal.throwIfAborted();
      await sync(id).catch((err: unknown) => {
        failed += 1;
        logger.warn({ err, dataset: id }, 'could not register dataset with the portal');
      });
    }
    if (failed > 0) throw unavailable('vault.portal_failed', `${failed} datasets could not be registered.`);
    return { failed };
  }

  return {
    /**
     * Reserves the id of a new dataset and registers it, before the dataset is written: its owner can open it from the first
     * moment. The job that is queued with it removes the entry if the dataset was not created.
     * @throws {AppError} unavailable when the portal does not register it; nothing needs to be undone then.
     */
    async registerNew({ name, ownerId }: { name: string; ownerId: number | null }): Promise<number> {
      const portal = requirePortal(registry);
      const datasetId = await nextDatasetId(db);
      await enqueuePortalSync(db, jobs, { datasetId, runAfter: new Date(Date.now() + CREATED_BY_THEN_MS) });
      const registration = {
        ...datasetResource(datasetId),
        displayName: name,
        url: pagePath(name, config.basePath),
        ownerId,
        visibility: 'restricted' as const,
      };
      await portal.registerResource(registration).catch((cause: unknown) => {
        throw new AppError({
          kind: 'unavailable',
          code: 'vault.portal_failed',
          message:
            'The portal could not register the new dataset, so nothing was stored. Try again in a moment.',
          cause,
        });
      });
      return datasetId;
    },

    process: (async ({ dataset_id: id, legacy_keys: legacyKeys }: Payload, { signal }) => {
      if (id === undefined) return syncAll(signal);
      await sync(id, legacyKeys);
      return { dataset_id: id };
    }) satisfies Processor,
  };
}

function requirePortal(registry: PortalRegistry | null): PortalRegistry {
  if (registry) return registry;
  throw unavailable('vault.no_portal', 'The vault has no portal. Ask the operator to set PORTAL_URL.');
}
