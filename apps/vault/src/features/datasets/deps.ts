import type { Jobs } from '@cairn/jobs';
import type { AccessGuard, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { PortalSync } from '../portal-sync/portal-sync.ts';
import type { ObjectGc } from '../versions/object-gc.ts';

/** What a dataset's life needs beside its rows. */
export interface LifecycleDeps {
  db: Db;
  auth: Pick<AccessGuard, 'allows'>;
  jobs: Jobs;
  portalSync: PortalSync;
  objectGc: ObjectGc;
  logger: Logger;
}
