import type { Job, Jobs } from '@cairn/jobs';
import type { Actor } from '@cairn/service';
import { conflict } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { noSuchVersionId } from '../../versions/errors.ts';
import { findVersionById } from '../../versions/repo.ts';
import type { Version } from '../../versions/types.ts';
import type { LocalCopies } from './copies.ts';

export interface LocalCopyDeps {
  db: Db;
  jobs: Jobs;
  localCopies: LocalCopies;
}

export interface LocalCopy {
  version: Version;
  exists: boolean;
  maxBytes: number;
  /** The job that fetches it. */
  job: Job | null;
}

export interface LocalCopyPayload {
  version_id: number;
  /** The dataset, for people. */
  title: string;
}

/** Kind of the job that fetches a copy. */
export const COPY_JOB = 'version.copy';

export type LocalCopyService = ReturnType<typeof createLocalCopyService>;

/** Local copies of versions whose object is in a store. */
export function createLocalCopyService({ db, jobs, localCopies }: LocalCopyDeps) {
  async function requireRemote(versionId: number): Promise<Version> {
    const version = await findVersionById(db, versionId);
    if (!version) throw noSuchVersionId(versionId);
    if (version.datasourceType === 'remote') return version;
    throw conflict(
      'vault.not_remote_version',
      'Only a version whose file is in an object store has a local copy.',
    );
  }

  async function activeJob(version: Version): Promise<Job | null> {
    const active = await jobs.list({ kind: COPY_JOB, status: ['queued', 'running'], limit: 200 });
    return active.find(({ payload }) => (payload as LocalCopyPayload).version_id === version.id) ?? null;
  }

  return {
    /** @throws {AppError} not_found, conflict for a version of another kind. */
    async state(versionId: number): Promise<LocalCopy> {
      const version = await requireRemote(versionId);
      return { version, ...(await localCopies.state(version)), job: await activeJob(version) };
    },

    /** The job that fetches the copy; it ends at once when there is one. @throws {AppError} unprocessable for a large object. */
    async request(actor: Actor, versionId: number): Promise<Job> {
      const version = await requireRemote(versionId);
      localCopies.requireSmallEnough(version.size);
      const active = await activeJob(version);
      if (active) return active;
      const payload: LocalCopyPayload = { version_id: version.id, title: version.dataset };
      const job = await jobs.enqueue(db, { kind: COPY_JOB, payload, requestedBy: actor.id });
      void jobs.dispatch();
      return job;
    },
  };
}
