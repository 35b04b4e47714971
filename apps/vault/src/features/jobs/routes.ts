import type { VaultOperations } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import { notFound } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { toJobBody } from './mapper.ts';
import { isRequestedBy } from './requester.ts';

export interface JobRoutes {
  db: Db;
  jobs: Jobs;
  guard: DatasetGuard;
}

export function jobRoutes(parts: JobRoutes): Handlers<VaultOperations, 'getJob' | 'listJobs' | 'cancelJob'> {
  const { jobs } = parts;
  return {
    async getJob({ path }, actor) {
      const { job, version } = await visibleJob(parts, actor, path.id);
      return toJobBody(job, version, actor);
    },

    async listJobs({ query }, actor) {
      if (actor.id === null) return [];
      const found = await jobs.list({
        requestedBy: actor.id,
        limit: query.limit ?? 50,
        ...(query.status === 'active' ? { status: ['queued', 'running'] } : {}),
      });
      return found.map((job) => toJobBody(job, null, actor));
    },

    async cancelJob({ path }, actor) {
      const { job } = await visibleJob(parts, actor, path.id);
      if (!isRequestedBy(job, actor)) throw noSuchJob(path.id);
      return toJobBody((await jobs.cancel(job.id)) ?? job, null, actor);
    },
  };
}

/** The actor's own job, or a job on a dataset that the actor may view, or edit where the job is about a draft; 404 for all others. */
async function visibleJob(
  { db, jobs, guard }: JobRoutes,
  actor: Actor,
  id: string,
): Promise<{ job: Job; version: Version | null }> {
  const job = /^[1-9]\d{0,14}$/.test(id) ? await jobs.get(Number(id)) : undefined;
  if (!job) throw noSuchJob(id);
  const { version_id: versionId, new_dataset: created } = job.payload as Record<string, unknown>;
  const version = typeof versionId === 'number' ? await findVersionById(db, versionId) : null;
  if (isRequestedBy(job, actor)) return { job, version };
  // Readers of the source must not see the name of a dataset that another user creates from it.
  if (!version || created !== undefined) throw noSuchJob(id);
  const check = {
    resourceType: RESOURCE_TYPE,
    resourceKey: version.dataset,
    permission: isAboutDraft(job) ? ('edit' as const) : ('view' as const),
  };
  if (!(await guard.allows(actor, check))) throw noSuchJob(id);
  return { job, version };
}

/** Only editors see that a dataset has unpublished edits. */
function isAboutDraft({ kind }: Job): boolean {
  return kind.startsWith('edits.');
}

function noSuchJob(id: string) {
  return notFound('vault.no_such_job', `There is no job ${id}.`);
}
