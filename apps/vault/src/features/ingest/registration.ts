import type { PortalRegistry } from '@cairn/auth';
import { unavailable } from '@cairn/service';
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
