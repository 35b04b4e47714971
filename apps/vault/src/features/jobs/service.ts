import { isRequestedBy } from '@cairn/jobs';
import type { Job } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { findVersionById } from '../versions/repo.ts';

export interface JobDetailsDeps {
  db: Db;
  guard: DatasetGuard;
}

/**
 * The dataset that a job works on, for its requester and for users who may view the dataset, or edit it where the job is about
 * a draft; null for all others.
 */
export function createJobDetails({ db, guard }: JobDetailsDeps) {
  return async (job: Job, actor: Actor): Promise<{ dataset?: string; version_id?: number } | null> => {
    const { version_id: versionId, new_dataset: created } = job.payload as Record<string, unknown>;
    const version = typeof versionId === 'number' ? await findVersionById(db, versionId) : null;
    if (!isRequestedBy(job, actor)) {
      // Readers of the source must not see the name of a dataset that another user creates from it.
      if (!version || created !== undefined) return null;
      const check = datasetCheck(version.datasetId, isAboutDraft(job) ? 'edit' : 'view');
      if (!(await guard.allows(actor, check))) return null;
    }
    return version ? { dataset: version.dataset, version_id: version.id } : {};
  };
}

/** Only editors see that a dataset has unpublished edits. */
function isAboutDraft({ kind }: Job): boolean {
  return kind.startsWith('edits.');
}
