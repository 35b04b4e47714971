import { inTransaction } from '@cairn/db';
import type { Jobs } from '@cairn/jobs';
import type { Db, RunKind } from '../../db/schema.ts';
import { closeCancelled } from './close-repo.ts';
import { enqueueRuns } from './enqueue-runs.ts';
import { noSuchProject, runOpen } from './errors.ts';
import { findUncompared } from './reconcile-repo.ts';
import { findOpenRun, findRunProject } from './run-repo.ts';

export interface RunService {
  /**
   * Queues a run that a person asks for: a reconcile, a comparison that changes nothing, or a cycle outside the rhythm. It is pinned to
   * the provider's version of the moment when it begins.
   *
   * @throws {AppError} not_found; conflict while a run of the project is open
   */
  request(projectId: number, request: { kind: RunKind; requestedBy: string }): Promise<{ runId: number }>;
  /**
   * Ends the open run of a project: before it applies anything, or after it has applied all of it. Returns without waiting for that.
   */
  cancel(projectId: number): Promise<void>;
  /** Queues comparisons of whole tables for projects that had none for a week, a few at a time. */
  requestWeekly(): Promise<void>;
}

/** Of one call: these runs read whole tables. */
const WEEKLY_AT_ONCE = 5;

export function createRunService(deps: {
  db: Db;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch' | 'cancel'>;
}): RunService {
  const { db, jobs } = deps;
  return {
    async request(projectId, { kind, requestedBy }) {
      const runId = await inTransaction(db, {}, async (trx) => {
        const project = await findRunProject(trx, projectId);
        if (!project) throw noSuchProject(projectId);
        const run = { projectId, serverId: project.serverId, kind, version: null, requestedBy };
        const created = (await enqueueRuns(deps, trx, [run])).get(projectId);
        if (created === undefined) throw runOpen();
        return created;
      });
      await jobs.dispatch();
      return { runId };
    },
    async cancel(projectId) {
      const run = await findOpenRun(db, projectId);
      if (!run || run.jobId === null) return;
      const job = await jobs.cancel(run.jobId);
      // No worker has it; one that has closes it itself.
      if (job?.status === 'cancelled') await closeCancelled(db, run.id);
    },
    async requestWeekly() {
      const projects = await findUncompared(db, WEEKLY_AT_ONCE);
      if (projects.length === 0) return;
      const runs = projects.map((project) => ({
        ...{ ...project, kind: 'reconcile' as const, version: null, requestedBy: null },
      }));
      await db.transaction().execute((trx) => enqueueRuns(deps, trx, runs));
      await jobs.dispatch();
    },
  };
}
