import type { Processor } from '@cairn/jobs';
import type { Db } from '../../../db/handle.ts';
import { requirePermission, requireRequester } from '../../access/dataset-guard.ts';
import type { UserRights } from '../../access/dataset-guard.ts';
import type { ContentService } from '../../content/service.ts';
import { versionGone } from '../../versions/errors.ts';
import { findVersionById } from '../../versions/repo.ts';
import type { LocalCopyPayload } from './service.ts';

export interface CopyJobDeps {
  db: Db;
  auth: UserRights;
  contents: ContentService;
}

/** Fetches the object of a version. It may run any number of times; a worker that dies leaves a part that the sweeper removes. */
export function copyVersion({ db, auth, contents }: CopyJobDeps): Processor {
  return async (payload: LocalCopyPayload, { job, signal, progress }) => {
    const version = await findVersionById(db, payload.version_id);
    if (!version) throw versionGone();
    const requester = await requireRequester(auth, Number(job.requestedBy));
    await requirePermission(auth, requester, version, 'view');
    await contents.obtain(version, { signal, progress });
    return { dataset: version.dataset, size_bytes: version.size };
  };
}
