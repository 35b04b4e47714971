import type { VaultOperations } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import { notFound } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findVersionById } from '../versions/repo.ts';
import type { Version } from '../versions/types.ts';
import { toJobBody } from './mapper.ts';

export interface JobRoutes {
  db: Db;
  jobs: Jobs;
}

export function jobRoutes({ db, jobs }: JobRoutes): Handlers<VaultOperations, 'getJob'> {
  return {
    async getJob({ path }) {
      const found = await findJob({ db, jobs }, path.id);
      if (!found) throw notFound('vault.no_such_job', `There is no job ${path.id}.`);
      return toJobBody(found.job, found.version);
    },
  };
}

/** Resolves the id of a job to the dataset on whose version it works. */
export function jobResolver(parts: JobRoutes): (id: string) => Promise<string | null> {
  return async (id) => (await findJob(parts, id))?.version.dataset ?? null;
}

async function findJob({ db, jobs }: JobRoutes, id: string): Promise<{ job: Job; version: Version } | null> {
  if (!/^[1-9]\d{0,14}$/.test(id)) return null;
  const job = await jobs.get(Number(id));
  const versionId = (job?.payload as { version_id?: unknown } | undefined)?.version_id;
  if (!job || typeof versionId !== 'number') return null;
  const version = await findVersionById(db, versionId);
  return version ? { job, version } : null;
}
