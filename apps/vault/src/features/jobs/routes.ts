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
      if (!isOwn(job, actor)) throw noSuchJob(path.id);
      return toJobBody((await jobs.cancel(job.id)) ?? job, null, actor);
    },
  };
}

/** A job of the actor's own, or one that works on a dataset that the actor may see; a 404 hides all others. */
async function visibleJob(
  { db, jobs, guard }: JobRoutes,
  actor: Actor,
  id: string,
): Promise<{ job: Job; version: Version | null }> {
  const job = /^[1-9]\d{0,14}$/.test(id) ? await jobs.get(Number(id)) : undefined;
  if (!job) throw noSuchJob(id);
  const versionId = (job.payload as { version_id?: unknown }).version_id;
  const version = typeof versionId === 'number' ? await findVersionById(db, versionId) : null;
  if (isOwn(job, actor)) return { job, version };
  const check = {
    resourceType: RESOURCE_TYPE,
    resourceKey: version?.dataset ?? '',
    permission: 'view' as const,
  };
  if (!version || !(await guard.allows(actor, check))) throw noSuchJob(id);
  return { job, version };
}

function isOwn(job: Job, actor: Actor): boolean {
  return actor.isAdmin || (actor.id !== null && job.requestedBy === String(actor.id));
}

function noSuchJob(id: string) {
  return notFound('vault.no_such_job', `There is no job ${id}.`);
}
