import type { PortalRegistry } from '@cairn/auth';
import { unavailable } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { claimReleasedName, freeName, isNameReleased } from './released-names.ts';
import { findDataset } from '../datasets/repo.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import { registerDataset } from '../versions/registration.ts';

export interface Releases {
  /** Tells the portal what became of a name; should that fail, a job does it later. Never fails. */
  tell(name: string): Promise<void>;
  /** The same for the job; false when the portal knew already. AppError `unavailable` when it is to be tried again. */
  settle(name: string): Promise<boolean>;
}

interface Parts {
  db: Db;
  registry: PortalRegistry | null;
  logger: Logger;
}

/** Names that datasets gave up, by renaming or deletion: nobody may take one before the portal knows. */
export function createReleases({ db, registry, logger }: Parts): Releases {
  async function settle(name: string): Promise<boolean> {
    const released = await claimReleasedName(db, name);
    if (!released) {
      if (!(await isNameReleased(db, name))) return false;
      throw unavailable('vault.release_under_way', 'The portal is being told of the name by somebody else.');
    }
    if (!registry) throw unavailable('vault.no_portal', 'The vault knows no portal; set PORTAL_URL.');
    if (released.renamedTo === null)
      await registry.forgetResource({ resourceType: RESOURCE_TYPE, resourceKey: name });
    else await tellRenaming(registry, name, released.renamedTo);
    await freeName(db, name);
    return true;
  }

  async function tellRenaming(portal: PortalRegistry, name: string, newName: string): Promise<void> {
    const dataset = await findDataset(db, newName);
    const title = dataset?.title ?? newName;
    const rename = () =>
      portal.renameResource({
        resourceType: RESOURCE_TYPE,
        resourceKey: name,
        newKey: newName,
        displayName: title,
      });
    let outcome = await rename();
    if (outcome === 'taken') {
      // The name was free here: what the portal has under it is left over from a dataset that never came to be.
      await portal.forgetResource({ resourceType: RESOURCE_TYPE, resourceKey: newName });
      outcome = await rename();
    }
    if (outcome === 'unknown')
      await registerDataset(portal, { name: newName, title, ownerId: dataset?.ownerId ?? null });
  }

  return {
    settle,
    async tell(name) {
      await settle(name).catch((err: unknown) =>
        logger.warn({ err, name }, 'portal not notified of released name, a job will retry'),
      );
    },
  };
}
