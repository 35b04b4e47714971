import type { Job, Jobs } from '@cairn/jobs';
import { notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { isRequestedBy } from './requester.ts';

export interface JobServiceDeps {
  db: Db;
  jobs: Jobs;
  guard: DatasetGuard;
}

/** Jobs as their requesters and the readers of the datasets see them. */
export function createJobService({ db, jobs, guard }: JobServiceDeps) {
  /**
   * A job of the actor, or one on a dataset that the actor may view, or edit where the job is about a draft.
   * @throws {AppError} not_found for all other jobs.
   */
  async function find(actor: Actor, id: string): Promise<{ job: Job; version: Version | null }> {
    const job = /^[1-9]\d{0,14}$/.test(id) ? await jobs.get(Number(id)) : undefined;
    if (!job) throw noSuchJob(id);
    const { version_id: versionId, new_dataset: created } = job.payload as Record<string, unknown>;
    const version = typeof versionId === 'number' ? await findVersionById(db, versionId) : null;
    if (isRequestedBy(job, actor)) return { job, version };
    // Readers of the source must not see the name of a dataset that another user creates from it.
    if (!version || created !== undefined) throw noSuchJob(id);
    const check = datasetCheck(version.datasetId, isAboutDraft(job) ? 'edit' : 'view');
    if (!(await guard.allows(actor, check))) throw noSuchJob(id);
    return { job, version };
  }

  return {
    find,

    async listOwn(actor: Actor, { active, limit }: { active: boolean; limit: number }): Promise<Job[]> {
      if (actor.id === null) return [];
      return jobs.list({
        requestedBy: actor.id,
        limit,
        ...(active ? { status: ['queued', 'running'] } : {}),
      });
    },

    /** @throws {AppError} not_found for a job of another user. */
    async cancel(actor: Actor, id: string): Promise<Job> {
      const { job } = await find(actor, id);
      if (!isRequestedBy(job, actor)) throw noSuchJob(id);
      return (await jobs.cancel(job.id)) ?? job;
    },
  };
}

/** Only editors see that a dataset has unpublished edits. */
function isAboutDraft({ kind }: Job): boolean {
  return kind.startsWith('edits.');
}

function noSuchJob(id: string) {
  return notFound('vault.no_such_job', `There is no job ${id}.`);
}
