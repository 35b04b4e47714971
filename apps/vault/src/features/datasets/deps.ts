import type { PortalRegistry } from '@cairn/auth';
import type { Jobs } from '@cairn/jobs';
import type { AccessGuard, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Releases } from '../portal-sync/releases.ts';
import type { ObjectGc } from '../versions/object-gc.ts';

/** What a dataset's life needs beside its rows. */
export interface LifecycleDeps {
  db: Db;
  auth: Pick<AccessGuard, 'allows'>;
  jobs: Jobs;
  registry: PortalRegistry | null;
  releases: Releases;
  objectGc: ObjectGc;
  logger: Logger;
}
