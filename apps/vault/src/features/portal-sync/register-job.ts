import type { PortalRegistry } from '@cairn/auth';
import type { Processor } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import { findDataset, findUnregistered, markRegistered } from '../datasets/repo.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import { registerDataset } from '../versions/registration.ts';

interface Payload {
  dataset_id: number;
}

/** Tells the portal of a dataset whose upload ended before it could. Nothing is left to do when that went well. */
export function registerLate({ db, registry }: { db: Db; registry: PortalRegistry | null }): Processor {
  return async (payload: Payload) => {
    const dataset = await findUnregistered(db, payload.dataset_id);
    if (!dataset) return { registered: false };
    await registerDataset(registry, { name: dataset.name, title: dataset.title, ownerId: dataset.ownerId });
    if (await markRegistered(db, dataset.id)) return { registered: true };
    // It was taken back at the same moment, and perhaps another one has its name by now.
    const other = await findDataset(db, dataset.name);
    if (other) {
      await registerDataset(registry, { name: other.name, title: other.title, ownerId: other.ownerId });
    } else {
      await registry?.forgetResource({ resourceType: RESOURCE_TYPE, resourceKey: dataset.name });
    }
    return { registered: false };
  };
}
