import type { PortalRegistry } from '@cairn/auth';
import type { Processor } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import { findDataset } from '../datasets/repo.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';

interface Payload {
  name: string;
}

/** Tells the portal the title that a dataset bears now; its owner and its permissions stay as they are there. */
export function announceTitle({ db, registry }: { db: Db; registry: PortalRegistry | null }): Processor {
  return async ({ name }: Payload) => {
    const dataset = await findDataset(db, name);
    if (!dataset || !registry) return { announced: false };
    await registry.registerResource({
      resourceType: RESOURCE_TYPE,
      resourceKey: dataset.name,
      displayName: dataset.title,
    });
    return { announced: true };
  };
}
